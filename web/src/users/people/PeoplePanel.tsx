import { useState } from "react";
import { ACTIONS } from "../../session/actions";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../ui/csv";
import { Field } from "../../ui/Field";
import { Empty } from "../../ui/states";
import type { Address } from "../../ui/useAddress";
import { FindBar } from "../FindBar";
import { peopleWith, type Person } from "../rules/people";
import { AddForm } from "./AddForm";
import { CopyDialog } from "./CopyDialog";
import { HistoryDialog } from "./HistoryDialog";
import { InviteDialog } from "./InviteDialog";
import { PersonCard } from "./PersonCard";
import { ReachDialog } from "./ReachDialog";

type Props = Omit<Address, "change" | "go"> & { readonly people: readonly Person[] };

/** What is open beside the list, and whom it is about. */
type Open = readonly ["copy" | "history" | "reach", string] | readonly ["invite"] | null;

/** Granting, the list per person, and what can be done with a person's account. */
export function PeoplePanel({ people, address, set, settle }: Props) {
  const { sub } = useUser();
  const [open, setOpen] = useState<Open>(null);
  const [text, action] = [address.get("text") ?? "", address.get("action") ?? ""];
  const listed = peopleWith(people, text, action);
  const whom = open && open[0] !== "invite" ? people.find(({ user }) => user === open[1]) : undefined;
  const close = () => setOpen(null);

  return (
    <>
      <AddForm people={people} />
      <FindBar
        what="People"
        label="Find a person"
        placeholder="E-mail or action"
        text={text}
        set={set}
        settle={settle}
        filters={
          <Field label="Who may">
            {(control) => (
              <select {...control} value={action} onChange={(event) => set("action", event.target.value)}>
                <option value="">Anything</option>
                {ACTIONS.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            )}
          </Field>
        }
        listed={listed.length}
        total={people.length}
        actions={<Button onClick={() => setOpen(["invite"])}>Invite somebody</Button>}
        onExport={() => downloadCsv("permissions.csv", csvOf(listed))}
      />
      {listed.length === 0 && <Empty>No person matches the filters</Empty>}
      <div className="people">
        {listed.map((person) => (
          <PersonCard
            key={person.user}
            person={person}
            own={person.user === sub}
            onOpen={(what) => setOpen([what, person.user])}
          />
        ))}
      </div>
      {open?.[0] === "invite" && <InviteDialog onClose={close} />}
      {whom && open?.[0] === "copy" && <CopyDialog to={whom} people={people} onClose={close} />}
      {whom && open?.[0] === "history" && <HistoryDialog person={whom} onClose={close} />}
      {whom && open?.[0] === "reach" && <ReachDialog person={whom} onClose={close} />}
    </>
  );
}

interface Line {
  readonly email: string;
  readonly action: string;
  readonly enabled: boolean;
}

/** One line for each action of each person; who was granted nothing has one all the same. */
function csvOf(people: readonly Person[]): string {
  const lines = people.flatMap(({ email, actions, enabled }) =>
    (actions.length > 0 ? actions : [""]).map((action): Line => ({ email, action, enabled })),
  );
  return toCsv(
    [
      { header: "User", value: ({ email }: Line) => email },
      { header: "Action", value: ({ action }: Line) => action },
      { header: "Enabled", value: ({ enabled }: Line) => String(enabled) },
    ],
    lines,
  );
}

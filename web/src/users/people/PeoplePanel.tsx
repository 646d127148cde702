import { useState } from "react";
import { ACTIONS } from "../../api/actions";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../lib/csv";
import { Empty } from "../../ui/states";
import type { UrlState } from "../../lib/useUrlState";
import { SelectField } from "../../ui/form/SelectField";
import { ListToolbar } from "../ListToolbar";
import { filterPeople, type Person } from "../rules/people";
import { AddPermissionForm } from "./AddPermissionForm";
import { CopyDialog } from "./CopyDialog";
import { HistoryDialog } from "./HistoryDialog";
import { InviteDialog } from "./InviteDialog";
import { PersonCard } from "./PersonCard";
import { AccessDialog } from "./AccessDialog";

type Props = Omit<UrlState, "change" | "go"> & { readonly people: readonly Person[] };

/** The open dialog and the id of the user that it shows. */
type OpenDialog = readonly ["copy" | "history" | "access", string] | readonly ["invite"] | null;

/** Lists people with their permissions and accounts, and grants permissions. */
export function PeoplePanel({ people, address, set, flush }: Props) {
  const { sub } = useUser();
  const [open, setOpen] = useState<OpenDialog>(null);
  const [text, action] = [address.get("text") ?? "", address.get("action") ?? ""];
  const listed = filterPeople(people, text, action);
  const selected = open && open[0] !== "invite" ? people.find(({ user }) => user === open[1]) : undefined;
  const close = () => setOpen(null);

  return (
    <>
      <AddPermissionForm people={people} />
      <ListToolbar
        searchLabel="People"
        label="Find a person"
        placeholder="Email or action"
        text={text}
        set={set}
        flush={flush}
        filters={
          <SelectField
            label="Has action"
            value={action}
            onChange={(value) => set("action", value)}
            emptyLabel="Any action"
            options={ACTIONS}
          />
        }
        listed={listed.length}
        total={people.length}
        actions={<Button onClick={() => setOpen(["invite"])}>Invite user</Button>}
        onExport={() => downloadCsv("permissions.csv", toPeopleCsv(listed))}
      />
      {listed.length === 0 && <Empty>No people match the filters</Empty>}
      <div className="people">
        {listed.map((person) => (
          <PersonCard
            key={person.user}
            person={person}
            isSelf={person.user === sub}
            onOpen={(dialog) => setOpen([dialog, person.user])}
          />
        ))}
      </div>
      {open?.[0] === "invite" && <InviteDialog onClose={close} />}
      {selected && open?.[0] === "copy" && <CopyDialog to={selected} people={people} onClose={close} />}
      {selected && open?.[0] === "history" && <HistoryDialog person={selected} onClose={close} />}
      {selected && open?.[0] === "access" && <AccessDialog person={selected} onClose={close} />}
    </>
  );
}

interface CsvLine {
  readonly email: string;
  readonly action: string;
  readonly enabled: boolean;
}

/** Exports one line for each action of each user, and one line for a user without actions. */
function toPeopleCsv(people: readonly Person[]): string {
  const lines = people.flatMap(({ email, actions, enabled }) =>
    (actions.length > 0 ? actions : [""]).map((action): CsvLine => ({ email, action, enabled })),
  );
  return toCsv(
    [
      { header: "User", value: ({ email }: CsvLine) => email },
      { header: "Action", value: ({ action }: CsvLine) => action },
      { header: "Enabled", value: ({ enabled }: CsvLine) => String(enabled) },
    ],
    lines,
  );
}

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ACTIONS } from "../../api/actions";
import { downloadCsv, toCsv, type CsvText } from "../../lib/csv";
import { formatPart } from "../../lib/formats";
import type { UrlState } from "../../lib/useUrlState";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { SelectField } from "../../ui/form/SelectField";
import { onDemand } from "../../ui/onDemand";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import { Muted } from "../../ui/text";
import { Toolbar, ToolbarActions } from "../../ui/Toolbar";
import { HistoryDialog } from "../HistoryDialog";
import { filterPeople, type Person } from "../rules/people";
import { fitRole } from "../rules/roles";
import { permissionHistoryQuery, rolesQuery, staffFlagsQuery } from "../staff";
import { AddPermissionForm } from "./AddPermissionForm";
import styles from "./people.module.css";
import { PersonCard, type PersonDialog } from "./PersonCard";

const AccessDialog = onDemand(async () => (await import("./AccessDialog")).AccessDialog);
const CopyDialog = onDemand(async () => (await import("./CopyDialog")).CopyDialog);
const InviteDialog = onDemand(async () => (await import("./InviteDialog")).InviteDialog);
const RoleDialog = onDemand(async () => (await import("./RoleDialog")).RoleDialog);

interface Props extends Omit<UrlState, "change" | "go"> {
  /** The staff, or the drivers. */
  readonly people: readonly Person[];
  /** Such as "person". */
  readonly noun: readonly [singular: string, plural: string];
}

/** The open dialog and the id of the user that it shows. */
type OpenDialog = readonly [PersonDialog, string] | readonly ["invite"] | null;

/** Lists people with their permissions and accounts, and grants permissions. */
export function PeoplePanel({ people, noun: [singular, plural], address, set, flush }: Props) {
  const { sub } = useUser();
  const [roles, flags] = [useQuery(rolesQuery).data, useQuery(staffFlagsQuery).data];
  const flagsOf = new Map(flags?.map((each) => [each.user, each.flags]));
  const [open, setOpen] = useState<OpenDialog>(null);
  const [text, action] = [address.get("text") ?? "", address.get("action") ?? ""];
  const listed = filterPeople(people, text, action);
  const selected = open && open[0] !== "invite" ? people.find(({ user }) => user === open[1]) : undefined;
  const close = () => setOpen(null);

  return (
    <>
      <AddPermissionForm people={people} />
      <Toolbar>
        <Toolbar landmark="People">
          <SearchField
            label={`Find a ${singular}`}
            placeholder="Email or action"
            value={text}
            onChange={(next) => set("text", next)}
            onBlur={flush}
          />
          <SelectField
            label="Has action"
            value={action}
            onChange={(value) => set("action", value)}
            emptyLabel="Any action"
            options={ACTIONS}
          />
        </Toolbar>
        <Muted role="status">{formatPart(listed.length, people.length)}</Muted>
        <ToolbarActions>
          <Button onClick={() => setOpen(["invite"])}>Invite user</Button>
          <ExportButton count={listed.length} onExport={() => downloadCsv("permissions.csv", toPeopleCsv(listed))} />
        </ToolbarActions>
      </Toolbar>
      {listed.length === 0 && <Empty>No {plural} match the filters</Empty>}
      <div className={styles.people}>
        {listed.map((person) => (
          <PersonCard
            key={person.user}
            person={person}
            isSelf={person.user === sub}
            fit={roles && flags && fitRole({ actions: person.actions, flags: flagsOf.get(person.user) ?? [] }, roles)}
            onOpen={(dialog) => setOpen([dialog, person.user])}
          />
        ))}
      </div>
      {open?.[0] === "invite" && <InviteDialog onClose={close} />}
      {selected && open?.[0] === "copy" && <CopyDialog to={selected} people={people} onClose={close} />}
      {selected && open?.[0] === "role" && <RoleDialog person={selected} onClose={close} />}
      {selected && open?.[0] === "history" && <PersonHistory person={selected} onClose={close} />}
      {selected && open?.[0] === "access" && <AccessDialog person={selected} onClose={close} />}
    </>
  );
}

function PersonHistory({
  person: { user, email },
  onClose,
}: {
  readonly person: Person;
  readonly onClose: () => void;
}) {
  return <HistoryDialog subject={email} query={useInfiniteQuery(permissionHistoryQuery(user))} onClose={onClose} />;
}

interface CsvLine {
  readonly email: string;
  readonly action: string;
  readonly enabled: boolean;
}

/** Exports one line for each action of each user, and one line for a user without actions. */
function toPeopleCsv(people: readonly Person[]): CsvText {
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

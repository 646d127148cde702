import { downloadCsv, toCsv } from "../../ui/csv";
import { Empty } from "../../ui/states";
import type { Address } from "../../ui/useAddress";
import { FindBar } from "../FindBar";
import { OPERATIONS, type OperationNeeds } from "../operationNeeds.generated";
import { ADDED_GROUPS, SPEC_GROUPS, type Group } from "../rules/groups";
import type { Person } from "../rules/people";
import { needsText, openedBy } from "../rules/reach";

interface Props extends Pick<Address, "set" | "settle"> {
  readonly people: readonly Person[];
  readonly text: string;
}

const COLUMNS = [
  { header: "Operation", value: ({ name }: OperationNeeds) => name },
  { header: "Area", value: ({ area }: OperationNeeds) => area },
  { header: "What it does", value: ({ what }: OperationNeeds) => what },
  { header: "Needs", value: (operation: OperationNeeds) => needsText(operation) || "Sign-in alone" },
] as const;

/** What each action is for: the groups of the spec and Larder's own, and the operations as their functions state them. */
export function ReferencePanel({ people, text, set, settle }: Props) {
  const wanted = text.trim().toLowerCase();
  const listed = OPERATIONS.filter((operation) =>
    COLUMNS.some(({ value }) => value(operation).toLowerCase().includes(wanted)),
  );
  return (
    <>
      <GroupTable title="Function groups" groups={SPEC_GROUPS} people={people} />
      <GroupTable title="Function groups that Larder adds" groups={ADDED_GROUPS} people={people} />
      <section className="reference" aria-labelledby="operations-title">
        <h2 id="operations-title">Operations</h2>
        <p className="muted">What each call of the console needs, as its function states it.</p>
        <FindBar
          what="Operations"
          label="Find an operation"
          placeholder="Name, area or action"
          text={text}
          set={set}
          settle={settle}
          listed={listed.length}
          total={OPERATIONS.length}
          onExport={() => downloadCsv("operations.csv", toCsv(COLUMNS, listed))}
        />
        {listed.length === 0 && <Empty>No operation matches the filter</Empty>}
        {listed.length > 0 && (
          <table className="plain-table stacked">
            <thead>
              <tr>
                {COLUMNS.map(({ header }) => (
                  <th scope="col" key={header}>
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {listed.map((operation) => (
                <tr key={operation.name}>
                  {COLUMNS.map(({ header, value }) => (
                    <td key={header} data-label={header}>
                      {header === "Operation" ? <code>{value(operation)}</code> : value(operation)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly Group[];
  readonly people: readonly Person[];
}

function GroupTable({ title, groups, people }: GroupsProps) {
  return (
    <section className="reference" aria-label={title}>
      <h2>{title}</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, actions }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <ul className="group-actions">
                  {actions.map((action) => (
                    <li key={action} title={titleOf(action, people)}>
                      {action}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function titleOf(action: string, people: readonly Person[]): string {
  const holders = people.filter(({ actions }) => actions.includes(action)).length;
  const opened = openedBy(action);
  return `${holders} of ${people.length} people. ${opened.length > 0 ? `For ${opened.join(", ")}` : "For the driver app"}`;
}

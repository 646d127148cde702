import { downloadCsv, toCsv } from "../../ui/csv";
import { Empty } from "../../ui/states";
import type { UrlState } from "../../ui/useUrlState";
import { ListToolbar } from "../ListToolbar";
import { OPERATIONS, type OperationPermission } from "../operationPermissions.generated";
import { ADDED_GROUPS, STANDARD_GROUPS, type Group } from "../rules/groups";
import type { Person } from "../rules/people";
import { formatRequirement, findOperationsRequiring } from "../rules/access";

interface Props extends Pick<UrlState, "set" | "flush"> {
  readonly people: readonly Person[];
  readonly text: string;
}

const COLUMNS = [
  { header: "Operation", value: ({ name }: OperationPermission) => name },
  { header: "Area", value: ({ area }: OperationPermission) => area },
  { header: "What it does", value: ({ what }: OperationPermission) => what },
  { header: "Needs", value: (operation: OperationPermission) => formatRequirement(operation) || "Sign-in only" },
] as const;

/** The reference of actions: the function groups of the requirements, Larder's own groups, and the required actions of each operation. */
export function ReferencePanel({ people, text, set, flush }: Props) {
  const query = text.trim().toLowerCase();
  const listed = OPERATIONS.filter((operation) =>
    COLUMNS.some(({ value }) => value(operation).toLowerCase().includes(query)),
  );
  return (
    <>
      <GroupTable title="Function groups" groups={STANDARD_GROUPS} people={people} />
      <GroupTable title="Additional function groups" groups={ADDED_GROUPS} people={people} />
      <section className="reference" aria-labelledby="operations-title">
        <h2 id="operations-title">Operations</h2>
        <p className="muted">The actions that each operation requires.</p>
        <ListToolbar
          searchLabel="Operations"
          label="Find an operation"
          placeholder="Name, area or action"
          text={text}
          set={set}
          flush={flush}
          listed={listed.length}
          total={OPERATIONS.length}
          onExport={() => downloadCsv("operations.csv", toCsv(COLUMNS, listed))}
        />
        {listed.length === 0 && <Empty>No operations match the filter</Empty>}
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
                    <li key={action} title={actionTooltip(action, people)}>
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

function actionTooltip(action: string, people: readonly Person[]): string {
  const holders = people.filter(({ actions }) => actions.includes(action)).length;
  const operations = findOperationsRequiring(action);
  return `Granted to ${holders} of ${people.length} people. ${operations.length > 0 ? `Allows ${operations.join(", ")}` : "Used by the driver app"}`;
}

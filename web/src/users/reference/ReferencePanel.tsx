import { useMemo } from "react";
import type { Action } from "../../api/actions";
import type { UrlState } from "../../lib/useUrlState";
import { DataTable, id, tableColumns, text } from "../../ui/table";
import { Muted } from "../../ui/text";
import { OPERATIONS, type OperationPermission } from "../operationPermissions.generated";
import { ADDED_GROUPS, STANDARD_GROUPS, type Group } from "../rules/groups";
import type { Person } from "../rules/people";
import { formatRequirement, findOperationsRequiring } from "../rules/access";
import styles from "./reference.module.css";

interface Props extends Pick<UrlState, "set" | "flush"> {
  /** Undefined while the people are not loaded, so that no count is shown. */
  readonly people: readonly Person[] | undefined;
  readonly text: string;
}

const COLUMNS = tableColumns<OperationPermission>([
  id("name", { label: "Operation", value: ({ name }) => name }),
  text("area", { label: "Area", value: ({ area }) => area, grow: 1 }),
  text("what", { label: "What it does", value: ({ what }) => what, minWidth: 12 }),
  text("needs", {
    label: "Needs",
    value: (operation) => formatRequirement(operation) || "Sign-in only",
    minWidth: 10,
  }),
]);

/** The reference of actions: the function groups of the requirements, Larder's own groups, and the required actions of each operation. */
export function ReferencePanel({ people, text: query, set, flush }: Props) {
  return (
    <>
      <GroupTable title="Function groups" groups={STANDARD_GROUPS} people={people} />
      <GroupTable title="Additional function groups" groups={ADDED_GROUPS} people={people} />
      <section className={styles.reference} aria-labelledby="operations-title">
        <h2 id="operations-title">Operations</h2>
        <Muted as="p">The actions that each operation requires.</Muted>
        <DataTable
          name="operations"
          label="Operations"
          columns={COLUMNS}
          rows={OPERATIONS}
          rowId={({ name }) => name}
          search={{
            label: "Find an operation",
            placeholder: "Name, area or action",
            landmark: "Operations",
            value: query,
            onChange: (next) => set("text", next),
            onBlur: flush,
          }}
          csvName="operations.csv"
          noMatches="No operations match the filter"
        />
      </section>
    </>
  );
}

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly Group[];
  readonly people: Props["people"];
}

function GroupTable({ title, groups, people }: GroupsProps) {
  const columns = useMemo(
    () =>
      tableColumns<Group>([
        text("name", { label: "Group", value: ({ name }) => name, rowHeader: true, sortable: false, grow: 1 }),
        text("actions", {
          label: "Actions",
          value: ({ actions }) => actions.join(" "),
          cell: ({ actions }) => <Actions actions={actions} people={people} />,
          sortable: false,
          grow: 4,
        }),
      ]),
    [people],
  );
  return (
    <section className={styles.reference} aria-label={title}>
      <h2>{title}</h2>
      <DataTable
        name="function-groups"
        label={title}
        columns={columns}
        rows={groups}
        rowId={({ name }) => name}
        plain
      />
    </section>
  );
}

function Actions({ actions, people }: { readonly actions: readonly Action[]; readonly people: Props["people"] }) {
  return (
    <ul className={styles.actions}>
      {actions.map((action) => (
        <li key={action} title={actionTooltip(action, people)}>
          {action}
        </li>
      ))}
    </ul>
  );
}

function actionTooltip(action: Action, people: Props["people"]): string {
  const holders = people?.filter(({ actions }) => actions.includes(action)).length;
  const granted = people ? `Granted to ${holders} of ${people.length} people. ` : "";
  const operations = findOperationsRequiring(action);
  return `${granted}${operations.length > 0 ? `Allows ${operations.join(", ")}` : "Used by the driver app"}`;
}

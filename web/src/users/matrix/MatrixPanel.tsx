import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { ACTIONS } from "../../api/actions";
import type { CsvColumn } from "../../lib/csv";
import { paths, withQuery } from "../../lib/paths";
import type { UrlState } from "../../lib/useUrlState";
import { SelectField } from "../../ui/form/SelectField";
import { QueryView } from "../../ui/query/QueryView";
import { DataTable, tableColumns, text } from "../../ui/table";
import { VisuallyHidden } from "../../ui/text";
import { FLAGS } from "../rules/flags";
import { GROUPS } from "../rules/groups";
import type { Person } from "../rules/people";
import { fitRole } from "../rules/roles";
import { rolesQuery, staffFlagsQuery } from "../staff";
import styles from "./matrix.module.css";

/** The height in pixels of the box in which the matrix scrolls, so that the header and the people stay visible. */
const HEIGHT = 640;
const FLAG_NAMES: readonly string[] = FLAGS.map(([flag]) => flag);
const FLAG_GROUP = "Feature Flags";
const GROUP_NAMES = [...GROUPS.map(({ name }) => name), FLAG_GROUP];

interface Row {
  readonly user: string;
  readonly email: string;
  readonly enabled: boolean;
  readonly role: string;
  readonly granted: ReadonlySet<string>;
}

/** "GetAllLocation" as "Get All Location", so that the header wraps. */
const spaced = (action: string) => action.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ");

const personColumns = tableColumns<Row>([
  text("email", {
    label: "Person",
    value: ({ email }) => email,
    rowHeader: true,
    minWidth: 16,
    grow: 0,
    cell: ({ email }) => <Link to={withQuery(paths.permissions, { text: email })}>{email}</Link>,
  }),
  text("role", { label: "Role", value: ({ role }) => role, minWidth: 8, grow: 0 }),
]);

const nameColumns = (names: readonly string[]) =>
  tableColumns<Row>(
    names.map((name) =>
      text<Row>(name, {
        label: spaced(name),
        value: ({ granted }) => (granted.has(name) ? "Yes" : ""),
        cell: ({ granted }) =>
          granted.has(name) ? (
            <>
              <span aria-hidden="true">✓</span>
              <VisuallyHidden>Yes</VisuallyHidden>
            </>
          ) : (
            <VisuallyHidden>No</VisuallyHidden>
          ),
        find: false,
        sortable: false,
        align: "center",
        minWidth: 5,
        grow: 1,
      }),
    ),
  );

/** The actions or flags of a group; all of them for an unknown group. */
function namesOf(group: string): readonly string[] {
  if (group === FLAG_GROUP) return FLAG_NAMES;
  const selected = GROUPS.find(({ name }) => name === group);
  return selected ? selected.actions : [...new Set([...GROUPS.flatMap(({ actions }) => actions), ...FLAG_NAMES])];
}

/** The exported file has one column per action and flag, named as on the server. */
const csvColumns = (names: readonly string[]): readonly CsvColumn<Row>[] => [
  { header: "Person", value: ({ email }) => email },
  { header: "Enabled", value: ({ enabled }) => String(enabled) },
  { header: "Role", value: ({ role }) => role },
  ...names.map((name) => ({ header: name, value: ({ granted }: Row) => (granted.has(name) ? "Yes" : "No") })),
];

interface Props extends Omit<UrlState, "change" | "go"> {
  readonly people: readonly Person[];
}

/** People and their actions and feature flags, grouped by function (docs/requirements/people.md, USR-9). */
export function MatrixPanel({ people, address, set, flush }: Props) {
  const [roles, flags] = [useQuery(rolesQuery), useQuery(staffFlagsQuery)];
  const group = address.get("group") ?? "";
  const role = address.get("role") ?? "";
  const action = address.get("action") ?? "";
  const names = useMemo(() => namesOf(group), [group]);
  const columns = useMemo(() => [...personColumns, ...nameColumns(names)], [names]);
  const rows = useMemo(() => {
    const flagsOf = new Map(flags.data?.map((each) => [each.user, each.flags]));
    return people.map(({ user, email, enabled, actions }): Row => {
      const own = flagsOf.get(user) ?? [];
      const fit = fitRole({ actions, flags: own }, roles.data ?? []);
      return { user, email, enabled, role: fit.label, granted: new Set<string>([...actions, ...own]) };
    });
  }, [people, flags.data, roles.data]);
  const roleNames = useMemo(() => [...new Set(rows.map((row) => row.role))].toSorted(), [rows]);
  const listed = rows.filter((row) => (role === "" || row.role === role) && (action === "" || row.granted.has(action)));

  return (
    <QueryView
      query={flags}
      label="feature flags"
      error="Unable to load feature flags, Please check your internet and your permissions"
      forbidden={{ activity: "view feature flags", permission: "ManagePermissions" }}
    >
      {() => (
        <div className={styles.matrix}>
          <DataTable
            name={`permission-matrix-${group}`}
            label="Permission matrix"
            columns={columns}
            rows={listed}
            total={rows.length}
            rowId={({ user }) => user}
            height={HEIGHT}
            search={{
              label: "Find a person",
              placeholder: "Email or role",
              landmark: "People",
              value: address.get("text") ?? "",
              onChange: (next) => set("text", next),
              onBlur: flush,
            }}
            filters={
              <>
                <SelectField
                  label="Group"
                  value={group}
                  onChange={(next) => set("group", next)}
                  emptyLabel="All groups"
                  options={GROUP_NAMES}
                />
                <SelectField
                  label="Role"
                  value={role}
                  onChange={(next) => set("role", next)}
                  emptyLabel="Any role"
                  options={roleNames}
                />
                <SelectField
                  label="Has"
                  value={action}
                  onChange={(next) => set("action", next)}
                  emptyLabel="Any action or flag"
                  options={[...ACTIONS, ...FLAG_NAMES]}
                />
              </>
            }
            csvName="permission-matrix.csv"
            csvColumns={csvColumns(names)}
            empty="No people match the filters"
            noMatches="No people match the filters"
          />
        </div>
      )}
    </QueryView>
  );
}

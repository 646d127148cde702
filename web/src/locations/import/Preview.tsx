import { useMemo } from "react";
import { formatNumber } from "../../lib/formats";
import { useUrlState } from "../../lib/useUrlState";
import { Button } from "../../ui/Button";
import { SelectField } from "../../ui/form/SelectField";
import { DataTable, id, number, status, tableColumns, text } from "../../ui/table";
import { Muted } from "../../ui/text";
import { IssueList } from "./IssueList";
import { filterRows, groupIssues, STATUSES, type Counts, type PreviewRow } from "./preview";
import styles from "./preview.module.css";
import { STATUS_LABELS, StatusIcon } from "./StatusIcon";

const COLUMNS = tableColumns<PreviewRow>([
  status("status", {
    label: "Status",
    value: (row) => STATUS_LABELS[row.status],
    sortValue: (row) => STATUSES.indexOf(row.status),
    cell: (row) => <StatusIcon status={row.status} />,
    minWidth: 6.5,
    grow: 0,
  }),
  number("row", { label: "Row", value: (row) => row.number, grow: 0 }),
  id("id", {
    label: "Id",
    value: ({ record }) => record.POS_NAME__c,
    cell: ({ record }) => record.POS_NAME__c || <Muted>No id</Muted>,
    rowHeader: true,
  }),
  text("name", { label: "Name", value: ({ record }) => record.Consumer_Friendly_NAme__c, grow: 1.4 }),
  text("state", {
    label: "City, state",
    value: ({ record }) => [record.Fridge_City__c, record.Fridge_State__c].filter(Boolean).join(", "),
    sortValue: ({ record }) => `${record.Fridge_State__c} ${record.Fridge_City__c}`,
    grow: 1,
  }),
  text("issues", {
    label: "Issues",
    value: ({ issues }) => issues.map(({ message }) => message).join("; "),
    sortable: false,
    cell: ({ issues }) => (
      <ul className={styles.issues}>
        {issues.map(({ column, message }) => (
          <li key={`${column} ${message}`}>
            {column !== null && !message.includes(column) && <Muted>{column} </Muted>}
            {message}
          </li>
        ))}
      </ul>
    ),
    minWidth: 14,
    grow: 2.4,
  }),
]);

const rowId = (row: PreviewRow) => String(row.number);

const matches = ({ record }: PreviewRow, query: string) =>
  record.POS_NAME__c.toLowerCase().includes(query) || record.Consumer_Friendly_NAme__c.toLowerCase().includes(query);

interface Props {
  readonly rows: readonly PreviewRow[];
  readonly counts: Counts;
}

/** The issues and the rows. The URL contains the filters and the sort order. */
export function Preview({ rows, counts }: Props) {
  const { address, change, set, flush } = useUrlState("find");
  const shownStatus = STATUSES.find((one) => one === address.get("status"));
  const issue = address.get("issue");
  const issueGroups = useMemo(() => groupIssues(rows), [rows]);
  const shown = useMemo(() => filterRows(rows, shownStatus, issue), [rows, shownStatus, issue]);
  const noMatches = (
    <>
      <p>No rows match the filters</p>
      <Button onClick={() => change(() => new URLSearchParams())}>Clear filters</Button>
    </>
  );
  return (
    <>
      <IssueList groups={issueGroups} selectedKey={issue} onSelect={(key) => set("issue", key === issue ? "" : key)} />
      <DataTable
        name="import"
        label="Rows in the file"
        columns={COLUMNS}
        rows={shown}
        rowId={rowId}
        count={null}
        search={{
          label: "Filter rows",
          placeholder: "Id or name",
          value: address.get("find") ?? "",
          onChange: (find) => set("find", find),
          onBlur: flush,
          landmark: "Rows",
        }}
        matches={matches}
        filters={
          <SelectField
            label="Status"
            value={shownStatus ?? ""}
            onChange={(value) => set("status", value)}
            emptyLabel={`All (${formatNumber(rows.length)})`}
            options={STATUSES.map((option) => ({
              value: option,
              label: `${STATUS_LABELS[option]} (${formatNumber(counts[option])})`,
            }))}
          />
        }
        sort={address.get("sort") ?? ""}
        onSort={(sort) => set("sort", sort)}
        empty={noMatches}
        noMatches={noMatches}
      />
    </>
  );
}

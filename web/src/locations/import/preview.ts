/** The rows of the preview with their status, filters and sort order. Pure. */
import type { Column, RowIssue } from "../rules/customerRecord";
import type { ImportRow } from "./checkTable";
import type { Outcome } from "./createRows";

/** Valid, pending and invalid come from docs/requirements/locations.md, LOC-30. Failed rows were rejected by the server. */
export const STATUSES = ["valid", "pending", "invalid", "failed"] as const;
export type RowStatus = (typeof STATUSES)[number];

export interface PreviewRow {
  readonly row: ImportRow;
  readonly status: RowStatus;
  readonly issues: readonly RowIssue[];
}

export type Outcomes = ReadonlyMap<number, Outcome>;

/** The rows that are not created yet. */
export function previewRows(rows: readonly ImportRow[], outcomes: Outcomes): PreviewRow[] {
  return rows.flatMap((row): PreviewRow[] => {
    const outcome = outcomes.get(row.number);
    switch (outcome?.state) {
      case "created":
        return [];
      case "pending":
        return [{ row, status: "pending", issues: [] }];
      case "failed":
        return [{ row, status: "failed", issues: failureIssues(outcome.message) }];
      case undefined:
        return [{ row, status: row.issues.length > 0 ? "invalid" : "valid", issues: row.issues }];
    }
  });
}

function failureIssues(message: string): RowIssue[] {
  return message.split("\n").map((line) => ({ column: null, message: line, summary: line }));
}

export type Counts = Readonly<Record<RowStatus, number>>;

export function countRows(rows: readonly PreviewRow[]): Counts {
  const counts = { valid: 0, pending: 0, invalid: 0, failed: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** Issues with the same fix. */
export interface IssueGroup {
  readonly key: string;
  readonly column: Column | null;
  readonly summary: string;
  readonly rows: number;
}

const issueKey = ({ column, summary }: RowIssue) => `${column ?? ""}: ${summary}`;

/** Groups the issues of invalid rows, most frequent first. */
export function groupIssues(rows: readonly PreviewRow[]): IssueGroup[] {
  const groups = new Map<string, { column: Column | null; summary: string; rows: number }>();
  for (const { issues, status } of rows) {
    if (status !== "invalid") continue;
    for (const [key, { column, summary }] of new Map(issues.map((rowIssue) => [issueKey(rowIssue), rowIssue]))) {
      const known = groups.get(key);
      if (known) known.rows += 1;
      else groups.set(key, { column, summary, rows: 1 });
    }
  }
  return [...groups].map(([key, group]) => ({ key, ...group })).sort((a, b) => b.rows - a.rows);
}

export const SORT_COLUMNS = ["row", "status", "id", "name", "state"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface View {
  readonly status: RowStatus | null;
  /** The key of an issue group. */
  readonly issue: string | null;
  readonly search: string;
  readonly sort: SortColumn;
  readonly descending: boolean;
}

export function parseView(params: URLSearchParams): View {
  const sortText = params.get("sort") ?? "";
  const sort = SORT_COLUMNS.find((column) => column === sortText.replace(/^-/, ""));
  return {
    status: STATUSES.find((status) => status === params.get("status")) ?? null,
    issue: params.get("issue"),
    search: params.get("find") ?? "",
    sort: sort ?? "row",
    descending: sort !== undefined && sortText.startsWith("-"),
  };
}

const SORT_BY: Readonly<Record<SortColumn, (row: PreviewRow) => string | number>> = {
  row: ({ row }) => row.number,
  status: ({ status }) => STATUSES.indexOf(status),
  id: ({ row }) => row.record.POS_NAME__c.toLowerCase(),
  name: ({ row }) => row.record.Consumer_Friendly_NAme__c.toLowerCase(),
  state: ({ row }) => `${row.record.Fridge_State__c} ${row.record.Fridge_City__c}`.toLowerCase(),
};

export function filterAndSort(
  rows: readonly PreviewRow[],
  { status, issue, search, sort, descending }: View,
): PreviewRow[] {
  const searchText = search.trim().toLowerCase();
  const matching = rows.filter(
    (candidate) =>
      (status === null || candidate.status === status) &&
      (issue === null || candidate.issues.some((rowIssue) => issueKey(rowIssue) === issue)) &&
      (searchText === "" ||
        candidate.row.record.POS_NAME__c.toLowerCase().includes(searchText) ||
        candidate.row.record.Consumer_Friendly_NAme__c.toLowerCase().includes(searchText)),
  );
  const by = SORT_BY[sort];
  const direction = descending ? -1 : 1;
  return matching.sort((a, b) => {
    const [left, right] = [by(a), by(b)];
    return left < right ? -direction : left > right ? direction : a.row.number - b.row.number;
  });
}

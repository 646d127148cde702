/** The rows of the preview with their status and issues. Pure. */
import type { CheckedLine } from "../../uploads/rules/checked";
import type { RowResults } from "../../uploads/rules/chunk";
import type { Column, CustomerRecord, RowIssue } from "../rules/customerRecord";
import type { ImportRow } from "./importCheck";

/** Valid, pending and invalid come from docs/requirements/locations.md, LOC-30. Failed rows were rejected by the server. */
export const STATUSES = ["valid", "pending", "invalid", "failed"] as const;
export type RowStatus = (typeof STATUSES)[number];

export interface PreviewRow {
  readonly line: CheckedLine<ImportRow>;
  readonly number: number;
  readonly record: CustomerRecord;
  readonly status: RowStatus;
  readonly issues: readonly RowIssue[];
}

/** The rows that are not created yet. */
export function previewRows(lines: readonly CheckedLine<ImportRow>[], results: RowResults): PreviewRow[] {
  return lines.flatMap((line): PreviewRow[] => {
    if (!line.value) return [];
    const { number, record, issues } = line.value;
    const result = results.get(number);
    switch (result?.state) {
      case "written":
        return [];
      case "pending":
        return [{ line, number, record, status: "pending", issues: [] }];
      case "failed":
        return [{ line, number, record, status: "failed", issues: result.errors.map(failureIssue) }];
      case undefined:
        return [{ line, number, record, status: issues.length > 0 ? "invalid" : "valid", issues }];
    }
  });
}

function failureIssue(message: string): RowIssue {
  return { column: null, message, summary: message };
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

/** @param issue the key of an issue group */
export function filterRows(
  rows: readonly PreviewRow[],
  status: RowStatus | undefined,
  issue: string | null,
): readonly PreviewRow[] {
  return rows.filter(
    (row) =>
      (status === undefined || row.status === status) &&
      (issue === null || row.issues.some((rowIssue) => issueKey(rowIssue) === issue)),
  );
}

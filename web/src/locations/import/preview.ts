/** The rows of the preview: their states, what is shown of them, in which order. Pure. */
import type { Column, Reason } from "../rules/customerRecord";
import type { ImportRow } from "./checkTable";
import type { Outcome } from "./sendRows";

/** Valid, pending, invalid (spec, section 4); failed is what the server did not take. */
export const STATUSES = ["valid", "pending", "invalid", "failed"] as const;
export type RowStatus = (typeof STATUSES)[number];

export interface PreviewRow {
  readonly row: ImportRow;
  readonly status: RowStatus;
  readonly reasons: readonly Reason[];
}

export type Outcomes = ReadonlyMap<number, Outcome>;

/** What is left of the file: rows that succeed are removed. */
export function previewRows(rows: readonly ImportRow[], outcomes: Outcomes): PreviewRow[] {
  return rows.flatMap((row): PreviewRow[] => {
    const outcome = outcomes.get(row.number);
    switch (outcome?.state) {
      case "created":
        return [];
      case "pending":
        return [{ row, status: "pending", reasons: [] }];
      case "failed":
        return [{ row, status: "failed", reasons: failure(outcome.message) }];
      case undefined:
        return [{ row, status: row.reasons.length > 0 ? "invalid" : "valid", reasons: row.reasons }];
    }
  });
}

function failure(message: string): Reason[] {
  return message.split("\n").map((line) => ({ column: null, message: line, repair: line }));
}

export type Counts = Readonly<Record<RowStatus, number>>;

export function countRows(rows: readonly PreviewRow[]): Counts {
  const counts = { valid: 0, pending: 0, invalid: 0, failed: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** Rows that are repaired alike. */
export interface Repair {
  readonly key: string;
  readonly column: Column | null;
  readonly repair: string;
  readonly rows: number;
}

const repairKey = ({ column, repair }: Reason) => `${column ?? ""}: ${repair}`;

/** Most frequent first. */
export function repairsOf(rows: readonly PreviewRow[]): Repair[] {
  const repairs = new Map<string, { column: Column | null; repair: string; rows: number }>();
  for (const { reasons, status } of rows) {
    if (status !== "invalid") continue;
    for (const [key, { column, repair }] of new Map(reasons.map((reason) => [repairKey(reason), reason]))) {
      const known = repairs.get(key);
      if (known) known.rows += 1;
      else repairs.set(key, { column, repair, rows: 1 });
    }
  }
  return [...repairs].map(([key, repair]) => ({ key, ...repair })).sort((a, b) => b.rows - a.rows);
}

export const SORTS = ["row", "status", "id", "name", "state"] as const;
export type SortColumn = (typeof SORTS)[number];

export interface View {
  readonly status: RowStatus | null;
  /** The key of a repair. */
  readonly repair: string | null;
  readonly find: string;
  readonly sort: SortColumn;
  readonly descending: boolean;
}

export function viewFrom(params: URLSearchParams): View {
  const sortText = params.get("sort") ?? "";
  const sort = SORTS.find((column) => column === sortText.replace(/^-/, ""));
  return {
    status: STATUSES.find((status) => status === params.get("status")) ?? null,
    repair: params.get("repair"),
    find: params.get("find") ?? "",
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

export function viewOf(rows: readonly PreviewRow[], { status, repair, find, sort, descending }: View): PreviewRow[] {
  const sought = find.trim().toLowerCase();
  const matching = rows.filter(
    (candidate) =>
      (status === null || candidate.status === status) &&
      (repair === null || candidate.reasons.some((reason) => repairKey(reason) === repair)) &&
      (sought === "" ||
        candidate.row.record.POS_NAME__c.toLowerCase().includes(sought) ||
        candidate.row.record.Consumer_Friendly_NAme__c.toLowerCase().includes(sought)),
  );
  const by = SORT_BY[sort];
  const direction = descending ? -1 : 1;
  return matching.sort((a, b) => {
    const [left, right] = [by(a), by(b)];
    return left < right ? -direction : left > right ? direction : a.row.number - b.row.number;
  });
}

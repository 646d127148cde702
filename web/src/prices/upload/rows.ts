/** Converts the lines of a price file to rows of the preview (docs/requirements/planning.md, PRC-1). */
import type { CheckedLine, Outcome } from "../../uploads/rules/checked";
import type { ServerResults } from "./serverResults";
import type { PriceChange } from "./priceCheck";

export const STATUSES = ["Invalid", "Will Update", "No Change"] as const;
export type Status = (typeof STATUSES)[number];

export interface PriceRow {
  readonly line: number;
  readonly status: Status;
  readonly schemaId: string;
  readonly item: string;
  readonly price: string;
  /** The effect of the update. */
  readonly change: string;
  /** Empty for a valid row. */
  readonly errors: readonly string[];
}

const STATUS_OF: Readonly<Record<Outcome, Status>> = {
  added: "Will Update",
  changed: "Will Update",
  unchanged: "No Change",
  rejected: "Invalid",
  removed: "Invalid",
};

export function priceRows(
  lines: readonly CheckedLine<PriceChange>[],
  { rowErrors, updated }: Pick<ServerResults, "rowErrors" | "updated">,
): readonly PriceRow[] {
  return lines.map(({ line, outcome, cells: [schemaId = "", item = "", price = ""], reasons, value }) => {
    const number = line ?? 0;
    const errors = rowErrors.get(number) ?? reasons;
    const common = { line: number, schemaId, item, price, errors };
    if (updated.has(number)) return { ...common, status: "No Change", change: "Updated" };
    const status = errors.length > 0 ? "Invalid" : STATUS_OF[outcome];
    return { ...common, status, change: changeOf(outcome, value) };
  });
}

function changeOf(outcome: Outcome, value: PriceChange | null): string {
  if (!value) return "";
  if (outcome === "unchanged") return "Same price";
  if (value.before !== null) return `${value.before} → ${value.price}`;
  return value.newSchema ? "New item in a new schema" : "New item";
}

export type Counts = Readonly<Record<Status, number>>;

export function countStatuses(rows: readonly PriceRow[]): Counts {
  const counts = { Invalid: 0, "Will Update": 0, "No Change": 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** Returns the rows with the status that contain the text in any column. */
export function filterRows(rows: readonly PriceRow[], status: Status | "All", text: string): readonly PriceRow[] {
  const query = text.trim().toLowerCase();
  const contains = (cell: string) => cell.toLowerCase().includes(query);
  return rows.filter(
    (row) =>
      (status === "All" || row.status === status) &&
      (query === "" || [row.schemaId, row.item, row.price, row.change, ...row.errors].some(contains)),
  );
}

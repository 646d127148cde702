/** A price file's lines as the preview shows them (spec of planning and reporting, sections 2 and 4). */
import type { CheckedLine, Outcome } from "../../uploads/rules/checked";
import type { ServerWords } from "./answers";
import type { PriceChange } from "./priceCheck";

export const STATUSES = ["Invalid", "Will Update", "No Change"] as const;
export type Status = (typeof STATUSES)[number];

export interface PriceRow {
  readonly line: number;
  readonly status: Status;
  readonly schemaId: string;
  readonly item: string;
  readonly price: string;
  /** What updating would do. */
  readonly change: string;
  /** What is wrong; empty where nothing is. */
  readonly faults: readonly string[];
}

const STATUS_OF: Readonly<Record<Outcome, Status>> = {
  added: "Will Update",
  changed: "Will Update",
  unchanged: "No Change",
  refused: "Invalid",
  removed: "Invalid",
};

/** @param words what the server said of lines that were sent */
export function priceRows(
  lines: readonly CheckedLine<PriceChange>[],
  { rowErrors, updated }: Pick<ServerWords, "rowErrors" | "updated">,
): readonly PriceRow[] {
  return lines.map(({ line, outcome, cells: [schemaId = "", item = "", price = ""], reasons, value }) => {
    const number = line ?? 0;
    const faults = rowErrors.get(number) ?? reasons;
    const told = { line: number, schemaId, item, price, faults };
    if (updated.has(number)) return { ...told, status: "No Change", change: "Updated" };
    const status = faults.length > 0 ? "Invalid" : STATUS_OF[outcome];
    return { ...told, status, change: changeOf(outcome, value) };
  });
}

function changeOf(outcome: Outcome, value: PriceChange | null): string {
  if (!value) return "";
  if (outcome === "unchanged") return "Same price";
  if (value.before !== null) return `${value.before} → ${value.price}`;
  return value.newSchema ? "New item of a new schema" : "New item";
}

export type Counts = Readonly<Record<Status, number>>;

export function countStatuses(rows: readonly PriceRow[]): Counts {
  const counts = { Invalid: 0, "Will Update": 0, "No Change": 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** The rows of a status, or all, that contain the text anywhere. */
export function shownRows(rows: readonly PriceRow[], status: Status | "All", text: string): readonly PriceRow[] {
  const wanted = text.trim().toLowerCase();
  const contains = (cell: string) => cell.toLowerCase().includes(wanted);
  return rows.filter(
    (row) =>
      (status === "All" || row.status === status) &&
      (wanted === "" || [row.schemaId, row.item, row.price, row.change, ...row.faults].some(contains)),
  );
}

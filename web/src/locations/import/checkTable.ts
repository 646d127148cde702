/** Finds the issues of each row: invalid values, duplicates in the file, and ids that already exist. Pure. */
import { idTakenMessage } from "../rules/create";
import {
  checkRecord,
  recordOf,
  rowIssue,
  type Cell,
  type CustomerRecord,
  type RowIssue,
} from "../rules/customerRecord";
import { foldId } from "../storedIds";
import type { Table } from "./table";

export interface ImportRow {
  /** Row number in the file. */
  readonly number: number;
  readonly record: CustomerRecord;
  /** Why the row cannot be imported; empty if it can. */
  readonly issues: readonly RowIssue[];
  /** The cells as text, in the order of the header. */
  readonly cells: readonly string[];
}

/** The server data that the rows are checked against. */
export interface ImportContext {
  /** Ids of the existing locations. */
  readonly existing: readonly string[];
  /** The price map templates that the server offers. */
  readonly priceMapTemplates: readonly string[];
}

const ID = "POS_NAME__c";

export function checkTable(
  { rows, columnIndexes, header }: Table,
  { existing, priceMapTemplates }: ImportContext,
): ImportRow[] {
  const known = new Set(existing.map(foldId));
  const context = { offered: { priceMapTemplate: priceMapTemplates } };
  const parsedRows = rows.map((row) => ({
    ...row,
    record: recordOf((column) => {
      const columnIndex = columnIndexes.get(column);
      return columnIndex === undefined ? undefined : row.cells[columnIndex];
    }),
  }));

  const numbersOf = new Map<string, number[]>();
  for (const { number, record } of parsedRows) {
    if (record[ID] === "") continue;
    const id = foldId(record[ID]);
    const numbers = numbersOf.get(id);
    if (numbers) numbers.push(number);
    else numbersOf.set(id, [number]);
  }

  return parsedRows.map(({ number, record, cells, malformed }) => {
    const issues = malformed ? [rowIssue(null, malformed, "The row is malformed")] : [];
    const id = record[ID];
    if (known.has(foldId(id))) issues.push(rowIssue(ID, idTakenMessage(id), "There is already a location with the id"));
    const others = (numbersOf.get(foldId(id)) ?? []).filter((other) => other !== number);
    if (others.length > 0)
      issues.push(rowIssue(ID, duplicateIdMessage(id, others), "The id is in the file more than once"));
    issues.push(...checkRecord(record, context));
    return { number, record, issues, cells: header.map((_, index) => cellToText(cells[index])) };
  });
}

const MAX_LISTED_ROWS = 5;

function duplicateIdMessage(id: string, numbers: readonly number[]): string {
  const listed = numbers.slice(0, MAX_LISTED_ROWS).join(", ");
  const more = numbers.length > MAX_LISTED_ROWS ? ` and ${numbers.length - MAX_LISTED_ROWS} more` : "";
  return `The id ${id} is also in ${numbers.length === 1 ? "row" : "rows"} ${listed}${more}`;
}

function cellToText(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? "" : String(cell);
}

/** Each row of a file with all that is wrong with it: by the rules, in the file, and against what exists. Pure. */
import { idTaken } from "../rules/create";
import { checkRecord, reason, recordOf, type Cell, type CustomerRecord, type Reason } from "../rules/customerRecord";
import { foldId } from "../storedIds";
import type { Table } from "./table";

export interface ImportRow {
  /** In the file. */
  readonly number: number;
  readonly record: CustomerRecord;
  /** Why it cannot be imported; none where it can. */
  readonly reasons: readonly Reason[];
  /** Its cells as text, in the order of the file's header. */
  readonly cells: readonly string[];
}

/** What the rows are checked against. */
export interface ImportContext {
  /** Ids of the locations that exist. */
  readonly existing: readonly string[];
  /** The price map templates that the server offers. */
  readonly priceMapTemplates: readonly string[];
}

const ID = "POS_NAME__c";

export function checkTable(
  { rows, placeOf, header }: Table,
  { existing, priceMapTemplates }: ImportContext,
): ImportRow[] {
  const known = new Set(existing.map(foldId));
  const context = { offered: { priceMapTemplate: priceMapTemplates } };
  const read = rows.map((row) => ({
    ...row,
    record: recordOf((column) => {
      const place = placeOf.get(column);
      return place === undefined ? undefined : row.cells[place];
    }),
  }));

  const numbersOf = new Map<string, number[]>();
  for (const { number, record } of read) {
    if (record[ID] === "") continue;
    const id = foldId(record[ID]);
    const numbers = numbersOf.get(id);
    if (numbers) numbers.push(number);
    else numbersOf.set(id, [number]);
  }

  return read.map(({ number, record, cells, malformed }) => {
    const reasons = malformed ? [reason(null, malformed, "The line cannot be read as it stands")] : [];
    const id = record[ID];
    if (known.has(foldId(id))) reasons.push(reason(ID, idTaken(id), "There is already a location with the id"));
    const others = (numbersOf.get(foldId(id)) ?? []).filter((other) => other !== number);
    if (others.length > 0) reasons.push(reason(ID, alsoIn(id, others), "The id is in the file more than once"));
    reasons.push(...checkRecord(record, context));
    return { number, record, reasons, cells: header.map((_, index) => asText(cells[index])) };
  });
}

const MOST_NAMED = 5;

function alsoIn(id: string, numbers: readonly number[]): string {
  const named = numbers.slice(0, MOST_NAMED).join(", ");
  const more = numbers.length > MOST_NAMED ? ` and ${numbers.length - MOST_NAMED} more` : "";
  return `The id ${id} is also in row ${named}${more}`;
}

function asText(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? "" : String(cell);
}

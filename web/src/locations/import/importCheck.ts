/** Finds the issues of each row: invalid values, duplicates in the file, and ids that already exist. Pure. */
import { formatNames } from "../../lib/formats";
import type { CheckedLine, FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { idTakenMessage } from "../rules/create";
import {
  checkRecord,
  COLUMN_NAMES,
  rowIssue,
  type Column,
  type CustomerRecord,
  type RowIssue,
} from "../rules/customerRecord";
import { foldId } from "../storedIds";
import { readRecords } from "./readRecords";

/** The server data that the rows are checked against. */
export interface ImportContext {
  /** Ids of the existing locations. */
  readonly existing: readonly string[];
  /** The price map templates that the server offers. */
  readonly priceMapTemplates: readonly string[];
}

export interface ImportRow {
  /** Row number in the file. */
  readonly number: number;
  readonly record: CustomerRecord;
  /** Why the row cannot be imported; empty if it can. */
  readonly issues: readonly RowIssue[];
}

const ID = "POS_NAME__c";

export const importCheck: FileCheck<Column, ImportContext, ImportRow> = {
  format: { name: "export of the customer records", columns: COLUMN_NAMES, otherFormats: [] },
  read: readRecords,
  keysToLoad: () => [],
  compare: (lines, { existing, priceMapTemplates }) => {
    const known = new Set(existing.map(foldId));
    const context = { offered: { priceMapTemplate: priceMapTemplates } };
    const numbersOf = new Map<string, number[]>();
    for (const { number, cells } of lines) {
      if (cells[ID] === "") continue;
      const id = foldId(cells[ID]);
      const numbers = numbersOf.get(id);
      if (numbers) numbers.push(number);
      else numbersOf.set(id, [number]);
    }
    return lines.map((line) => {
      const { number, cells: record, malformed } = line;
      const issues = malformed ? [rowIssue(null, malformed, "The row is malformed")] : [];
      const id = record[ID];
      if (known.has(foldId(id)))
        issues.push(rowIssue(ID, idTakenMessage(id), "There is already a location with the id"));
      const others = (numbersOf.get(foldId(id)) ?? []).filter((other) => other !== number);
      if (others.length > 0)
        issues.push(rowIssue(ID, duplicateIdMessage(id, others), "The id is in the file more than once"));
      issues.push(...checkRecord(record, context));
      return checkedLine(line, issues);
    });
  },
};

function checkedLine({ number, cells, text = [] }: Line<Column>, issues: readonly RowIssue[]): CheckedLine<ImportRow> {
  return {
    line: number,
    outcome: issues.length > 0 ? "rejected" : "added",
    cells: text,
    stored: null,
    reasons: issues.map(({ message }) => message),
    value: { number, record: cells, issues },
  };
}

const MAX_LISTED_ROWS = 5;

function duplicateIdMessage(id: string, numbers: readonly number[]): string {
  return `The id ${id} is also in ${numbers.length === 1 ? "row" : "rows"} ${formatNames(numbers, MAX_LISTED_ROWS)}`;
}

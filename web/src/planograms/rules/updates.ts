/**
 * The rules of a planogram file (docs/requirements/planning.md, PLN-2). The server has the same rules;
 * `functions/planograms/cases/updates.json` tests both. Pure: converts rows to values and errors.
 */
import { memoize } from "../../uploads/rules/memoize";
import type { Line } from "../../uploads/rules/sheet";
import { CREATE_COLUMNS, UPDATE_COLUMNS, type FileColumn, type RequestType } from "../formats";
import { parseCentralTime } from "./centralTime";
import { parseSlot, formatSlot } from "./slots";

const MAX_LENGTH = 100;
/** Maximum number of slots of a new layout. */
const MAX_SLOTS = 500;
const MISSING = "At least one input missing...";
const EMPTY = "Value cannot be empty.";

/** The fields of a row, named as in the GraphQL input. */
export type RowField = "layoutName" | "slot" | "vendItemName" | "activeHour" | "physicalFridgeConfig";

/** `incomplete`: the row has fewer than four cells. */
export type Row = Pick<Line<FileColumn>, "number" | "incomplete"> & {
  readonly cells: Readonly<Partial<Record<FileColumn, string>>>;
};

/** A valid row. For CREATE, activeHour is set to now when the row is sent. */
export interface PlanogramRow {
  readonly layoutName: string;
  readonly slot: string;
  readonly vendItemName: string;
  readonly activeHour?: string;
  readonly physicalFridgeConfig?: string;
}

export interface RowError {
  readonly line: number;
  /** Empty if the error concerns the whole row. */
  readonly field: RowField | "";
  readonly message: string;
}

export interface Warning {
  readonly line: number;
  readonly message: string;
}

export interface CheckedRows {
  readonly errors: readonly RowError[];
  /** The values of the valid rows, by line. */
  readonly values: ReadonlyMap<number, PlanogramRow>;
}

type ParsedValue = { readonly value: string } | { readonly error: string };

function parseText(text: string): ParsedValue {
  return text.length > MAX_LENGTH && [...text].length > MAX_LENGTH
    ? { error: `Value can have at most ${MAX_LENGTH} characters.` }
    : { value: text };
}

function parseSlotValue(text: string): ParsedValue {
  const read = parseSlot(text);
  if (read === "format") return { error: "Slot is not in format <integer>:<integer>." };
  if (read === "range") return { error: "The row and column of a slot must be from 0 to 1000." };
  return { value: formatSlot(read) };
}

function parseHour(text: string): ParsedValue {
  const parsed = parseCentralTime(text);
  if (parsed.ok) return { value: parsed.instant };
  return {
    error:
      parsed.reason === "skipped"
        ? "The activeHour does not exist because the clocks go forward (Central time)."
        : "The activeHour is not in format MM/DD/YYYY hh:mm:ss.",
  };
}

const PARSERS: Readonly<Record<RowField, (text: string) => ParsedValue>> = {
  layoutName: parseText,
  slot: memoize(parseSlotValue),
  vendItemName: parseText,
  activeHour: memoize(parseHour),
  physicalFridgeConfig: parseText,
};

/** The fields of a row, with their columns in the file. */
const FIELDS: Readonly<Record<RequestType, readonly (readonly [RowField, FileColumn])[]>> = {
  UPDATE: UPDATE_COLUMNS.map((column) => [column, column]),
  CREATE: CREATE_COLUMNS.map((column) => [
    column === "physical fridge config" ? "physicalFridgeConfig" : column,
    column,
  ]),
};

export function checkRows(type: RequestType, rows: readonly Row[]): CheckedRows {
  const errors: RowError[] = [];
  const values = new Map<number, PlanogramRow>();
  const lineByKey = new Map<string, number>();
  const slotCounts = new Map<string, number>();
  for (const row of rows) {
    const read = parseRow(type, row);
    if ("errors" in read) {
      errors.push(...read.errors);
      continue;
    }
    const line = row.number;
    const { layoutName, slot, activeHour } = read.value;
    const key = `${layoutName}\n${slot}\n${activeHour ?? ""}`;
    const duplicateLine = lineByKey.get(key);
    const slotCount = slotCounts.get(layoutName) ?? 0;
    if (duplicateLine !== undefined) {
      errors.push({ line, field: "", message: `Duplicated records: Lines ${duplicateLine} and ${line}` });
    } else if (type === "CREATE" && slotCount >= MAX_SLOTS) {
      errors.push({ line, field: "", message: `A planogram can have at most ${MAX_SLOTS} slots.` });
    } else {
      lineByKey.set(key, line);
      slotCounts.set(layoutName, slotCount + 1);
      values.set(line, read.value);
    }
  }
  return { errors, values };
}

/** Warns about a layoutName and slot with several hours. */
export function repeatedSlots(
  rows: readonly { readonly line: number; readonly value: PlanogramRow }[],
): readonly Warning[] {
  const firstLines = new Map<string, number>();
  return rows.flatMap(({ line, value: { layoutName, slot } }) => {
    const key = `${layoutName}\n${slot}`;
    const before = firstLines.get(key);
    if (before === undefined) {
      firstLines.set(key, line);
      return [];
    }
    return [{ line, message: `Repeated layoutName and slot: Lines ${before} and ${line}` }];
  });
}

function parseRow(
  type: RequestType,
  { number: line, cells, incomplete }: Row,
): { readonly errors: readonly RowError[] } | { readonly value: PlanogramRow } {
  if (incomplete) return { errors: [{ line, field: "", message: MISSING }] };
  const errors: RowError[] = [];
  const value: Partial<Record<RowField, string>> = {};
  for (const [field, column] of FIELDS[type]) {
    const text = (cells[column] ?? "").trim();
    const read = text === "" ? { error: EMPTY } : PARSERS[field](text);
    if ("error" in read) errors.push({ line, field, message: read.error });
    else value[field] = read.value;
  }
  return errors.length > 0 ? { errors } : { value: value as unknown as PlanogramRow };
}

/**
 * The rules of a planogram file (spec of planning and reporting, section 5; the server's are those of
 * functions/planograms, and both run functions/planograms/cases/updates.json). Pure: rows in, faults and values out.
 */
import type { RequestType } from "../formats";
import { readCentral } from "./centralTime";
import { readSlot, slotText } from "./slots";

const LONGEST = 100;
/** Slots of a layout that is created. */
const MOST_SLOTS = 500;
const MISSING = "At least one input missing...";
const EMPTY = "Value cannot be empty.";

/** What a row is asked for, by the names of the server's input. */
export type RowField = "layoutName" | "slot" | "vendItemName" | "activeHour" | "physicalFridgeConfig";

export interface Row {
  /** As an editor counts: the header is line 1. */
  readonly line: number;
  readonly cells: Readonly<Partial<Record<RowField, string>>>;
  /** It ends before its fourth cell. */
  readonly incomplete: boolean;
}

/** A sound row. On CREATE activeHour is set to now, when it is sent. */
export interface PlanogramRow {
  readonly layoutName: string;
  readonly slot: string;
  readonly vendItemName: string;
  readonly activeHour?: string;
  readonly physicalFridgeConfig?: string;
}

export interface Fault {
  readonly line: number;
  /** Empty of the row as a whole. */
  readonly field: RowField | "";
  readonly message: string;
}

export interface Warning {
  readonly line: number;
  readonly message: string;
}

export interface CheckedRows {
  readonly faults: readonly Fault[];
  /** By line, of those without a fault. */
  readonly values: ReadonlyMap<number, PlanogramRow>;
}

type Read = { readonly value: string } | { readonly fault: string };

function short(text: string): Read {
  return [...text].length > LONGEST ? { fault: `Value can have at most ${LONGEST} characters.` } : { value: text };
}

function slot(text: string): Read {
  const read = readSlot(text);
  if (read === "format") return { fault: "Slot is not in format <integer>:<integer>." };
  if (read === "range") return { fault: "Row and column of a slot are numbers from 0 to 1000." };
  return { value: slotText(read) };
}

/** Answers again what it answered for the same text: a long file names few hours, and reading one takes its time. */
function remembering(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const answer = read(text);
    known.set(text, answer);
    return answer;
  };
}

function hour(text: string): Read {
  const read = readCentral(text);
  if (read.ok) return { value: read.instant };
  return {
    fault:
      read.why === "skipped"
        ? "The activeHour is skipped: clocks go forward then (Central time)."
        : "The activeHour is not in format MM/DD/YYYY hh:mm:ss.",
  };
}

type Reader = Readonly<Record<RowField, (text: string) => Read>>;

const reader = (): Reader => ({
  layoutName: short,
  slot,
  vendItemName: short,
  activeHour: remembering(hour),
  physicalFridgeConfig: short,
});

const COLUMNS: Readonly<Record<RequestType, readonly RowField[]>> = {
  UPDATE: ["layoutName", "slot", "vendItemName", "activeHour"],
  CREATE: ["layoutName", "slot", "vendItemName", "physicalFridgeConfig"],
};

export function checkRows(type: RequestType, rows: readonly Row[]): CheckedRows {
  const faults: Fault[] = [];
  const values = new Map<number, PlanogramRow>();
  const hours = new Map<string, number>();
  const slots = new Map<string, number>();
  const by = reader();
  for (const row of rows) {
    const read = readRow(type, row, by);
    if ("faults" in read) {
      faults.push(...read.faults);
      continue;
    }
    const { layoutName, slot: place, activeHour } = read.value;
    const key = `${layoutName}\n${place}\n${activeHour ?? ""}`;
    const twin = hours.get(key);
    const before = slots.get(layoutName) ?? 0;
    if (twin !== undefined) {
      faults.push({ line: row.line, field: "", message: `Duplicated records: Lines ${twin} and ${row.line}` });
    } else if (type === "CREATE" && before >= MOST_SLOTS) {
      faults.push({ line: row.line, field: "", message: `A planogram has at most ${MOST_SLOTS} slots.` });
    } else {
      hours.set(key, row.line);
      slots.set(layoutName, before + 1);
      values.set(row.line, read.value);
    }
  }
  return { faults, values };
}

/** Warning only: the same layoutName and slot at several hours. */
export function repeatedSlots(
  rows: readonly { readonly line: number; readonly value: PlanogramRow }[],
): readonly Warning[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ line, value: { layoutName, slot: place } }) => {
    const key = `${layoutName}\n${place}`;
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, line);
      return [];
    }
    return [{ line, message: `Repeated layoutName and slot: Lines ${before} and ${line}` }];
  });
}

function readRow(
  type: RequestType,
  { line, cells, incomplete }: Row,
  by: Reader,
): { readonly faults: readonly Fault[] } | { readonly value: PlanogramRow } {
  if (incomplete) return { faults: [{ line, field: "", message: MISSING }] };
  const faults: Fault[] = [];
  const value: Partial<Record<RowField, string>> = {};
  for (const field of COLUMNS[type]) {
    const text = (cells[field] ?? "").trim();
    const read = text === "" ? { fault: EMPTY } : by[field](text);
    if ("fault" in read) faults.push({ line, field, message: read.fault });
    else value[field] = read.value;
  }
  return faults.length > 0 ? { faults } : { value: value as unknown as PlanogramRow };
}

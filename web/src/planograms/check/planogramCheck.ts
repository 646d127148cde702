/** Compares a planogram file with the stored planograms at the hours in the file. */
import { acceptLine, rejectLine, type CheckedLine, type FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { FORMATS, type FileColumn, type RequestType } from "../formats";
import { effectiveAt, type Entry } from "../rules/effective";
import { checkRows, type CheckedRows, type RowError, type PlanogramRow } from "../rules/updates";

/**
 * The entries of each layout from the file's first hour on. Empty for CREATE if the layout exists. Null if the layout does
 * not exist.
 */
export type KnownPlanograms = ReadonlyMap<string, readonly Entry[] | null>;

/** A layout and the first hour of its rows in the file. */
export interface LayoutKey {
  readonly layoutName: string;
  readonly from: string | null;
}

export const parseLayoutKey = (text: string): LayoutKey => {
  const [from = "", layoutName = ""] = text.split(/ (.*)/s);
  return { layoutName, from: from || null };
};

type PlanogramLine = Line<FileColumn>;

export function planogramCheck(type: RequestType): FileCheck<FileColumn, KnownPlanograms, PlanogramRow> {
  // `keysToLoad` and `compare` check the same lines.
  const checked = new WeakMap<readonly PlanogramLine[], CheckedRows>();
  const rowsOf = (lines: readonly PlanogramLine[]) => {
    const wellFormed = () => lines.filter(({ malformed }) => !malformed);
    const rows = checked.get(lines) ?? checkRows(type, wellFormed());
    checked.set(lines, rows);
    return rows;
  };
  return {
    format: FORMATS[type],
    keysToLoad: (lines) => layoutKeysOf(rowsOf(lines)),
    compare: (lines, known) => compare(type, lines, rowsOf(lines), known),
  };
}

function layoutKeysOf({ values }: CheckedRows): readonly string[] {
  const firstHours = new Map<string, string>();
  for (const { layoutName, activeHour = "" } of values.values()) {
    const before = firstHours.get(layoutName);
    if (before === undefined || activeHour < before) firstHours.set(layoutName, activeHour);
  }
  return [...firstHours].map(([layoutName, from]) => `${from} ${layoutName}`);
}

function compare(
  type: RequestType,
  lines: readonly PlanogramLine[],
  { values, errors }: CheckedRows,
  known: KnownPlanograms,
) {
  const reasonsByLine = new Map<number, string[]>();
  for (const error of errors) {
    reasonsByLine.set(error.line, [...(reasonsByLine.get(error.line) ?? []), reasonOf(error)]);
  }
  // Cached, because many lines have the same layout and hour.
  const states = new Map<string, ReadonlyMap<string, Entry>>();
  const stateAt = (layoutName: string, hour: string, entries: readonly Entry[]) => {
    const key = `${hour} ${layoutName}`;
    const state = states.get(key) ?? effectiveAt(entries, Date.parse(hour));
    states.set(key, state);
    return state;
  };

  const { columns } = FORMATS[type];
  return lines.map((line): CheckedLine<PlanogramRow> => {
    const value = values.get(line.number);
    if (line.malformed) return rejectLine(line, columns, [line.malformed]);
    if (!value) return rejectLine(line, columns, reasonsByLine.get(line.number) ?? []);
    const entries = known.get(value.layoutName);
    if (type === "CREATE") {
      return entries
        ? rejectLine(line, columns, [`Planogram ${value.layoutName} already exists. Update it instead.`])
        : acceptLine(line, columns, "added", value);
    }
    if (!entries) {
      return rejectLine(line, columns, [`There is no planogram ${value.layoutName}. Create it first.`]);
    }
    const before = stateAt(value.layoutName, value.activeHour ?? "", entries).get(value.slot);
    if (!before) return acceptLine(line, columns, "added", value);
    return before.vendItemName === value.vendItemName
      ? acceptLine(line, columns, "unchanged", value)
      : acceptLine(line, columns, "changed", value, before.vendItemName);
  });
}

/** 'slot: Value cannot be empty.' */
const reasonOf = ({ field, message }: RowError) => (field ? `${field}: ${message}` : message);

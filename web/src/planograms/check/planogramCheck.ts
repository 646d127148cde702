/** A planogram file compared with what its layouts show at the hours that it names. */
import type { CheckedLine, FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { FORMATS, type FileColumn, type RequestType } from "../formats";
import { effectiveAt, type Entry } from "../rules/effective";
import { checkRows, type CheckedRows, type Fault, type PlanogramRow, type Row } from "../rules/updates";

/** By layout what it shows from the file's first hour on (nothing, where it is to be created); null of one that there is not. */
export type KnownPlanograms = ReadonlyMap<string, readonly Entry[] | null>;

/** A layout, and the first hour for which the file says something of it. */
export interface Need {
  readonly layoutName: string;
  readonly from: string | null;
}

export const needFrom = (text: string): Need => {
  const [from = "", layoutName = ""] = text.split(/ (.*)/s);
  return { layoutName, from: from || null };
};

type PlanogramLine = Line<FileColumn>;

export function planogramCheck(type: RequestType): FileCheck<FileColumn, KnownPlanograms, PlanogramRow> {
  // Both questions are asked of the same lines.
  const checked = new WeakMap<readonly PlanogramLine[], CheckedRows>();
  const rowsOf = (lines: readonly PlanogramLine[]) => {
    const rows = checked.get(lines) ?? checkLines(type, lines);
    checked.set(lines, rows);
    return rows;
  };
  return {
    format: FORMATS[type],
    needs: (lines) => needsOf(rowsOf(lines)),
    compare: (lines, known) => compare(type, lines, rowsOf(lines), known),
  };
}

function checkLines(type: RequestType, lines: readonly PlanogramLine[]): CheckedRows {
  const sound = lines.filter(({ malformed }) => !malformed);
  return checkRows(
    type,
    sound.map(({ number, cells, incomplete }): Row => {
      const { "physical fridge config": physicalFridgeConfig, ...rest } = cells;
      return { line: number, cells: { ...rest, physicalFridgeConfig }, incomplete: incomplete === true };
    }),
  );
}

function needsOf({ values }: CheckedRows): readonly string[] {
  const first = new Map<string, string>();
  for (const { layoutName, activeHour = "" } of values.values()) {
    const before = first.get(layoutName);
    if (before === undefined || activeHour < before) first.set(layoutName, activeHour);
  }
  return [...first].map(([layoutName, from]) => `${from} ${layoutName}`);
}

function compare(
  type: RequestType,
  lines: readonly PlanogramLine[],
  { values, faults }: CheckedRows,
  known: KnownPlanograms,
) {
  const wrong = new Map<number, string[]>();
  for (const fault of faults) wrong.set(fault.line, [...(wrong.get(fault.line) ?? []), reasonOf(fault)]);
  // Many lines are of the same layout and hour.
  const states = new Map<string, ReadonlyMap<string, Entry>>();
  const shownAt = (layoutName: string, hour: string, entries: readonly Entry[]) => {
    const key = `${hour} ${layoutName}`;
    const state = states.get(key) ?? effectiveAt(entries, Date.parse(hour));
    states.set(key, state);
    return state;
  };

  return lines.map(({ number, cells, malformed }): CheckedLine<PlanogramRow> => {
    const told = { line: number, cells: FORMATS[type].columns.map((column) => cells[column]) };
    const refused = (reasons: readonly string[]) =>
      ({ ...told, outcome: "refused", stored: null, reasons, value: null }) as const;
    const value = values.get(number);
    if (malformed || !value) return refused(malformed ? [malformed] : (wrong.get(number) ?? []));
    const entries = known.get(value.layoutName);
    if (type === "CREATE") {
      if (entries) return refused([`There is a planogram ${value.layoutName} already. Update it instead.`]);
      return { ...told, outcome: "added", stored: null, reasons: [], value };
    }
    if (!entries) return refused([`There is no planogram ${value.layoutName}. Create it first.`]);
    const before = shownAt(value.layoutName, value.activeHour ?? "", entries).get(value.slot);
    if (!before) return { ...told, outcome: "added", stored: null, reasons: [], value };
    const same = before.vendItemName === value.vendItemName;
    const stored = same ? null : before.vendItemName;
    return { ...told, outcome: same ? "unchanged" : "changed", stored, reasons: [], value };
  });
}

/** 'slot: Value cannot be empty.' */
const reasonOf = ({ field, message }: Fault) => (field ? `${field}: ${message}` : message);

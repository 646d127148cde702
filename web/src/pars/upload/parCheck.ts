/** Compares a pars file with the stored pars. */
import { withStoredIds } from "../../locations/storedIds";
import { acceptLine, rejectLine, type CheckedLine, type FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import type { ParsQuery } from "../operations.generated";
import { PAR_COLUMNS, PAR_FORMAT, type ParColumn } from "./format";
import { checkPars, groupKey, type Par, type ParGroup, type ReferenceData } from "./parRules";

export type StoredPars = ParsQuery["pars"]["items"][number];
type StoredPar = StoredPars["items"][number];

export interface KnownPars extends ReferenceData {
  /** The stored pars of the file's stockings, by stocking id. */
  readonly stored: ReadonlyMap<string, StoredPars>;
}

/** The value of a row. All rows of a group share the `group` object. */
export interface ParValue {
  readonly group: Omit<ParGroup, "pars" | "errors">;
  readonly par: Par;
}

export const parCheck: FileCheck<ParColumn, KnownPars, ParValue> = {
  format: PAR_FORMAT,
  keysToLoad: (lines) => [...new Set(lines.map(({ cells }) => groupKey(cells)))].filter((key) => STOCKING_ID.test(key)),
  compare,
};

/** The stocking ids that the server accepts. Nothing is stored under other ids. */
const STOCKING_ID = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])#\w{1,100}#\d{1,9}$/;

function compare(fileLines: readonly Line<ParColumn>[], known: KnownPars): readonly CheckedLine<ParValue>[] {
  const lines = withStoredIds(fileLines, "location", known.locations.keys());
  const malformedLineByGroup = new Map<string, number>();
  for (const { number, cells, malformed } of lines) {
    // The cells of a malformed row can be wrong, so its group is a guess.
    if (malformed !== null && !malformedLineByGroup.has(groupKey(cells)))
      malformedLineByGroup.set(groupKey(cells), number);
  }
  const groups = checkPars(
    lines.filter(({ malformed }) => malformed === null),
    known,
  );
  const byKey = new Map(groups.map((group) => [group.key, compareGroup(group, known)]));
  const compared = lines.map((line): CheckedLine<ParValue> => {
    const key = groupKey(line.cells);
    const group = byKey.get(key);
    if (line.malformed !== null || !group) return rejectLine(line, PAR_COLUMNS, [line.malformed ?? ""]);
    return compareRow(line, group, group.firstErrorLine ?? malformedLineByGroup.get(key));
  });
  const removed = [...byKey.values()].flatMap(removedLines);
  return removed.length > 0 ? [...compared, ...removed] : compared;
}

/** @param errorLine the first line of the group with an error */
function compareRow(line: Line<ParColumn>, group: ComparedGroup, errorLine: number | undefined): CheckedLine<ParValue> {
  const errors = group.errorsByLine.get(line.number);
  if (errors) return rejectLine(line, PAR_COLUMNS, errors);
  if (errorLine !== undefined) {
    return rejectLine(line, PAR_COLUMNS, [], `Another row of this stocking is invalid: see line ${errorLine}`);
  }
  const par = group.parOf.get(line.number);
  if (!par) return rejectLine(line, PAR_COLUMNS, []);
  const value = { group: group.sent, par };
  const before = group.storedOf.get(par.itemName);
  if (!before) return acceptLine(line, PAR_COLUMNS, "added", value);
  const stored = [...group.groupChanges, ...changesOf(before, par)].join(", ");
  return stored === ""
    ? acceptLine(line, PAR_COLUMNS, "unchanged", value)
    : acceptLine(line, PAR_COLUMNS, "changed", value, stored);
}

interface ComparedGroup {
  readonly sent: ParValue["group"];
  readonly errorsByLine: ReadonlyMap<number, string[]>;
  readonly firstErrorLine: number | undefined;
  readonly parOf: ReadonlyMap<number, Par>;
  readonly storedOf: ReadonlyMap<string, StoredPar>;
  /** The stored values of the group's attributes that differ. */
  readonly groupChanges: readonly string[];
}

function compareGroup({ pars, errors, ...group }: ParGroup, { stored }: KnownPars): ComparedGroup {
  const errorsByLine = new Map<number, string[]>();
  for (const { line, message } of errors) {
    const messages = errorsByLine.get(line);
    if (messages) messages.push(message);
    else errorsByLine.set(line, [message]);
  }
  const { key, location, dropOffDate, deliveryDate, stockingIndex, jit } = group;
  const before = stored.get(key);
  const groupChanges = before
    ? [
        before.deliveryDate === deliveryDate ? [] : [`deliveryDate ${before.deliveryDate}`],
        before.jit === jit ? [] : [`jit ${before.jit}`],
      ].flat()
    : [];
  return {
    sent: { key, location, dropOffDate, deliveryDate, stockingIndex, jit },
    errorsByLine,
    firstErrorLine: errors[0]?.line,
    parOf: new Map(pars.map((par) => [par.line, par])),
    storedOf: new Map(before?.items.map((item) => [item.itemName, item])),
    groupChanges,
  };
}

function changesOf(before: StoredPar, { par, overCapacityAmount, priorityBoost }: Par): readonly string[] {
  const changes: string[] = [];
  if (before.count !== par) changes.push(`par ${before.count}`);
  if (before.overCapacityAmount !== overCapacityAmount) changes.push(`overCapacityAmount ${before.overCapacityAmount}`);
  if (before.priorityBoost !== priorityBoost) changes.push(`priorityBoost ${before.priorityBoost}`);
  return changes;
}

/** The stored items that the file does not contain. The upload removes them, because it replaces all pars of a stocking. */
function removedLines({ sent, firstErrorLine, parOf, storedOf }: ComparedGroup): readonly CheckedLine<ParValue>[] {
  if (firstErrorLine !== undefined || storedOf.size === 0) return [];
  const itemsInFile = new Set([...parOf.values()].map(({ itemName }) => itemName));
  const { location, dropOffDate, deliveryDate, stockingIndex, jit } = sent;
  return [...storedOf.values()]
    .filter(({ itemName }) => !itemsInFile.has(itemName))
    .map(({ itemName, count, overCapacityAmount, priorityBoost }) => ({
      line: null,
      outcome: "removed" as const,
      cells: [
        ...[location, dropOffDate, deliveryDate, String(stockingIndex), itemName, String(count)],
        ...[String(overCapacityAmount), String(jit), String(priorityBoost)],
      ],
      stored: "Not in the file",
      reasons: [],
      value: { group: sent, par: { line: 0, itemName, par: count, overCapacityAmount, priorityBoost } },
    }));
}

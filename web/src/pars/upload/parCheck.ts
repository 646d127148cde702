/** A file of pars, compared with those that are stored. */
import { withStoredIds } from "../../locations/storedIds";
import type { CheckedLine, FileCheck, Outcome } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import type { ParsQuery } from "../operations.generated";
import { PAR_COLUMNS, PAR_FORMAT, type ParColumn } from "./format";
import { checkPars, groupKey, type KnownTags, type Par, type ParGroup } from "./parRules";

export type StoredPars = ParsQuery["pars"]["items"][number];
type StoredPar = StoredPars["items"][number];

export interface KnownPars extends KnownTags {
  /** By stocking; of those that the file names. */
  readonly stored: ReadonlyMap<string, StoredPars>;
}

/** A row as it is sent. Rows of one group share it. */
export interface ParValue {
  readonly group: Omit<ParGroup, "pars" | "faults">;
  readonly par: Par;
}

export const parCheck: FileCheck<ParColumn, KnownPars, ParValue> = {
  format: PAR_FORMAT,
  needs: (lines) => [...new Set(lines.map(({ cells }) => groupKey(cells)))].filter((key) => STOCKING.test(key)),
  compare,
};

/** What the server takes for a stocking's name; of anything else nothing is stored. */
const STOCKING = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])#\w{1,100}#\d{1,9}$/;

function compare(read: readonly Line<ParColumn>[], known: KnownPars): readonly CheckedLine<ParValue>[] {
  const lines = withStoredIds(read, "location", known.locations.keys());
  const broken = new Map<string, number>();
  for (const { number, cells, malformed } of lines) {
    // Of a row that could not be read its group is the best guess.
    if (malformed !== null && !broken.has(groupKey(cells))) broken.set(groupKey(cells), number);
  }
  const groups = checkPars(
    lines.filter(({ malformed }) => malformed === null),
    known,
  );
  const byKey = new Map(groups.map((group) => [group.key, look(group, known)]));
  const compared = lines.map((line): CheckedLine<ParValue> => {
    const key = groupKey(line.cells);
    const group = byKey.get(key);
    if (line.malformed !== null || !group) return checked(line, "refused", null, [line.malformed ?? ""], null);
    return compareRow(line, group, group.firstFault ?? broken.get(key));
  });
  const removed = [...byKey.values()].flatMap(removedLines);
  return removed.length > 0 ? [...compared, ...removed] : compared;
}

/** @param culprit the first line that is wrong in the group */
function compareRow(line: Line<ParColumn>, group: Looked, culprit: number | undefined): CheckedLine<ParValue> {
  const own = group.faultsOf.get(line.number);
  if (own) return checked(line, "refused", null, own, null);
  if (culprit !== undefined) {
    return checked(line, "refused", `This stocking is not sent in part: see line ${culprit}`, NOTHING, null);
  }
  const par = group.parOf.get(line.number);
  if (!par) return checked(line, "refused", null, NOTHING, null);
  const value = { group: group.sent, par };
  const before = group.storedOf.get(par.itemName);
  if (!before) return checked(line, "added", null, NOTHING, value);
  const stored = [...group.changed, ...changesOf(before, par)].join(", ");
  return stored === ""
    ? checked(line, "unchanged", null, NOTHING, value)
    : checked(line, "changed", stored, NOTHING, value);
}

/** All lines are made here, all of one shape: with 100,000 of them that is what most of the time goes to. */
function checked(
  { number, cells }: Line<ParColumn>,
  outcome: Outcome,
  stored: string | null,
  reasons: readonly string[],
  value: ParValue | null,
): CheckedLine<ParValue> {
  return { line: number, outcome, cells: PAR_COLUMNS.map((column) => cells[column]), stored, reasons, value };
}

const NOTHING: readonly string[] = [];

interface Looked {
  readonly sent: ParValue["group"];
  readonly faultsOf: ReadonlyMap<number, string[]>;
  readonly firstFault: number | undefined;
  readonly parOf: ReadonlyMap<number, Par>;
  readonly storedOf: ReadonlyMap<string, StoredPar>;
  /** What of the whole group is stored otherwise. */
  readonly changed: readonly string[];
}

function look({ pars, faults, ...group }: ParGroup, { stored }: KnownPars): Looked {
  const faultsOf = new Map<number, string[]>();
  for (const { line, message } of faults) {
    const own = faultsOf.get(line);
    if (own) own.push(message);
    else faultsOf.set(line, [message]);
  }
  const { key, location, dropOffDate, deliveryDate, stockingIndex, jit } = group;
  const before = stored.get(key);
  const changed = before
    ? [
        before.deliveryDate === deliveryDate ? [] : [`deliveryDate ${before.deliveryDate}`],
        before.jit === jit ? [] : [`jit ${before.jit}`],
      ].flat()
    : [];
  return {
    sent: { key, location, dropOffDate, deliveryDate, stockingIndex, jit },
    faultsOf,
    firstFault: faults[0]?.line,
    parOf: new Map(pars.map((par) => [par.line, par])),
    storedOf: new Map(before?.items.map((item) => [item.itemName, item])),
    changed,
  };
}

function changesOf(before: StoredPar, { par, overCapacityAmount, priorityBoost }: Par): readonly string[] {
  const changes: string[] = [];
  if (before.count !== par) changes.push(`par ${before.count}`);
  if (before.overCapacityAmount !== overCapacityAmount) changes.push(`overCapacityAmount ${before.overCapacityAmount}`);
  if (before.priorityBoost !== priorityBoost) changes.push(`priorityBoost ${before.priorityBoost}`);
  return changes;
}

/** Items that the stocking has now and the file does not: its pars are replaced whole. */
function removedLines({ sent, firstFault, parOf, storedOf }: Looked): readonly CheckedLine<ParValue>[] {
  if (firstFault !== undefined || storedOf.size === 0) return [];
  const named = new Set([...parOf.values()].map(({ itemName }) => itemName));
  const { location, dropOffDate, deliveryDate, stockingIndex, jit } = sent;
  return [...storedOf.values()]
    .filter(({ itemName }) => !named.has(itemName))
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

/** A file of pars, compared with those that are stored. */
import type { CheckedLine, FileCheck } from "../../uploads/rules/checked";
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

function compare(lines: readonly Line<ParColumn>[], known: KnownPars): readonly CheckedLine<ParValue>[] {
  const broken = new Map<string, number>();
  for (const { number, cells, malformed } of lines) {
    // Of a row that could not be read its group is the best guess.
    if (malformed !== null && !broken.has(groupKey(cells))) broken.set(groupKey(cells), number);
  }
  const sound = lines.filter(({ malformed }) => malformed === null);
  const groups = checkPars(
    sound.map(({ number, cells }) => ({ line: number, cells })),
    known,
  );
  const byKey = new Map(groups.map((group) => [group.key, look(group, known)]));

  const compared = lines.map((line): CheckedLine<ParValue> => {
    const { number, cells, malformed } = line;
    const told = { line: number, cells: PAR_COLUMNS.map((column) => cells[column]) };
    const key = groupKey(cells);
    const group = byKey.get(key);
    if (malformed !== null || !group) {
      return { ...told, outcome: "refused", stored: null, reasons: [malformed ?? ""], value: null };
    }
    const own = group.faultsOf.get(number);
    const culprit = group.firstFault ?? broken.get(key);
    if (own || culprit !== undefined) {
      const stored = own ? null : `This stocking is not sent in part: see line ${culprit}`;
      return { ...told, outcome: "refused", stored, reasons: own ?? [], value: null };
    }
    const par = group.parOf.get(number);
    if (!par) return { ...told, outcome: "refused", stored: null, reasons: [], value: null };
    const value = { group: group.sent, par };
    const before = group.storedOf.get(par.itemName);
    if (!before) return { ...told, outcome: "added", stored: null, reasons: [], value };
    const stored = [...group.changed, ...changesOf(before, par)].join(", ");
    const outcome = stored === "" ? "unchanged" : "changed";
    return { ...told, outcome, stored: stored === "" ? null : stored, reasons: [], value };
  });
  const removed = [...byKey.values()].flatMap(removedLines);
  return removed.length > 0 ? [...compared, ...removed] : compared;
}

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

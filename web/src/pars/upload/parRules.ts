/**
 * The rules of a pars file (docs/requirements/planning.md, PAR-2 and PAR-3). The server has the same rules;
 * `functions/pars/cases/pars.json` tests both. Pure: converts rows to groups with their errors.
 */
import type { LocationType } from "../../api/schema";
import { memoize } from "../../uploads/rules/memoize";
import type { Line } from "../../uploads/rules/sheet";
import { required, wholeNumber } from "../../uploads/rules/values";
import type { ParColumn } from "./format";

/** Maximum number of items per stocking. */
export const MAX_ITEMS = 500;
const MAX_PAR = 100_000;
const MAX_STOCKING_INDEX = 1000;
const MAX_NAME_LENGTH = 100;

export type ParRow = Pick<Line<ParColumn>, "number" | "cells">;

/** The attributes of a location that the rules check. */
export interface ParLocation {
  readonly type: LocationType;
  readonly routingTag: string | null;
  readonly fulfillmentCenter: string | null;
  readonly parkToFridgeInstructions: string | null;
}

export interface ReferenceData {
  /** By id. */
  readonly locations: ReadonlyMap<string, ParLocation>;
  /** `dropOffDate#location#stockingIndex` of the fridge orders that exist. */
  readonly ordered: ReadonlySet<string>;
}

export interface Par {
  readonly line: number;
  readonly itemName: string;
  readonly par: number;
  readonly overCapacityAmount: number;
  readonly priorityBoost: boolean;
}

/** All pars of one stocking. The server writes a group completely or not at all. */
export interface ParGroup {
  /** `dropOffDate#location#stockingIndex` */
  readonly key: string;
  readonly location: string;
  readonly dropOffDate: string;
  readonly deliveryDate: string;
  readonly stockingIndex: number;
  readonly jit: boolean;
  readonly pars: readonly Par[];
  readonly errors: readonly RowError[];
}

export interface RowError {
  /** The line with the error. For an error of the whole group: its first line. */
  readonly line: number;
  readonly message: string;
}

/** Whether the text is a valid day such as 2026-11-23. Uses no date library, to keep the worker small. */
const isDay = memoize((text) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
});

function dayError(field: string, text: string): string | null {
  if (text === "") return `${field} cannot be empty`;
  return isDay(text) ? null : `${field} should be a day in the format YYYY-MM-DD`;
}

/** An empty stockingIndex counts as 1. */
const indexOf = (text: string) => (text === "" ? "1" : text);

type Names = Readonly<Pick<Record<ParColumn, string>, "dropOffDate" | "location" | "stockingIndex">>;

/** Caches the previous key, because rows of the same group usually follow each other. */
let previous: { readonly names: Names; readonly key: string } | null = null;

export function groupKey(cells: Names): string {
  const { dropOffDate, location, stockingIndex } = cells;
  const { names } = previous ?? {};
  if (
    previous &&
    names?.location === location &&
    names.dropOffDate === dropOffDate &&
    names.stockingIndex === stockingIndex
  ) {
    return previous.key;
  }
  const index = indexOf(stockingIndex);
  const key = `${dropOffDate}#${location}#${/^\d{1,9}$/.test(index) ? Number(index) : index}`;
  previous = { names: { dropOffDate, location, stockingIndex }, key };
  return key;
}

function flagOf(text: string): boolean | null {
  if (text === "true") return true;
  if (text === "false") return false;
  const lower = text.toLowerCase();
  return lower === "true" ? true : lower === "false" ? false : null;
}

const AMOUNT = /^\d{1,9}(\.\d{1,6})?$/;
const WHOLE = /^\d{1,9}$/;
const wholeIndex = required(wholeNumber(0, MAX_STOCKING_INDEX));
const isMissing = (tag: string | null) => tag === null || tag.trim() === "";

/** Returns an error for each attribute that the location needs for a delivery and does not have. */
function locationErrors(id: string, locations: ReferenceData["locations"]): readonly string[] {
  const location = locations.get(id);
  if (!location) return [`There is no location ${id}`];
  const errors: string[] = [];
  if (isMissing(location.routingTag)) errors.push(`Error with Routing Tag for ${id}`);
  if (isMissing(location.fulfillmentCenter)) errors.push(`Error with Territory Tag for ${id}`);
  if (location.type === "FRIDGE" && isMissing(location.parkToFridgeInstructions)) {
    errors.push(`Error with Park To Fridge Instructions Tag for ${id}`);
  }
  return errors;
}

interface GroupBuilder extends Omit<ParGroup, "pars" | "errors"> {
  readonly jitText: string;
  readonly pars: Par[];
  readonly errors: RowError[];
  readonly items: Set<string>;
  readonly line: number;
}

/** Returns the groups in the order of the file, each with all of its errors. */
export function checkPars(rows: readonly ParRow[], known: ReferenceData): readonly ParGroup[] {
  const groups = new Map<string, GroupBuilder>();
  for (const row of rows) {
    const key = groupKey(row.cells);
    let group = groups.get(key);
    if (!group) {
      group = startGroup(key, row, known);
      groups.set(key, group);
    }
    addRow(group, row);
  }
  for (const group of groups.values()) {
    if (group.pars.length > MAX_ITEMS) {
      group.errors.push({ line: group.line, message: `A stocking can have at most ${MAX_ITEMS} items` });
    }
    if (known.ordered.has(group.key)) {
      const message = "There is already a fridge order for this dropOffDate, location, and stockingIndex.";
      group.errors.push({ line: group.line, message });
    }
  }
  return [...groups.values()];
}

function startGroup(key: string, { number: line, cells }: ParRow, { locations }: ReferenceData): GroupBuilder {
  const { location, dropOffDate, deliveryDate } = cells;
  const index = indexOf(cells.stockingIndex);
  const errors: RowError[] = [];
  const add = (message: string | null) => void (message !== null && errors.push({ line, message }));
  add(dayError("dropOffDate", dropOffDate));
  if (location === "") add("location cannot be empty");
  add(wholeIndex("stockingIndex", index));
  add(dayError("deliveryDate", deliveryDate));
  if (location !== "") for (const error of locationErrors(location, locations)) add(error);
  return {
    key,
    line,
    location,
    dropOffDate,
    deliveryDate,
    stockingIndex: Number(index),
    jit: flagOf(cells.jit) ?? false,
    jitText: cells.jit,
    pars: [],
    errors,
    items: new Set(),
  };
}

function addRow(group: GroupBuilder, { number: line, cells }: ParRow): void {
  const { item, deliveryDate } = cells;
  const add = (message: string) => void group.errors.push({ line, message });
  if (item === "") return add("item cannot be empty");
  if (item.length > MAX_NAME_LENGTH && [...item].length > MAX_NAME_LENGTH)
    add(`item can have at most ${MAX_NAME_LENGTH} characters`);

  const par = WHOLE.test(cells.par) ? Number(cells.par) : -1;
  if (par < 0 || par > MAX_PAR) {
    add(`Par issue with ${item}. Accepted values any whole number from 0 to ${MAX_PAR}.`);
  }
  if (!AMOUNT.test(cells.overCapacityAmount)) {
    add(`Over Capacity Amount issue with ${item}. Accepted values any number 0 or greater.`);
  }
  const jit = flagOf(cells.jit);
  if (jit === null) {
    add(`JIT cannot be applied for ${item}. Accepted values are true or false. Please revise the format and resubmit.`);
  } else if (jit !== (flagOf(group.jitText) ?? jit)) {
    add(`jit of ${item} differs from the first row's of this stocking`);
  } else if (jit && deliveryDate !== cells.dropOffDate && isDay(deliveryDate) && isDay(cells.dropOffDate)) {
    add(`JIT cannot be applied for ${item}. Delivery Date must equal Drop Off Date.`);
  }
  const boost = cells.priorityBoost === "" ? false : flagOf(cells.priorityBoost);
  if (boost === null) {
    add(
      `priorityBoost cannot be applied for ${item}. Accepted values are true, false or empty. Please revise the format and resubmit.`,
    );
  }
  if (deliveryDate !== group.deliveryDate) add(`deliveryDate of ${item} differs from the first row's of this stocking`);
  if (group.items.has(item)) add(`${item} appears twice in this stocking`);
  group.items.add(item);
  group.pars.push({
    line,
    itemName: item,
    par,
    overCapacityAmount: Number(cells.overCapacityAmount),
    priorityBoost: boost ?? false,
  });
}

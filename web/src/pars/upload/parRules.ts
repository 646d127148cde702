/**
 * The rules of a pars file (spec of planning and reporting, section 5; the server's are those of functions/pars, and
 * both run functions/pars/cases/pars.json). Pure: rows in, groups and what is wrong with them out.
 */
import type { LocationType } from "../../api/schema";
import type { Line } from "../../uploads/rules/sheet";
import { required, wholeNumber } from "../../uploads/rules/values";
import type { ParColumn } from "./format";

/** As many items as one stocking can have. */
export const MOST_ITEMS = 500;
const HIGHEST_PAR = 100_000;
const HIGHEST_INDEX = 1000;
const LONGEST = 100;

export type ParRow = Pick<Line<ParColumn>, "number" | "cells">;

/** What of a location the rules look at. */
export interface ParLocation {
  readonly type: LocationType;
  readonly routingTag: string | null;
  readonly fulfillmentCenter: string | null;
  readonly parkToFridgeInstructions: string | null;
}

export interface KnownTags {
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

/** What one stocking of a location is to be filled up to: written together, or not at all. */
export interface ParGroup {
  /** `dropOffDate#location#stockingIndex` */
  readonly key: string;
  readonly location: string;
  readonly dropOffDate: string;
  readonly deliveryDate: string;
  readonly stockingIndex: number;
  readonly jit: boolean;
  readonly pars: readonly Par[];
  readonly faults: readonly Fault[];
}

export interface Fault {
  /** The row that is to blame; of what concerns the whole group its first one. */
  readonly line: number;
  readonly message: string;
}

/** Whether there is such a day as 2026-11-23. By the language alone: a worker loads no calendar for it. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const days = new Map<string, string | null>();
function dayFault(field: string, text: string): string | null {
  const name = `${field} ${text}`;
  const known = days.get(name);
  if (known !== undefined) return known;
  const fault =
    text === "" ? `${field} cannot be empty` : isDay(text) ? null : `${field} should be a day in the format YYYY-MM-DD`;
  if (days.size > 10_000) days.clear();
  days.set(name, fault);
  return fault;
}

/** An empty stockingIndex counts as 1. */
const indexOf = (text: string) => (text === "" ? "1" : text);

type Names = Readonly<Pick<Record<ParColumn, string>, "dropOffDate" | "location" | "stockingIndex">>;

/** Rows of a group stand beside each other, mostly: the last key is the next row's as well. */
let last: { readonly names: Names; readonly key: string } | null = null;

export function groupKey(cells: Names): string {
  const { dropOffDate, location, stockingIndex } = cells;
  const { names } = last ?? {};
  if (
    last &&
    names?.location === location &&
    names.dropOffDate === dropOffDate &&
    names.stockingIndex === stockingIndex
  ) {
    return last.key;
  }
  const index = indexOf(stockingIndex);
  const key = `${dropOffDate}#${location}#${/^\d{1,9}$/.test(index) ? Number(index) : index}`;
  last = { names: { dropOffDate, location, stockingIndex }, key };
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
const wholeIndex = required(wholeNumber(0, HIGHEST_INDEX));
const lacks = (tag: string | null) => tag === null || tag.trim() === "";

/** What a location lacks that a delivery needs. */
function locationFaults(id: string, locations: KnownTags["locations"]): readonly string[] {
  const location = locations.get(id);
  if (!location) return [`There is no location ${id}`];
  const faults: string[] = [];
  if (lacks(location.routingTag)) faults.push(`Error with Routing Tag for ${id}`);
  if (lacks(location.fulfillmentCenter)) faults.push(`Error with Territory Tag for ${id}`);
  if (location.type === "FRIDGE" && lacks(location.parkToFridgeInstructions)) {
    faults.push(`Error with Park To Fridge Instructions Tag for ${id}`);
  }
  return faults;
}

interface Draft extends Omit<ParGroup, "pars" | "faults"> {
  readonly jitText: string;
  readonly pars: Par[];
  readonly faults: Fault[];
  readonly items: Set<string>;
  readonly line: number;
}

/** The groups in the file's order, each with everything that is wrong with it. */
export function checkPars(rows: readonly ParRow[], known: KnownTags): readonly ParGroup[] {
  const groups = new Map<string, Draft>();
  for (const row of rows) {
    const key = groupKey(row.cells);
    let group = groups.get(key);
    if (!group) {
      group = begin(key, row, known);
      groups.set(key, group);
    }
    add(group, row);
  }
  for (const group of groups.values()) {
    if (group.pars.length > MOST_ITEMS) {
      group.faults.push({ line: group.line, message: `A stocking has at most ${MOST_ITEMS} items` });
    }
    if (known.ordered.has(group.key)) {
      const message = "There is already a fridge order for this dropOffDate, location, and stockingIndex.";
      group.faults.push({ line: group.line, message });
    }
  }
  return [...groups.values()];
}

function begin(key: string, { number: line, cells }: ParRow, { locations }: KnownTags): Draft {
  const { location, dropOffDate, deliveryDate } = cells;
  const index = indexOf(cells.stockingIndex);
  const faults: Fault[] = [];
  const add = (message: string | null) => void (message !== null && faults.push({ line, message }));
  add(dayFault("dropOffDate", dropOffDate));
  if (location === "") add("location cannot be empty");
  add(wholeIndex("stockingIndex", index));
  add(dayFault("deliveryDate", deliveryDate));
  if (location !== "") for (const fault of locationFaults(location, locations)) add(fault);
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
    faults,
    items: new Set(),
  };
}

function add(group: Draft, { number: line, cells }: ParRow): void {
  const { item, deliveryDate } = cells;
  const add = (message: string) => void group.faults.push({ line, message });
  if (item === "") return add("item cannot be empty");
  if (item.length > LONGEST && [...item].length > LONGEST) add(`item can have at most ${LONGEST} characters`);

  const par = WHOLE.test(cells.par) ? Number(cells.par) : -1;
  if (par < 0 || par > HIGHEST_PAR) {
    add(`Par issue with ${item}. Accepted values any whole number from 0 to ${HIGHEST_PAR}.`);
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
  if (group.items.has(item)) add(`${item} is in this stocking twice`);
  group.items.add(item);
  group.pars.push({
    line,
    itemName: item,
    par,
    overCapacityAmount: Number(cells.overCapacityAmount),
    priorityBoost: boost ?? false,
  });
}

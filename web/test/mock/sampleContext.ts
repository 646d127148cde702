/** What the sample server's handlers share. */
import type { Action } from "../../src/api/actions";
import type { SampleState } from "./sampleData";

export interface SampleContext {
  readonly state: SampleState;
  /** The caller's email. */
  readonly user: string;
  readonly actions: () => readonly Action[];
  readonly flags: () => readonly string[];
  /** The current time, in UTC. */
  readonly now: () => string;
  /** The time before now by a number of milliseconds. */
  readonly earlier: (milliseconds: number) => string;
  /** The time after now by a number of milliseconds. */
  readonly later: (milliseconds: number) => string;
}

let lastId = 0;

/** A new id such as `sync-1000`. */
export function nextId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${999 + lastId}`;
}

/** The only page of a list. */
export function page<Item>(items: readonly Item[]): { readonly items: readonly Item[]; readonly nextToken: null } {
  return { items, nextToken: null };
}

/** The parts that all entries of a history have. */
export function entryOf(at: string, user: string) {
  return { id: nextId("entry"), at, user };
}

/** Adds an entry to the start of a history. */
export function prepend<Entry>(histories: Record<string, readonly Entry[]>, key: string, entry: Entry): void {
  histories[key] = [entry, ...(histories[key] ?? [])];
}

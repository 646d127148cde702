/** Handover notes on fridges and routes. Pure. */
import type { HandoverKind } from "../../api/schema";
import type { Action } from "../../api/actions";
import { parseDay } from "../../lib/day";
import { compareNames } from "../../lib/formats";
import type { HandoverNotesQuery } from "../operations.generated";

export type HandoverNote = HandoverNotesQuery["handoverNotes"]["items"][number];

/** A fridge or a route. */
export interface HandoverObject {
  readonly kind: HandoverKind;
  readonly id: string;
}

/** The maximum length of a note. */
export const MAX_NOTE = 1000;

/** The action that reading notes on a kind of object requires. */
export const READ_ACTIONS = { FRIDGE: "GetSpecificLocation", ROUTE: "GetUniqueRoutes" } as const satisfies Record<
  HandoverKind,
  Action
>;

/** Whether a note is not done and its last day has not passed. */
export function isOpen({ doneAt, until }: HandoverNote, today: string): boolean {
  return doneAt === null && (until === null || until >= today);
}

/** The error of a note's text. */
export function textError(text: string): string | undefined {
  const length = [...text.trim()].length;
  if (length === 0) return "Enter a note";
  return length > MAX_NOTE ? `A note can have at most ${MAX_NOTE} characters` : undefined;
}

/** The error of the last day, which is optional. */
export function untilError(until: string, today: string): string | undefined {
  if (until.trim() === "") return undefined;
  const day = parseDay(until);
  if (day === null) return "Enter a date such as 11/21/2026";
  return day < today ? "The last day cannot be in the past" : undefined;
}

/** The list with a new or changed note: a known note is replaced, and a new one is first. */
export function withNote(notes: readonly HandoverNote[], note: HandoverNote): readonly HandoverNote[] {
  const isKnown = notes.some(({ id }) => id === note.id);
  return isKnown ? notes.map((known) => (known.id === note.id ? note : known)) : [note, ...notes];
}

/** Open notes in the order of the list: the earliest last day first, then by object. */
export function sortOpen(notes: readonly HandoverNote[]): readonly HandoverNote[] {
  return notes.toSorted(
    (one, other) =>
      (one.until ?? "9999").localeCompare(other.until ?? "9999") ||
      compareNames(one.objectId, other.objectId) ||
      one.createdAt.localeCompare(other.createdAt),
  );
}

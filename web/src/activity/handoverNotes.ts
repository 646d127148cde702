/** Reads and writes handover notes. */
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { graphql } from "../api/graphql";
import type { HandoverKind } from "../api/schema";
import { businessDay } from "../lib/day";
import {
  addHandoverNoteDocument,
  completeHandoverNoteDocument,
  handoverNotesDocument,
  openHandoverNotesDocument,
  type OpenHandoverNotesQuery,
} from "./operations.generated";
import { isOpen, withNote, type HandoverNote, type HandoverObject } from "./rules/notes";

/** How often open notes are read again, in milliseconds. */
export const NOTES_POLL_INTERVAL = 120_000;
/** The maximum number of pages of open notes of a kind. A page has up to 50 notes. */
const MAX_OPEN_PAGES = 20;

/** The notes on a fridge or a route: those that are not done first. */
export function notesQuery({ kind, id }: HandoverObject) {
  return infiniteQueryOptions({
    queryKey: ["handoverNotes", kind, id],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(handoverNotesDocument, { object: { kind, id }, nextToken: pageParam }, { signal })).handoverNotes,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
    refetchInterval: NOTES_POLL_INTERVAL,
  });
}

/** The open notes of all fridges or all routes. */
export interface OpenNotes {
  readonly notes: readonly HandoverNote[];
  /** Whether there are more notes than the list contains. */
  readonly isCut: boolean;
}

export function openNotesQuery(kind: HandoverKind) {
  return queryOptions({
    queryKey: ["openHandoverNotes", kind],
    queryFn: async ({ signal }): Promise<OpenNotes> => {
      const notes: HandoverNote[] = [];
      let nextToken: string | null = null;
      for (let page = 0; page < MAX_OPEN_PAGES; page += 1) {
        const { openHandoverNotes }: OpenHandoverNotesQuery = await graphql(
          openHandoverNotesDocument,
          { kind, nextToken },
          { signal },
        );
        notes.push(...openHandoverNotes.items);
        nextToken = openHandoverNotes.nextToken;
        if (nextToken === null) break;
      }
      return { notes, isCut: nextToken !== null };
    },
    refetchInterval: NOTES_POLL_INTERVAL,
  });
}

/** Puts a saved note into the cached lists. Reading them again could miss it, because the indexes follow a little later. */
function cacheNote(client: QueryClient, note: HandoverNote): void {
  client.setQueryData(notesQuery({ kind: note.kind, id: note.objectId }).queryKey, (known) => {
    const [first, ...others] = known?.pages ?? [];
    if (!known || !first) return known;
    const isLater = others.some(({ items }) => items.some(({ id }) => id === note.id));
    const update = (page: typeof first) => ({ ...page, items: withNote(page.items, note) });
    return isLater
      ? {
          ...known,
          pages: known.pages.map((page) => (page.items.some(({ id }) => id === note.id) ? update(page) : page)),
        }
      : { ...known, pages: [update(first), ...others] };
  });
  client.setQueryData(openNotesQuery(note.kind).queryKey, (known) => {
    if (!known) return known;
    const today = businessDay();
    return { ...known, notes: withNote(known.notes, note).filter((each) => isOpen(each, today)) };
  });
}

export interface NewNote {
  readonly text: string;
  /** The last day; empty if there is none. */
  readonly until: string;
}

/** Adds a note. A repeated call with the same content after a lost response adds no second note. */
export function useAddNote({ kind, id: objectId }: HandoverObject) {
  const client = useQueryClient();
  const pending = useRef<{ readonly content: string; readonly id: string } | null>(null);
  return useMutation({
    mutationFn: async ({ text, until }: NewNote) => {
      const content = JSON.stringify([kind, objectId, text, until]);
      if (pending.current?.content !== content) pending.current = { content, id: crypto.randomUUID() };
      const input = { id: pending.current.id, kind, objectId, text, until: until || null };
      return (await graphql(addHandoverNoteDocument, { input })).addHandoverNote;
    },
    onSuccess: (note) => {
      pending.current = null;
      cacheNote(client, note);
    },
  });
}

/** Marks a note as done. */
export function useCompleteNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: HandoverNote) =>
      (await graphql(completeHandoverNoteDocument, { id })).completeHandoverNote,
    onSuccess: (note) => cacheNote(client, note),
  });
}

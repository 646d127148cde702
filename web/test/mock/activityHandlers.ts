/** The sample server's activity log and handover notes. */
import type * as Types from "../../src/api/schema";
import { businessDay } from "../../src/lib/day";
import { ServerError } from "../serverErrors";
import { entryOf, page, type SampleContext } from "./sampleContext";

export function activityFields({ state, user, now }: SampleContext) {
  const isOpen = ({ doneAt, until }: Types.HandoverNote) =>
    doneAt === null && (until === null || until >= businessDay(new Date(now())));
  const record = (note: Types.HandoverNote) => {
    const text = JSON.stringify(note.text);
    const isDone = note.doneAt !== null;
    const entry: Types.ActivityEntry = {
      ...entryOf(now(), user),
      area: "HANDOVER",
      kind: note.kind === "FRIDGE" ? "FRIDGE_NOTE" : "ROUTE_NOTE",
      objectId: note.objectId,
      day: null,
      part: null,
      event: isDone ? "NOTE_DONE" : "NOTE_ADDED",
      changes: [{ attribute: "note", from: isDone ? text : null, to: isDone ? null : text }],
      changeCount: 1,
      reason: null,
      note: null,
    };
    state.activity = [entry, ...state.activity];
  };

  return {
    activityLog: ({ from, to, filter }: Types.QueryActivityLogArgs) => {
      const is = (value: string, expected: string | null | undefined) =>
        !expected || value.toLowerCase() === expected.toLowerCase();
      const locations = Object.entries(state.locationHistory).flatMap(([id, entries]) =>
        entries.map((entry): Types.ActivityEntry => ({
          ...entry,
          id: `${id} ${entry.id}`,
          area: "LOCATIONS",
          kind: "LOCATION",
          objectId: id,
          day: null,
          part: null,
          changeCount: entry.changes.length,
        })),
      );
      const entries = [...state.activity, ...locations].filter((entry) => {
        const day = businessDay(new Date(entry.at));
        const isInRange = day >= from && day <= to;
        return (
          isInRange &&
          is(entry.area, filter?.area) &&
          is(entry.user, filter?.user) &&
          is(entry.objectId, filter?.object)
        );
      });
      return page(entries.toSorted((one, other) => other.at.localeCompare(one.at)));
    },
    handoverNotes: ({ object }: Types.QueryHandoverNotesArgs) => {
      const notes = state.handoverNotes.filter(
        ({ kind, objectId }) => kind === object.kind && objectId.toLowerCase() === object.id.toLowerCase(),
      );
      return page([...notes.filter(({ doneAt }) => doneAt === null), ...notes.filter(({ doneAt }) => doneAt !== null)]);
    },
    openHandoverNotes: ({ kind }: Types.QueryOpenHandoverNotesArgs) =>
      page(state.handoverNotes.filter((note) => note.kind === kind && isOpen(note))),
    addHandoverNote: ({ input }: Types.MutationAddHandoverNoteArgs): Types.HandoverNote => {
      const known = state.handoverNotes.find(({ id }) => id === input.id);
      if (known) return known;
      const note: Types.HandoverNote = {
        ...input,
        until: input.until ?? null,
        author: user,
        createdAt: now(),
        doneAt: null,
        doneBy: null,
      };
      state.handoverNotes = [note, ...state.handoverNotes];
      record(note);
      return note;
    },
    completeHandoverNote: ({ id }: Types.MutationCompleteHandoverNoteArgs): Types.HandoverNote => {
      const note = state.handoverNotes.find((each) => each.id === id);
      if (!note) throw new ServerError("NotFound", "The note no longer exists. Reload the page.");
      if (note.doneAt !== null) return note;
      const done: Types.HandoverNote = { ...note, doneAt: now(), doneBy: user };
      state.handoverNotes = state.handoverNotes.map((each) => (each.id === id ? done : each));
      record(done);
      return done;
    },
  };
}

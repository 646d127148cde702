import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { businessDay } from "../lib/day";
import { formatCount } from "../lib/formats";
import { RequirePermission } from "../session/RequirePermission";
import { Button } from "../ui/Button";
import { flattenPages } from "../ui/query/query";
import { QueryView } from "../ui/query/QueryView";
import { Muted } from "../ui/text";
import { notesQuery } from "./handoverNotes";
import { NoteList } from "./notes/NoteList";
import styles from "./notes/notes.module.css";
import { isOpen, READ_ACTIONS, type HandoverObject } from "./rules/notes";

/** The form's libraries are not part of the screens that show notes. */
const NoteForm = lazy(async () => ({ default: (await import("./notes/NoteForm")).NoteForm }));

const FAILURE = "Unable to load handover notes, Please check your internet and your permissions";
const ACTIVITY = "view handover notes";

/** The handover notes on a fridge or a route: the open ones, a form for a new one, and the earlier ones (ACT-5). */
export function HandoverNotes({ object }: { readonly object: HandoverObject }) {
  return (
    <RequirePermission activity={ACTIVITY} permission={READ_ACTIONS[object.kind]}>
      <Notes object={object} />
    </RequirePermission>
  );
}

function Notes({ object }: { readonly object: HandoverObject }) {
  const notes = useInfiniteQuery(notesQuery(object));
  const today = businessDay();
  return (
    <>
      <QueryView
        query={flattenPages(notes)}
        label="handover notes"
        error={FAILURE}
        forbidden={{ activity: ACTIVITY, permission: READ_ACTIONS[object.kind] }}
        skeleton={<Muted as="p">Loading handover notes…</Muted>}
      >
        {(all) => {
          const open = all.filter((note) => isOpen(note, today));
          const earlier = all.filter((note) => !isOpen(note, today));
          return (
            <>
              {open.length > 0 ? (
                <NoteList label="Open notes" notes={open} today={today} />
              ) : (
                <Muted as="p">No open notes</Muted>
              )}
              {earlier.length > 0 && (
                <details>
                  <summary>{formatCount(earlier.length, "earlier note")}</summary>
                  <NoteList label="Earlier notes" notes={earlier} today={today} />
                </details>
              )}
            </>
          );
        }}
      </QueryView>
      {notes.hasNextPage && (
        <Button
          variant="link"
          onClick={() => void notes.fetchNextPage()}
          busy={notes.isFetchingNextPage}
          busyText="Loading…"
        >
          Load more notes
        </Button>
      )}
      <Suspense fallback={<div className={styles.formSpace} />}>
        <NoteForm object={object} />
      </Suspense>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { businessDay } from "../lib/day";
import { formatCount } from "../lib/formats";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { LazyDialog } from "../ui/LazyDialog";
import { onDemand } from "../ui/onDemand";
import { Skeleton } from "../ui/query/Skeleton";
import { openNotesQuery } from "./handoverNotes";
import styles from "./notes/notes.module.css";
import { isOpen, READ_ACTIONS } from "./rules/notes";

const HandoverNotes = onDemand(
  async () => (await import("./HandoverNotes")).HandoverNotes,
  <Skeleton label="the notes" />,
);

/**
 * The number of open handover notes on a route and the newest one, with a dialog to read and add notes. All routes of a
 * screen share one request.
 */
export function RouteNotes({ route }: { readonly route: string }) {
  const { may } = useMyPermissions();
  const canRead = may(READ_ACTIONS.ROUTE);
  const { data } = useQuery({ ...openNotesQuery("ROUTE"), enabled: canRead });
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  if (!canRead) return null;
  const today = businessDay();
  const isOfRoute = (objectId: string) => objectId.toLowerCase() === route.toLowerCase();
  const notes = data?.notes.filter((note) => isOfRoute(note.objectId) && isOpen(note, today)) ?? [];
  const newest = notes.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0];
  const text = notes.length > 0 ? formatCount(notes.length, "note") : "Notes";
  return (
    <>
      <Button variant="link" aria-label={`${text} on route ${route}`} onClick={() => setIsDialogOpen(true)}>
        {text}
      </Button>
      {newest && <span className={styles.summary}>{newest.text}</span>}
      {isDialogOpen && (
        <LazyDialog
          title={`Handover notes on route ${route}`}
          onClose={() => setIsDialogOpen(false)}
          actions={<Button onClick={() => setIsDialogOpen(false)}>Close</Button>}
        >
          <HandoverNotes object={{ kind: "ROUTE", id: route }} />
        </LazyDialog>
      )}
    </>
  );
}

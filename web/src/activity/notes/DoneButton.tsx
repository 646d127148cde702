import { messageOf } from "../../api/errors";
import { toastFailure, toastSuccess } from "../../lib/toast";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { useCompleteNote } from "../handoverNotes";
import type { HandoverNote } from "../rules/notes";

const FAILURE = "Unable to mark the note as done, Please check your internet and your permissions";

/** Marks a note as done. */
export function DoneButton({ note }: { readonly note: HandoverNote }) {
  const complete = useCompleteNote();
  return (
    <Button
      aria-label={`Done: ${note.text}`}
      busy={complete.isPending}
      busyText="Saving…"
      disabledReason={useMyPermissions().missingPermission("WriteHandoverNote")}
      onClick={() =>
        complete.mutate(note, {
          onSuccess: () => toastSuccess("Note marked as done"),
          onError: (error) => toastFailure(messageOf(error, FAILURE)),
        })
      }
    >
      Done
    </Button>
  );
}

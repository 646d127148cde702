import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { toastSuccess } from "../../ui/toast";
import { acknowledgeAlert, reloadAlerts, type FridgeAlert } from "../fridgeAlerts";
import { alertKindLabel } from "../rules/alerts";

interface Props {
  readonly alert: FridgeAlert;
  readonly onClose: () => void;
}

const MAX_NOTE_LENGTH = 500;

/** Acknowledges an alert, with an optional note. */
export function AcknowledgeDialog({ alert, onClose }: Props) {
  const { id, location, kind } = alert;
  const client = useQueryClient();
  const formId = useId();
  const [note, setNote] = useState("");
  const acknowledge = useMutation({
    mutationFn: () => acknowledgeAlert({ location, id, note: note.trim() || null }),
    onSuccess: () => {
      toastSuccess(`Acknowledged ${location}: ${alertKindLabel(kind)}`);
      onClose();
    },
    // Also after a rejection: another user may have acknowledged the alert first.
    onSettled: () => reloadAlerts(client),
  });

  function onSubmit() {
    acknowledge.mutate();
  }

  return (
    <Dialog
      title={`Acknowledge ${location}: ${alertKindLabel(kind)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={acknowledge.isPending}>
            Acknowledge
          </Button>
        </>
      }
    >
      <Form busy={acknowledge.isPending} id={formId} onSubmit={onSubmit} className="acknowledge-form">
        <p>The alert stays open until the fridge recovers. Everyone can see that you acknowledged it.</p>
        <Field
          label="Note"
          hint={`What you found or what happens next, up to ${MAX_NOTE_LENGTH} characters`}
          error={
            acknowledge.isError
              ? messageOf(acknowledge.error, "The alert could not be acknowledged. Try again.")
              : undefined
          }
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={MAX_NOTE_LENGTH}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}

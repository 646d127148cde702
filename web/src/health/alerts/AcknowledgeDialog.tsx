import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { toastSuccess } from "../../ui/toast";
import { acknowledgeAlert, reloadAlerts, type FridgeAlert } from "../fridgeAlerts";
import { kindLabel } from "../rules/alerts";

interface Props {
  readonly alert: FridgeAlert;
  readonly onClose: () => void;
}

const LONGEST_NOTE = 500;

/** A person takes note of an alert, with a word for the others if they like. */
export function AcknowledgeDialog({ alert, onClose }: Props) {
  const { id, location, kind } = alert;
  const client = useQueryClient();
  const formId = useId();
  const [note, setNote] = useState("");
  const acknowledge = useMutation({
    mutationFn: () => acknowledgeAlert({ location, id, note: note.trim() || null }),
    onSuccess: () => {
      toastSuccess(`Took note of ${location}: ${kindLabel(kind)}`);
      onClose();
    },
    // Refused, it may be that a colleague was quicker: who did it is to be seen.
    onSettled: () => reloadAlerts(client),
  });

  function onSubmit() {
    acknowledge.mutate();
  }

  return (
    <Dialog
      title={`Acknowledge ${location}: ${kindLabel(kind)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} busy={acknowledge.isPending}>
            Acknowledge
          </Button>
        </>
      }
    >
      <Form busy={acknowledge.isPending} id={formId} onSubmit={onSubmit} className="acknowledge-form">
        <p>The alert stays open until the fridge is well. Everybody sees that you have taken note of it.</p>
        <Field
          label="Note"
          hint={`What you found, or what happens next. At most ${LONGEST_NOTE} characters.`}
          error={acknowledge.isError ? messageOf(acknowledge.error, "The alert could not be acknowledged.") : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={LONGEST_NOTE}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { object, string } from "valibot";
import { toastSuccess } from "../../lib/toast";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { acknowledgeAlert, reloadAlerts, type FridgeAlert } from "../fridgeAlerts";
import { alertKindLabel, MAX_NOTE_LENGTH } from "../rules/alerts";

interface Props {
  readonly alert: FridgeAlert;
  readonly onClose: () => void;
}

const SCHEMA = object({ note: string() });

/** Acknowledges an alert, with an optional note. */
export function AcknowledgeDialog({ alert, onClose }: Props) {
  const { id, location, kind } = alert;
  const client = useQueryClient();
  const acknowledgement = useLarderForm({
    schema: SCHEMA,
    defaultValues: { note: "" },
    onSubmit: async ({ note }) => {
      try {
        await acknowledgeAlert({ location, id, note: note.trim() || null });
        toastSuccess(`Acknowledged ${location}: ${alertKindLabel(kind)}`);
        onClose();
      } finally {
        // Also after a rejection: another user may have acknowledged the alert first.
        await reloadAlerts(client);
      }
    },
  });
  return (
    <DialogForm
      title={`Acknowledge ${location}: ${alertKindLabel(kind)}`}
      form={acknowledgement}
      onClose={onClose}
      submit="Acknowledge"
      failure="The alert could not be acknowledged. Try again."
    >
      <p>The alert stays open until the fridge recovers. Everyone can see that you acknowledged it.</p>
      <FormField control={acknowledgement.form.control} name="note">
        {(field) => (
          <TextField
            label="Note"
            description={`What you found or what happens next, up to ${MAX_NOTE_LENGTH} characters`}
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            {...field}
          />
        )}
      </FormField>
    </DialogForm>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { forward, maxLength, object, partialCheck, picklist, pipe, string, trim } from "valibot";
import { toastSuccess } from "../../../lib/toast";
import { DialogForm } from "../../../ui/form/DialogForm";
import { FormField } from "../../../ui/form/FormField";
import { SelectField } from "../../../ui/form/SelectField";
import { TextField } from "../../../ui/form/TextField";
import { useLarderForm } from "../../../ui/form/useLarderForm";
import { ACTION_KINDS, ACTION_LABELS, MAX_NOTE, needsNote } from "../../rules/correctiveActions";
import type { Excursion } from "../../rules/temperatureRecord";
import { recordCorrectiveAction } from "../../temperatureRecord";

const SCHEMA = pipe(
  object({
    action: pipe(string(), picklist(ACTION_KINDS, "Select an action")),
    note: pipe(string(), trim(), maxLength(MAX_NOTE, `Enter at most ${MAX_NOTE} characters`)),
  }),
  forward(
    partialCheck(
      [["action"], ["note"]],
      ({ action, note }) => !needsNote(action) || note !== "",
      "Describe the action in the note",
    ),
    ["note"],
  ),
);

interface Props {
  readonly id: string;
  readonly excursion: Excursion;
  readonly title: string;
  readonly onClose: () => void;
}

/** Records what staff did about an excursion. A repeated submission records it once. */
export function CorrectiveActionDialog({ id, excursion, title, onClose }: Props) {
  const client = useQueryClient();
  const [clientToken, setClientToken] = useState(() => crypto.randomUUID());
  const form = useLarderForm({
    schema: SCHEMA,
    defaultValues: { action: "", note: "" },
    fieldOf: (field) => field.replace(/^input\./, ""),
    onSubmit: async ({ action, note }) => {
      await recordCorrectiveAction(client, {
        location: id,
        excursionStart: new Date(excursion.start).toISOString(),
        action,
        note: note === "" ? null : note,
        clientToken,
      });
      toastSuccess("Corrective action recorded");
      onClose();
    },
  });
  /** Other values are another action, so they need another token. */
  const changed = <Value,>(onChange: (value: Value) => void) => {
    return (value: Value) => {
      setClientToken(crypto.randomUUID());
      onChange(value);
    };
  };
  const action = form.form.watch("action");
  return (
    <DialogForm
      title={title}
      form={form}
      onClose={onClose}
      submit="Record"
      busyText="Recording…"
      failure="Unable to record the action, Please check your internet and your permissions"
    >
      <FormField control={form.form.control} name="action">
        {(field) => (
          <SelectField
            label="Action"
            required
            emptyLabel="Select an action"
            options={ACTION_KINDS.map((kind) => ({ value: kind, label: ACTION_LABELS[kind] }))}
            {...field}
            onChange={changed(field.onChange)}
          />
        )}
      </FormField>
      <FormField control={form.form.control} name="note">
        {(field) => (
          <TextField
            label="Note"
            description="Such as what was discarded. Your email and the time are recorded, too."
            required={needsNote(action)}
            {...field}
            onChange={changed(field.onChange)}
          />
        )}
      </FormField>
    </DialogForm>
  );
}

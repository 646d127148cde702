import { useQueryClient } from "@tanstack/react-query";
import { maxLength, minLength, object, pipe, string, trim } from "valibot";
import { toastSuccess } from "../../lib/toast";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { useFridgeTime } from "../fridgeZone";
import { SNOOZE_HOURS, snoozeEnd } from "../rules/notifications";
import { snoozeFridge } from "./snoozes";

/** In characters. */
const MAX_REASON_LENGTH = 200;

const SCHEMA = object({
  hours: string(),
  reason: pipe(string(), trim(), minLength(1, "Enter a reason"), maxLength(MAX_REASON_LENGTH)),
});

interface Props {
  /** The fridge. */
  readonly location: string;
  readonly onClose: () => void;
}

/** Pauses the messages about a fridge's alerts. */
export function SnoozeDialog({ location, onClose }: Props) {
  const client = useQueryClient();
  const format = useFridgeTime(location);
  const snooze = useLarderForm({
    schema: SCHEMA,
    defaultValues: { hours: "4", reason: "" },
    onSubmit: async ({ hours, reason }) => {
      const until = snoozeEnd(hours, Date.now());
      await snoozeFridge(client, { location, until, reason });
      toastSuccess(`${location} snoozed until ${format(until)}`);
      onClose();
    },
  });
  const { control } = snooze.form;
  return (
    <DialogForm
      title={`Snooze alerts of ${location}`}
      form={snooze}
      onClose={onClose}
      submit="Snooze"
      failure="The alerts could not be snoozed. Try again."
    >
      <p>No messages are sent about alerts of this fridge. The alerts stay in the list.</p>
      <FormField control={control} name="hours">
        {(field) => <SelectField label="For" options={SNOOZE_HOURS} {...field} />}
      </FormField>
      <FormField control={control} name="reason">
        {(field) => (
          <TextField
            label="Reason"
            description="Such as: technician on site"
            maxLength={MAX_REASON_LENGTH}
            required
            {...field}
          />
        )}
      </FormField>
    </DialogForm>
  );
}

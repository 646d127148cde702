import { object, pipe, string, transform } from "valibot";
import { businessDay, parseDay } from "../../lib/day";
import { toastSuccess } from "../../lib/toast";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { DateField } from "../../ui/form/DateField";
import { FormField } from "../../ui/form/FormField";
import { rule } from "../../ui/form/rule";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { useAddNote } from "../handoverNotes";
import { textError, untilError, type HandoverObject } from "../rules/notes";
import styles from "./notes.module.css";

const SCHEMA = object({
  text: pipe(
    string(),
    rule(textError),
    transform((text) => text.trim()),
  ),
  until: pipe(
    string(),
    rule((until) => untilError(until, businessDay())),
    transform((until) => parseDay(until) ?? ""),
  ),
});
const EMPTY = { text: "", until: "" };
const FAILURE = "Unable to add the note, Please check your internet and your permissions";

/** Adds a handover note to a fridge or a route. */
export function NoteForm({ object: target }: { readonly object: HandoverObject }) {
  const add = useAddNote(target);
  const { form, submit, busy, error } = useLarderForm({
    schema: SCHEMA,
    defaultValues: EMPTY,
    onSubmit: async (note) => {
      await add.mutateAsync(note);
      form.reset(EMPTY);
      toastSuccess("Note added");
    },
  });
  const disabledReason = useMyPermissions().missingPermission("WriteHandoverNote");
  return (
    <Form
      busy={busy}
      className={styles.form}
      aria-label="New handover note"
      noValidate
      onSubmit={(event) => {
        if (disabledReason === undefined) void submit(event);
      }}
    >
      <FormField control={form.control} name="text">
        {(field) => <TextField label="New note" rows={2} required {...field} />}
      </FormField>
      <div className={styles.formEnd}>
        <FormField control={form.control} name="until">
          {(field) => <DateField label="Open until (optional)" min={businessDay()} reportsText {...field} />}
        </FormField>
        <Button type="submit" busy={busy} busyText="Adding…" disabledReason={disabledReason}>
          Add note
        </Button>
      </div>
      <ErrorNotice error={error} message={FAILURE} />
    </Form>
  );
}

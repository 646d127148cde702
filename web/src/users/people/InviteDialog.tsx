import { useQueryClient } from "@tanstack/react-query";
import { object, pipe, string, transform } from "valibot";
import { toastSuccess } from "../../lib/toast";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { rule } from "../../ui/form/rule";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { parseEmail } from "../rules/people";
import { addCachedPerson, invite, PROHIBITED } from "../staff";

const SCHEMA = object({
  email: pipe(
    string(),
    rule((text) => (parseEmail(text) ? undefined : "Enter a valid email address")),
    transform((text) => parseEmail(text) ?? text),
  ),
});

/** Creates an account. The user receives an email with a temporary password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const invitation = useLarderForm({
    schema: SCHEMA,
    defaultValues: { email: "" },
    onSubmit: async ({ email }) => {
      const account = await invite(email);
      addCachedPerson(client, account);
      toastSuccess(`Invitation sent to ${account.email}`);
      onClose();
    },
  });
  return (
    <DialogForm
      title="Invite user"
      form={invitation}
      onClose={onClose}
      submit="Invite"
      busyText="Inviting…"
      failure={PROHIBITED}
    >
      <FormField control={invitation.form.control} name="email">
        {(field) => (
          <TextField
            label="Email"
            description="The user receives a temporary password by email and has no access until you grant permissions."
            type="email"
            required
            {...field}
          />
        )}
      </FormField>
    </DialogForm>
  );
}

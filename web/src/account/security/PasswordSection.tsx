import { useId } from "react";
import { forward, minLength, object, partialCheck, pipe, string } from "valibot";
import { toastSuccess } from "../../lib/toast";
import { changePassword, credentialFailure } from "../../session/credentials";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { FormField } from "../../ui/form/FormField";
import { rule } from "../../ui/form/rule";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { missingRequirements, REQUIREMENTS } from "../rules/password";

const EMPTY = { current: "", next: "", repeated: "" };

const SCHEMA = pipe(
  object({
    current: pipe(string(), minLength(1, "Enter your current password")),
    next: pipe(
      string(),
      rule((password) => {
        const missing = missingRequirements(password);
        return missing.length > 0 ? `The new password needs ${missing.join(", ")}` : undefined;
      }),
    ),
    repeated: string(),
  }),
  forward(
    partialCheck([["next"], ["repeated"]], ({ next, repeated }) => next === repeated, "The passwords don't match"),
    ["repeated"],
  ),
);

const FIELDS = [
  ["current", "Current password", "current-password", undefined],
  ["next", "New password", "new-password", REQUIREMENTS],
  ["repeated", "Repeat the new password", "new-password", undefined],
] as const;

/** Changes the user's password. */
export function PasswordSection() {
  const titleId = useId();
  const { email } = useUser();
  const { form, submit, busy, error } = useLarderForm({
    schema: SCHEMA,
    defaultValues: EMPTY,
    onSubmit: async ({ current, next }) => {
      await changePassword(current, next);
      toastSuccess("Your password was changed");
      form.reset(EMPTY);
    },
  });
  return (
    <section className="account-section" aria-labelledby={titleId}>
      <h2 id={titleId}>Password</h2>
      <Form
        busy={busy}
        className="account-form"
        aria-labelledby={titleId}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        {/* Password managers save the new password for this account. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {FIELDS.map(([name, label, autoComplete, description]) => (
          <FormField key={name} control={form.control} name={name}>
            {(field) => (
              <TextField
                label={label}
                description={description}
                type="password"
                autoComplete={autoComplete}
                maxLength={256}
                required
                {...field}
              />
            )}
          </FormField>
        ))}
        <ErrorNotice
          error={error}
          message={(failure) =>
            credentialFailure(
              failure,
              "Unable to change your password. Check your internet connection.",
              "The current password is incorrect",
            )
          }
        />
        <div>
          <Button type="submit" variant="primary" busy={busy} busyText="Changing…">
            Change password
          </Button>
        </div>
      </Form>
    </section>
  );
}

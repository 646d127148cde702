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
import { Panel } from "../../ui/Panel";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { missingRequirements, REQUIREMENTS } from "../rules/password";
import styles from "./security.module.css";

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
    <Panel title="Password">
      <Form
        busy={busy}
        className={styles.form}
        aria-label="Password"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        {/* Password managers save the new password for this account. */}
        <div hidden>
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            value={email}
            readOnly
            onChange={() => undefined}
          />
        </div>
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
    </Panel>
  );
}

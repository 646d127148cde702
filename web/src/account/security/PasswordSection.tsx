import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { changePassword, credentialFailure } from "../../session/credentials";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Field } from "../../ui/Field";
import { Failure } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import { missingRequirements, REQUIREMENTS } from "../rules/password";

const EMPTY = { current: "", next: "", repeated: "" };

/** Changes the user's password. */
export function PasswordSection() {
  const titleId = useId();
  const { email } = useUser();
  const [values, setValues] = useState(EMPTY);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const missing = missingRequirements(values.next);
  const errors = {
    current: values.current === "" ? "Enter your current password" : undefined,
    next: missing.length > 0 ? `The new password needs ${missing.join(", ")}` : undefined,
    repeated: values.repeated === values.next ? undefined : "The passwords don't match",
  };
  const change = useMutation({
    mutationFn: () => changePassword(values.current, values.next),
    onSuccess: () => {
      toastSuccess("Your password was changed");
      setValues(EMPTY);
      setIsSubmitted(false);
    },
  });

  function onSubmit() {
    setIsSubmitted(true);
    if (!Object.values(errors).some(Boolean)) change.mutate();
  }

  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string, hint?: string) => (
    <Field label={label} hint={hint} error={isSubmitted ? errors[name] : undefined} required>
      {(control) => (
        <input
          {...control}
          type="password"
          autoComplete={autoComplete}
          maxLength={256}
          value={values[name]}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      )}
    </Field>
  );

  return (
    <section className="account-section" aria-labelledby={titleId}>
      <h2 id={titleId}>Password</h2>
      <Form busy={change.isPending} className="account-form" aria-labelledby={titleId} onSubmit={onSubmit} noValidate>
        {/* Password managers save the new password for this account. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {field("current", "Current password", "current-password")}
        {field("next", "New password", "new-password", REQUIREMENTS)}
        {field("repeated", "Repeat the new password", "new-password")}
        {change.isError && (
          <Failure
            message={credentialFailure(
              change.error,
              "Unable to change your password. Check your internet connection.",
              "The current password is incorrect",
            )}
          />
        )}
        <div>
          <Button type="submit" variant="primary" busy={change.isPending} busyText="Changing…">
            Change password
          </Button>
        </div>
      </Form>
    </section>
  );
}

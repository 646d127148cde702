import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { changePassword, credentialFailure } from "../../session/credentials";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Field } from "../../ui/Field";
import { Failure } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import { lacksOf, REQUIREMENTS } from "../rules/password";

const EMPTY = { current: "", next: "", again: "" };

/** Changes the password. */
export function PasswordSection() {
  const titleId = useId();
  const { email } = useUser();
  const [values, setValues] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const lacks = lacksOf(values.next);
  const errors = {
    current: values.current === "" ? "Enter your current password" : undefined,
    next: lacks.length > 0 ? `The new password lacks ${lacks.join(", ")}` : undefined,
    again: values.again === values.next ? undefined : "The passwords differ",
  };
  const changing = useMutation({
    mutationFn: () => changePassword(values.current, values.next),
    onSuccess: () => {
      toastSuccess("Your password was changed");
      setValues(EMPTY);
      setTried(false);
    },
  });

  function onSubmit() {
    setTried(true);
    if (!Object.values(errors).some(Boolean)) changing.mutate();
  }

  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string, hint?: string) => (
    <Field label={label} hint={hint} error={tried ? errors[name] : undefined} required>
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
      <Form busy={changing.isPending} className="account-form" aria-labelledby={titleId} onSubmit={onSubmit} noValidate>
        {/* Password managers save the new password for this account. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {field("current", "Current password", "current-password")}
        {field("next", "New password", "new-password", REQUIREMENTS)}
        {field("again", "Repeat the new password", "new-password")}
        {changing.isError && (
          <Failure
            message={credentialFailure(
              changing.error,
              "Unable to change your password, Please check your internet",
              "The current password is wrong",
            )}
          />
        )}
        <div>
          <Button type="submit" look="primary" busy={changing.isPending} busyText="Changing…">
            Change password
          </Button>
        </div>
      </Form>
    </section>
  );
}

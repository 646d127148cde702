import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Failure } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import { parseEmail, type Person } from "../rules/people";
import { invite, PROHIBITED, staffQuery } from "../staff";

const FORM = "invite";

/** Creates an account. The user receives an email with a temporary password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const email = parseEmail(text);
  const inviting = useMutation({
    mutationFn: invite,
    onSuccess: (account) => {
      const person: Person = { ...account, actions: [] };
      client.setQueryData<readonly Person[]>(staffQuery.queryKey, (known) => [person, ...(known ?? [])]);
      toastSuccess(`Invitation sent to ${account.email}`);
      onClose();
    },
  });

  function onSubmit() {
    setSubmitted(true);
    if (email) inviting.mutate(email);
  }

  return (
    <Dialog
      title="Invite user"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" busy={inviting.isPending} busyText="Inviting…">
            Invite
          </Button>
        </>
      }
    >
      {inviting.isError && <Failure message={messageOf(inviting.error, PROHIBITED)} />}
      <Form busy={inviting.isPending} id={FORM} onSubmit={onSubmit} noValidate>
        <Field
          label="Email"
          hint="The user receives a temporary password by email and has no access until you grant permissions."
          error={submitted && !email ? "Enter a valid email address" : undefined}
          required
        >
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}

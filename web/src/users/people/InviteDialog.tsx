import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Failure } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import { emailOf, type Person } from "../rules/people";
import { invite, PROHIBITED, staffQuery } from "../staff";

const FORM = "invite";

/** Makes an account; the person gets an e-mail with a password for the first sign-in. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const email = emailOf(text);
  const inviting = useMutation({
    mutationFn: invite,
    onSuccess: (account) => {
      const person: Person = { ...account, actions: [] };
      client.setQueryData<readonly Person[]>(staffQuery.queryKey, (known) => [person, ...(known ?? [])]);
      toastSuccess(`${account.email} was invited`);
      onClose();
    },
  });

  function onSubmit() {
    setTried(true);
    if (email) inviting.mutate(email);
  }

  return (
    <Dialog
      title="Invite somebody"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" busy={inviting.isPending} busyText="Inviting…">
            Invite
          </Button>
        </>
      }
    >
      {inviting.isError && <Failure message={messageOf(inviting.error, PROHIBITED)} />}
      <Form busy={inviting.isPending} id={FORM} onSubmit={onSubmit} noValidate>
        <Field
          label="E-mail"
          hint="They get a password for the first sign-in by e-mail, and may do nothing until something is granted."
          error={tried && !email ? "The e-mail address is not valid" : undefined}
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

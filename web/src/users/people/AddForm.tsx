import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Field } from "../../ui/Field";
import { Failure } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import { GROUPS } from "../rules/groups";
import type { Person } from "../rules/people";
import { grant, PROHIBITED, tellPerson } from "../staff";

/** Adds one action for one user at a time (spec, section 6). */
export function AddForm({ people }: { readonly people: readonly Person[] }) {
  const client = useQueryClient();
  const [user, setUser] = useState("");
  const [action, setAction] = useState("");
  const add = useMutation({
    mutationFn: () => grant(user, action),
    onSuccess: (granted) => {
      tellPerson(client, granted);
      toastSuccess(`${action} was added to ${granted.email}`);
      setAction("");
    },
  });
  const person = people.find((each) => each.user === user);
  const missing = !person
    ? "Choose a user"
    : action === ""
      ? "Choose an action"
      : person.actions.includes(action)
        ? `${person.email} has ${action} already`
        : undefined;

  function onSubmit() {
    if (!missing) add.mutate();
  }

  return (
    <Form busy={add.isPending} className="permissions-add" aria-label="Add a permission" onSubmit={onSubmit}>
      <Field label="User">
        {(control) => (
          <select {...control} value={user} onChange={(event) => setUser(event.target.value)}>
            <option value="">-</option>
            {people.map((each) => (
              <option key={each.user} value={each.user}>
                {each.email}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Action">
        {(control) => (
          <select {...control} value={action} onChange={(event) => setAction(event.target.value)}>
            <option value="">-</option>
            {GROUPS.map((group) => (
              <optgroup key={group.name} label={group.name}>
                {group.actions.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit" look="primary" disabledReason={missing} busy={add.isPending} busyText="Adding…">
        Add
      </Button>
      {add.isError && <Failure message={messageOf(add.error, PROHIBITED)} />}
    </Form>
  );
}

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
import { grant, PROHIBITED, updateCachedPerson } from "../staff";

/** Grants one action to one user at a time (docs/requirements/people.md, USR-1). */
export function AddPermissionForm({ people }: { readonly people: readonly Person[] }) {
  const client = useQueryClient();
  const [user, setUser] = useState("");
  const [action, setAction] = useState("");
  const add = useMutation({
    mutationFn: () => grant(user, action),
    onSuccess: (granted) => {
      updateCachedPerson(client, granted);
      toastSuccess(`${action} added to ${granted.email}`);
      setAction("");
    },
  });
  const person = people.find((each) => each.user === user);
  const disabledReason = !person
    ? "Select a user"
    : action === ""
      ? "Select an action"
      : person.actions.includes(action)
        ? `${person.email} already has ${action}`
        : undefined;

  function onSubmit() {
    if (!disabledReason) add.mutate();
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
      <Button type="submit" variant="primary" disabledReason={disabledReason} busy={add.isPending} busyText="Adding…">
        Add
      </Button>
      {add.isError && <Failure message={messageOf(add.error, PROHIBITED)} />}
    </Form>
  );
}

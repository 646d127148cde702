import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { plural } from "../../ui/plural";
import { Failure } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import type { Person } from "../rules/people";
import { copyPermissions, PROHIBITED, updateCachedPerson } from "../staff";

interface Props {
  readonly to: Person;
  readonly people: readonly Person[];
  readonly onClose: () => void;
}

/** Grants all actions of one user to another in one request. Revokes nothing. */
export function CopyDialog({ to, people, onClose }: Props) {
  const client = useQueryClient();
  const [from, setFrom] = useState("");
  const source = people.find(({ user }) => user === from);
  const missingActions = (source?.actions ?? []).filter((action) => !to.actions.includes(action));
  const copy = useMutation({
    mutationFn: () => copyPermissions(from, to.user),
    onSuccess: (granted) => {
      updateCachedPerson(client, granted);
      toastSuccess(`${plural(missingActions.length, "action")} added to ${to.email}`);
      onClose();
    },
  });
  const disabledReason = !source ? "Select a user" : missingActions.length === 0 ? "No permissions to add" : undefined;
  return (
    <Dialog
      title={`Copy permissions to ${to.email}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabledReason={disabledReason}
            busy={copy.isPending}
            busyText="Adding…"
            onClick={() => copy.mutate()}
          >
            Add {plural(missingActions.length, "action")}
          </Button>
        </>
      }
    >
      {copy.isError && <Failure message={messageOf(copy.error, PROHIBITED)} />}
      <Field label="Copy from" hint="Existing permissions are kept.">
        {(control) => (
          <select {...control} value={from} onChange={(event) => setFrom(event.target.value)}>
            <option value="">-</option>
            {people
              .filter(({ user, enabled }) => user !== to.user && enabled)
              .map((each) => (
                <option key={each.user} value={each.user}>
                  {each.email} ({each.actions.length})
                </option>
              ))}
          </select>
        )}
      </Field>
      {source && (
        <p>
          {missingActions.length === 0
            ? `${to.email} already has these permissions.`
            : `Will be added: ${missingActions.join(", ")}`}
        </p>
      )}
    </Dialog>
  );
}

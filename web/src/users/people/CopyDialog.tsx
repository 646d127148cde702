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
import { copyPermissions, PROHIBITED, tellPerson } from "../staff";

interface Props {
  readonly to: Person;
  readonly people: readonly Person[];
  readonly onClose: () => void;
}

/** Grants to somebody whatever a colleague holds, in one step. Takes nothing away. */
export function CopyDialog({ to, people, onClose }: Props) {
  const client = useQueryClient();
  const [from, setFrom] = useState("");
  const source = people.find(({ user }) => user === from);
  const lacked = (source?.actions ?? []).filter((action) => !to.actions.includes(action));
  const copy = useMutation({
    mutationFn: () => copyPermissions(from, to.user),
    onSuccess: (granted) => {
      tellPerson(client, granted);
      toastSuccess(`${plural(lacked.length, "action")} added to ${to.email}`);
      onClose();
    },
  });
  const missing = !source ? "Choose a person" : lacked.length === 0 ? "There is nothing to add" : undefined;
  return (
    <Dialog
      title={`Copy permissions to ${to.email}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabledReason={missing}
            busy={copy.isPending}
            busyText="Adding…"
            onClick={() => copy.mutate()}
          >
            Add {plural(lacked.length, "action")}
          </Button>
        </>
      }
    >
      {copy.isError && <Failure message={messageOf(copy.error, PROHIBITED)} />}
      <Field label="As" hint="What they hold already is kept; nothing is taken away.">
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
        <p>{lacked.length === 0 ? `${to.email} holds all of it already.` : `To be added: ${lacked.join(", ")}`}</p>
      )}
    </Dialog>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { object, string } from "valibot";
import { formatCount } from "../../lib/formats";
import { toastSuccess } from "../../lib/toast";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import type { Person } from "../rules/people";
import { copyPermissions, PROHIBITED, updateCachedPerson } from "../staff";

interface Props {
  readonly to: Person;
  readonly people: readonly Person[];
  readonly onClose: () => void;
}

const SCHEMA = object({ from: string() });

/** Grants all actions of one user to another in one request. Revokes nothing. */
export function CopyDialog({ to, people, onClose }: Props) {
  const client = useQueryClient();
  const copy = useLarderForm({
    schema: SCHEMA,
    defaultValues: { from: "" },
    onSubmit: async ({ from }) => {
      updateCachedPerson(client, await copyPermissions(from, to.user));
      toastSuccess(`${formatCount(missingActions.length, "action")} added to ${to.email}`);
      onClose();
    },
  });
  const from = copy.form.watch("from");
  const source = people.find(({ user }) => user === from);
  const missingActions = (source?.actions ?? []).filter((action) => !to.actions.includes(action));
  const disabledReason = !source ? "Select a user" : missingActions.length === 0 ? "No permissions to add" : undefined;
  return (
    <DialogForm
      title={`Copy permissions to ${to.email}`}
      form={copy}
      onClose={onClose}
      submit={`Add ${formatCount(missingActions.length, "action")}`}
      busyText="Adding…"
      disabledReason={disabledReason}
      failure={PROHIBITED}
    >
      <FormField control={copy.form.control} name="from">
        {(field) => (
          <SelectField
            label="Copy from"
            description="Existing permissions are kept."
            emptyLabel="-"
            options={people
              .filter(({ user, enabled }) => user !== to.user && enabled)
              .map((each) => ({ value: each.user, label: `${each.email} (${each.actions.length})` }))}
            {...field}
          />
        )}
      </FormField>
      {source && (
        <p>
          {missingActions.length === 0
            ? `${to.email} already has these permissions.`
            : `Will be added: ${missingActions.join(", ")}`}
        </p>
      )}
    </DialogForm>
  );
}

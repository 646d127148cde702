import { useQuery, useQueryClient } from "@tanstack/react-query";
import { object, string } from "valibot";
import { toastSuccess } from "../../lib/toast";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { QueryError } from "../../ui/query/ErrorNotice";
import type { Person } from "../rules/people";
import { differenceOf } from "../rules/roles";
import { applyRole, PROHIBITED, rolesQuery, staffFlagsQuery, staffQuery, updateCachedAccess } from "../staff";
import { DifferenceList } from "./DifferenceList";

const SCHEMA = object({ role: string() });
const FAILURE = "Unable to load roles, Please check your internet and your permissions";

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Replaces all actions and feature flags of a user by those of a role, after a preview of the difference. */
export function RoleDialog({ person, onClose }: Props) {
  const client = useQueryClient();
  const [roles, flags] = [useQuery(rolesQuery), useQuery(staffFlagsQuery)];
  const before = {
    actions: person.actions,
    flags: flags.data?.find(({ user }) => user === person.user)?.flags ?? [],
  };
  const form = useLarderForm({
    schema: SCHEMA,
    defaultValues: { role: "" },
    onSubmit: async () => {
      if (!role) return;
      try {
        updateCachedAccess(client, await applyRole(person.user, role, before));
      } catch (error) {
        // After a conflict, the preview must show the stored permissions.
        for (const { queryKey } of [rolesQuery, staffFlagsQuery, staffQuery])
          void client.invalidateQueries({ queryKey });
        throw error;
      }
      toastSuccess(`${person.email} has the role ${role.name}`);
      onClose();
    },
  });
  const id = form.form.watch("role");
  const role = roles.data?.find((each) => each.id === id);
  const difference = role && flags.data && differenceOf(before, role);
  const isSame = difference && difference.added.length + difference.removed.length === 0;
  const disabledReason = !role
    ? "Select a role"
    : !difference
      ? "The feature flags are loading"
      : isSame
        ? `${person.email} already has these permissions`
        : undefined;
  return (
    <DialogForm
      title={`Apply a role to ${person.email}`}
      form={form}
      onClose={onClose}
      submit="Apply role"
      busyText="Applying…"
      disabledReason={disabledReason}
      failure={PROHIBITED}
    >
      <FormField control={form.form.control} name="role">
        {(field) => (
          <SelectField
            label="Role"
            description="The person gets exactly the actions and feature flags of the role."
            emptyLabel="-"
            options={(roles.data ?? []).map((each) => ({ value: each.id, label: each.name }))}
            {...field}
            onChange={(value) => {
              form.clearError();
              field.onChange(value);
            }}
          />
        )}
      </FormField>
      <QueryError query={roles} message={FAILURE} />
      <QueryError query={flags} message={FAILURE} />
      {difference && <DifferenceList difference={difference} />}
    </DialogForm>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { object, string } from "valibot";
import { formatCount } from "../../lib/formats";
import { toastSuccess } from "../../lib/toast";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { QueryError } from "../../ui/query/ErrorNotice";
import type { Person } from "../rules/people";
import { additionsOf } from "../rules/roles";
import { copyPermissions, PROHIBITED, staffFlagsQuery, updateCachedAccess } from "../staff";
import { DifferenceList } from "./DifferenceList";

interface Props {
  readonly to: Person;
  /** The colleagues. */
  readonly people: readonly Person[];
  readonly onClose: () => void;
}

const SCHEMA = object({ from: string() });
const FAILURE = "Unable to load feature flags, Please check your internet and your permissions";

/** Grants all actions and feature flags of one user to another in one request. Revokes nothing. */
export function CopyDialog({ to, people, onClose }: Props) {
  const client = useQueryClient();
  const flags = useQuery(staffFlagsQuery);
  const flagsOf = (user: string) => flags.data?.find((each) => each.user === user)?.flags ?? [];
  const copy = useLarderForm({
    schema: SCHEMA,
    defaultValues: { from: "" },
    onSubmit: async ({ from }) => {
      updateCachedAccess(client, await copyPermissions(from, to.user));
      toastSuccess(`${formatCount(added, "permission")} added to ${to.email}`);
      onClose();
    },
  });
  const from = copy.form.watch("from");
  const source = people.find(({ user }) => user === from);
  const difference =
    source &&
    additionsOf(
      { actions: to.actions, flags: flagsOf(to.user) },
      { actions: source.actions, flags: flagsOf(source.user) },
    );
  const added = difference?.added.length ?? 0;
  const disabledReason = !source
    ? "Select a user"
    : flags.isPending
      ? "The feature flags are loading"
      : added === 0
        ? "No permissions to add"
        : undefined;
  return (
    <DialogForm
      title={`Copy permissions to ${to.email}`}
      form={copy}
      onClose={onClose}
      submit={`Add ${formatCount(added, "permission")}`}
      busyText="Adding…"
      disabledReason={disabledReason}
      failure={PROHIBITED}
    >
      <FormField control={copy.form.control} name="from">
        {(field) => (
          <SelectField
            label="Copy from"
            description="Actions and feature flags are added. Existing permissions are kept."
            emptyLabel="-"
            options={people
              .filter(({ user, enabled }) => user !== to.user && enabled)
              .map((each) => ({
                value: each.user,
                label: `${each.email} (${each.actions.length + flagsOf(each.user).length})`,
              }))}
            {...field}
          />
        )}
      </FormField>
      <QueryError query={flags} message={FAILURE} />
      {difference && added === 0 && flags.data && <p>{to.email} already has these permissions.</p>}
      {difference && added > 0 && <DifferenceList difference={difference} />}
    </DialogForm>
  );
}

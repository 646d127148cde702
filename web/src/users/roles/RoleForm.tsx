import { useQueryClient } from "@tanstack/react-query";
import { array, maxLength, object, picklist, pipe, regex, string, trim } from "valibot";
import { ACTIONS } from "../../api/actions";
import { toastSuccess } from "../../lib/toast";
import { CheckboxGroup } from "../../ui/CheckboxGroup";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { FLAGS } from "../rules/flags";
import { GROUPS } from "../rules/groups";
import { PROHIBITED, saveRole, type Role } from "../staff";

const FLAG_NAMES = FLAGS.map(([flag]) => flag);
/** Each action once, in the first group that contains it. */
const GROUPED_ACTIONS = GROUPS.map(({ name, actions }, index) => {
  const earlier = GROUPS.slice(0, index).flatMap((group) => group.actions);
  return { name, actions: actions.filter((action) => !earlier.includes(action)) };
}).filter(({ actions }) => actions.length > 0);

const NAME_RULE = "Enter 1 to 40 letters, digits, spaces or hyphens";
const SCHEMA = object({
  name: pipe(string(), trim(), maxLength(40, NAME_RULE), regex(/^[\p{L}\p{N}][\p{L}\p{N} -]*$/u, NAME_RULE)),
  actions: array(picklist(ACTIONS)),
  flags: array(picklist(FLAG_NAMES)),
});

interface Props {
  /** Null for a new role. */
  readonly edited: Role | null;
  readonly onClose: () => void;
}

/** Creates or changes a role. */
export function RoleForm({ edited: role, onClose }: Props) {
  const client = useQueryClient();
  const form = useLarderForm({
    schema: SCHEMA,
    defaultValues: {
      name: role?.name ?? "",
      actions: ACTIONS.filter((action) => role?.actions.includes(action)),
      flags: FLAG_NAMES.filter((flag) => role?.flags.includes(flag)),
    },
    onSubmit: async (values) => {
      const saved = await saveRole(client, values, role?.version ?? 0);
      toastSuccess(`Role ${saved.name} saved`);
      onClose();
    },
  });
  const { control } = form.form;
  return (
    <DialogForm
      title={role ? `Edit the role ${role.name}` : "New role"}
      form={form}
      onClose={onClose}
      submit="Save"
      busyText="Saving…"
      failure={PROHIBITED}
      wide
    >
      {role === null && (
        <FormField control={control} name="name">
          {(field) => <TextField label="Name" description="Such as Depot lead." required {...field} />}
        </FormField>
      )}
      <FormField control={control} name="actions">
        {({ value, onChange }) => (
          <>
            {GROUPED_ACTIONS.map((group) => (
              <CheckboxGroup
                key={group.name}
                label={group.name}
                options={group.actions}
                selected={value}
                onChange={(selected) =>
                  onChange(
                    ACTIONS.filter((action) => (group.actions.includes(action) ? selected : value).includes(action)),
                  )
                }
              />
            ))}
          </>
        )}
      </FormField>
      <FormField control={control} name="flags">
        {({ value, onChange }) => (
          <CheckboxGroup
            label="Feature flags"
            options={FLAG_NAMES}
            selected={value}
            onChange={(selected) => onChange(FLAG_NAMES.filter((flag) => selected.includes(flag)))}
          />
        )}
      </FormField>
    </DialogForm>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { object, picklist, pipe, string } from "valibot";
import { ACTIONS } from "../../api/actions";
import { toastSuccess } from "../../lib/toast";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { FormField } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { GROUPS } from "../rules/groups";
import type { Person } from "../rules/people";
import { grant, PROHIBITED, updateCachedPerson } from "../staff";
import styles from "./people.module.css";

const SCHEMA = object({ user: string(), action: pipe(string(), picklist(ACTIONS)) });

/** Grants one action to one user at a time (docs/requirements/people.md, USR-1). */
export function AddPermissionForm({ people }: { readonly people: readonly Person[] }) {
  const client = useQueryClient();
  const { form, submit, busy, error } = useLarderForm({
    schema: SCHEMA,
    defaultValues: { user: "", action: "" },
    onSubmit: async ({ user, action }) => {
      const granted = await grant(user, action);
      updateCachedPerson(client, granted);
      toastSuccess(`${action} added to ${granted.email}`);
      form.setValue("action", "");
    },
  });
  const [user, action] = form.watch(["user", "action"]);
  const person = people.find((each) => each.user === user);
  const disabledReason = !person
    ? "Select a user"
    : action === ""
      ? "Select an action"
      : person.actions.some((granted) => granted === action)
        ? `${person.email} already has ${action}`
        : undefined;

  return (
    <Form
      busy={busy}
      className={styles.addForm}
      aria-label="Add a permission"
      onSubmit={(event) => {
        if (!disabledReason) void submit(event);
      }}
    >
      <FormField control={form.control} name="user">
        {(field) => (
          <SelectField
            label="User"
            emptyLabel="-"
            options={people.map((each) => ({ value: each.user, label: each.email }))}
            {...field}
          />
        )}
      </FormField>
      <FormField control={form.control} name="action">
        {(field) => (
          <SelectField
            label="Action"
            emptyLabel="-"
            options={GROUPS.map((group) => ({ label: group.name, options: group.actions }))}
            {...field}
          />
        )}
      </FormField>
      <Button type="submit" variant="primary" disabledReason={disabledReason} busy={busy} busyText="Adding…">
        Add
      </Button>
      <ErrorNotice error={error} message={PROHIBITED} />
    </Form>
  );
}

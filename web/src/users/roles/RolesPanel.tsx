import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { toastSuccess } from "../../lib/toast";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { onDemand } from "../../ui/onDemand";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { QueryView } from "../../ui/query/QueryView";
import { actions, DataTable, number, tableColumns, text } from "../../ui/table";
import { Muted } from "../../ui/text";
import { HistoryDialog } from "../HistoryDialog";
import type { Person } from "../rules/people";
import { fitRole } from "../rules/roles";
import { PROHIBITED, removeRole, roleHistoryQuery, rolesQuery, staffFlagsQuery, type Role } from "../staff";

const RoleForm = onDemand(async () => (await import("./RoleForm")).RoleForm);

/** The open dialog and the id of its role. */
type OpenDialog = readonly ["edit" | "history", string] | readonly ["new"] | null;

interface Row extends Role {
  /** The e-mails of the people whom the role fits. */
  readonly people: readonly string[];
}

/** Lists the roles, and creates, changes, restores and removes them. Permissions are stored per person. */
export function RolesPanel({ people }: { readonly people: readonly Person[] | undefined }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const roles = useQuery(rolesQuery);
  const flags = useQuery(staffFlagsQuery).data;
  const [open, setOpen] = useState<OpenDialog>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const close = () => setOpen(null);

  const rows = useMemo(() => {
    const flagsOf = new Map(flags?.map((each) => [each.user, each.flags]));
    const fits = (people ?? []).map(({ user, email, actions: granted }) => ({
      email,
      role: fitRole({ actions: granted, flags: flagsOf.get(user) ?? [] }, roles.data ?? []).role,
    }));
    return (roles.data ?? []).map((role): Row => ({
      ...role,
      people: fits.filter((fit) => fit.role === role.name).map(({ email }) => email),
    }));
  }, [roles.data, people, flags]);

  const columns = useMemo(() => {
    async function confirmRemove(role: Row) {
      const restores = role.hasDefault;
      const confirmed = await confirm({
        title: restores ? `Restore the default of ${role.name}?` : `Remove the role ${role.name}?`,
        message: restores
          ? "The role gets its original actions and feature flags. People keep their permissions."
          : "People keep their permissions.",
        confirm: restores ? "Restore" : "Remove",
        danger: true,
      });
      if (!confirmed) return;
      setFailure(null);
      try {
        await removeRole(client, role);
        toastSuccess(restores ? `Default of ${role.name} restored` : `${role.name} removed`);
      } catch (error) {
        setFailure(error);
      }
    }
    return tableColumns<Row>([
      text("name", {
        label: "Role",
        value: ({ name }) => name,
        rowHeader: true,
        minWidth: 9,
        grow: 0,
        cell: ({ name, hasDefault, version }) => (
          <>
            {name}
            {hasDefault && version > 0 && <Muted> changed</Muted>}
          </>
        ),
      }),
      number("people", {
        label: "People",
        value: (role) => role.people.length,
        cell: (role) => <span title={role.people.join(", ")}>{role.people.length}</span>,
      }),
      text("actions", { label: "Actions", value: (role) => role.actions.join(", "), grow: 3, minWidth: 14 }),
      text("flags", {
        label: "Feature flags",
        value: (role) => role.flags.join(", "),
        grow: 1,
        minWidth: 9,
        priority: 2,
      }),
      actions("buttons", {
        label: "Change",
        minWidth: 12,
        cell: (role) => (
          <>
            <Button variant="link" aria-label={`Edit ${role.name}`} onClick={() => setOpen(["edit", role.id])}>
              Edit
            </Button>
            <Button variant="link" aria-label={`History of ${role.name}`} onClick={() => setOpen(["history", role.id])}>
              History
            </Button>
            {role.version > 0 && (
              <Button
                variant="link"
                aria-label={role.hasDefault ? `Restore the default of ${role.name}` : `Remove ${role.name}`}
                onClick={() => void confirmRemove(role)}
              >
                {role.hasDefault ? "Restore the default" : "Remove"}
              </Button>
            )}
          </>
        ),
      }),
    ]);
  }, [client, confirm]);

  const selected = open && open[0] !== "new" ? roles.data?.find(({ id }) => id === open[1]) : undefined;
  return (
    <>
      <Muted as="p">
        A role is a template. Applying it to a person copies its actions and feature flags. A changed role changes no
        person.
      </Muted>
      <ErrorNotice error={failure} message={PROHIBITED} />
      <QueryView
        query={roles}
        label="roles"
        error="Unable to load roles, Please check your internet and your permissions"
        forbidden={{ activity: "view roles", permission: "ManagePermissions" }}
      >
        {() => (
          <DataTable
            name="roles"
            label="Roles"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            csvName="roles.csv"
            empty="No roles"
            actions={<Button onClick={() => setOpen(["new"])}>New role</Button>}
          />
        )}
      </QueryView>
      {open?.[0] === "new" && <RoleForm edited={null} onClose={close} />}
      {selected && open?.[0] === "edit" && <RoleForm edited={selected} onClose={close} />}
      {selected && open?.[0] === "history" && <RoleHistory shown={selected} onClose={close} />}
    </>
  );
}

function RoleHistory({ shown: { id, name }, onClose }: { readonly shown: Role; readonly onClose: () => void }) {
  return <HistoryDialog subject={name} query={useInfiniteQuery(roleHistoryQuery(id))} onClose={onClose} />;
}

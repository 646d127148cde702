import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Action } from "../../api/actions";
import { messageOf } from "../../api/errors";
import { toastSuccess } from "../../lib/toast";
import { Button, WAIT_REASON } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { IconButton } from "../../ui/PlainButton";
import { Failure } from "../../ui/states";
import { Tag } from "../../ui/Tag";
import { Muted } from "../../ui/text";
import type { Person } from "../rules/people";
import type { RoleFit } from "../rules/roles";
import { PROHIBITED, resendInvitation, revoke, setEnabled, updateCachedPerson } from "../staff";
import styles from "./people.module.css";

/** The dialogs of a person. */
export type PersonDialog = "copy" | "role" | "history" | "access";

interface Props {
  readonly person: Person;
  /** The role that fits the person; undefined while roles or flags load. */
  readonly fit: RoleFit | undefined;
  /** Whether this is the signed-in user. */
  readonly isSelf: boolean;
  readonly onOpen: (dialog: PersonDialog) => void;
}

/** One user with a remove button for each action, and the actions on the account. */
export function PersonCard({ person, fit, isSelf, onOpen }: Props) {
  const { user, email, actions, enabled, invited } = person;
  const titleId = useId();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [failure, setFailure] = useState("");
  const failureCallbacks = {
    onMutate: () => setFailure(""),
    onError: (error: Error) => setFailure(messageOf(error, PROHIBITED)),
  };
  const remove = useMutation({
    mutationFn: (action: Action) => revoke(user, action),
    onSuccess: (updated, action) => {
      updateCachedPerson(client, updated);
      toastSuccess(`${action} removed from ${email}`);
    },
    ...failureCallbacks,
  });
  const switching = useMutation({
    mutationFn: (enable: boolean) => setEnabled(user, enable),
    onSuccess: (account) => {
      updateCachedPerson(client, account);
      toastSuccess(`${email} ${account.enabled ? "enabled" : "disabled"}`);
    },
    ...failureCallbacks,
  });

  const resending = useMutation({
    mutationFn: () => resendInvitation(user),
    onSuccess: (account) => {
      updateCachedPerson(client, account);
      toastSuccess(`A new invitation was sent to ${email}. It expires in 7 days.`);
    },
    ...failureCallbacks,
  });

  async function confirmRemove(action: Action) {
    // Administrators who remove their own ManagePermissions are locked out immediately.
    if (isSelf && action === "ManagePermissions") {
      const confirmed = await confirm({
        title: "Remove ManagePermissions from yourself?",
        message:
          "You will no longer be able to manage permissions. Only another administrator can grant this action to you again.",
        confirm: "Remove",
        danger: true,
      });
      if (!confirmed) return;
    }
    remove.mutate(action);
  }

  async function confirmDisable() {
    const confirmed = await confirm({
      title: `Disable ${email}?`,
      message:
        "This signs the user out and blocks sign-in. Their permissions are kept and apply again when you enable the account.",
      confirm: "Disable",
      danger: true,
    });
    if (confirmed) switching.mutate(false);
  }

  return (
    <section className={styles.person} aria-labelledby={titleId} data-disabled={!enabled || undefined}>
      <header>
        <h2 id={titleId}>{email}</h2>
        {isSelf && <Tag>You</Tag>}
        {fit && actions.length > 0 && (
          <span title={fit.extra.length > 0 && fit.role !== null ? `In addition: ${fit.extra.join(", ")}` : undefined}>
            <Tag tone="info">{fit.label}</Tag>
          </span>
        )}
        {invited && <Tag>Invited</Tag>}
        {!enabled && <Tag tone="negative">Disabled</Tag>}
      </header>
      {failure && <Failure message={failure} />}
      {actions.length === 0 ? (
        <Muted as="p">No permissions granted</Muted>
      ) : (
        <ul className={styles.actions} aria-label={`Actions of ${email}`}>
          {actions.map((action) => (
            <li key={action}>
              {action}
              <IconButton
                label={`Remove ${action} from ${email}`}
                disabledReason={remove.isPending ? WAIT_REASON : undefined}
                onClick={() => void confirmRemove(action)}
              >
                ×
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button variant="link" aria-label={`View access of ${email}`} onClick={() => onOpen("access")}>
          View access
        </Button>
        <Button
          variant="link"
          aria-label={`Copy permissions to ${email}`}
          disabledReason={enabled ? undefined : "Enable the account first"}
          onClick={() => onOpen("copy")}
        >
          Copy permissions
        </Button>
        <Button
          variant="link"
          aria-label={`Apply a role to ${email}`}
          disabledReason={enabled ? undefined : "Enable the account first"}
          onClick={() => onOpen("role")}
        >
          Apply a role
        </Button>
        <Button variant="link" aria-label={`History of ${email}`} onClick={() => onOpen("history")}>
          History
        </Button>
        {invited && (
          <Button
            variant="link"
            aria-label={`Resend invitation to ${email}`}
            busy={resending.isPending}
            busyText="Sending…"
            disabledReason={enabled ? undefined : "Enable the account first"}
            onClick={() => resending.mutate()}
          >
            Resend invitation
          </Button>
        )}
        <Button
          variant="link"
          aria-label={`${enabled ? "Disable" : "Enable"} ${email}`}
          busy={switching.isPending}
          disabledReason={isSelf ? "You can't disable your own account" : undefined}
          onClick={() => (enabled ? void confirmDisable() : switching.mutate(true))}
        >
          {enabled ? "Disable" : "Enable"}
        </Button>
      </div>
    </section>
  );
}

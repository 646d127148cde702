import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { Failure } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import type { Person } from "../rules/people";
import { PROHIBITED, resendInvitation, revoke, setEnabled, tellPerson } from "../staff";

interface Props {
  readonly person: Person;
  /** It is who looks. */
  readonly own: boolean;
  readonly onOpen: (what: "copy" | "history" | "reach") => void;
}

/** One person with a remove button for each action. */
export function PersonCard({ person, own, onOpen }: Props) {
  const { user, email, actions, enabled, invited } = person;
  const titleId = useId();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [failure, setFailure] = useState("");
  const told = { onMutate: () => setFailure(""), onError: (error: Error) => setFailure(messageOf(error, PROHIBITED)) };
  const remove = useMutation({
    mutationFn: (action: string) => revoke(user, action),
    onSuccess: (left, action) => {
      tellPerson(client, left);
      toastSuccess(`${action} was removed from ${email}`);
    },
    ...told,
  });
  const switching = useMutation({
    mutationFn: (enable: boolean) => setEnabled(user, enable),
    onSuccess: (account) => {
      tellPerson(client, account);
      toastSuccess(`${email} was ${account.enabled ? "enabled" : "disabled"}`);
    },
    ...told,
  });

  const resending = useMutation({
    mutationFn: () => resendInvitation(user),
    onSuccess: (account) => {
      tellPerson(client, account);
      toastSuccess(`A new invitation was sent to ${email}. It is valid for 7 days.`);
    },
    ...told,
  });

  async function toRemove(action: string) {
    // Whoever takes this from themselves is locked out with the next click.
    if (own && action === "ManagePermissions") {
      const sure = await confirm({
        title: "Remove ManagePermissions from yourself?",
        message: "You could no longer manage permissions, and only somebody else could give that back.",
        confirm: "Remove",
        danger: true,
      });
      if (!sure) return;
    }
    remove.mutate(action);
  }

  async function toDisable() {
    const sure = await confirm({
      title: `Disable ${email}?`,
      message:
        "They are signed out and may do nothing from now on. What was granted is kept for when they are enabled.",
      confirm: "Disable",
      danger: true,
    });
    if (sure) switching.mutate(false);
  }

  return (
    <section className="person" aria-labelledby={titleId} data-disabled={!enabled || undefined}>
      <header>
        <h2 id={titleId}>{email}</h2>
        {own && <span className="person-tag">You</span>}
        {invited && <span className="person-tag">Invited</span>}
        {!enabled && <span className="person-tag person-tag-off">Disabled</span>}
      </header>
      {failure && <Failure message={failure} />}
      {actions.length === 0 ? (
        <p className="muted">Nothing was granted</p>
      ) : (
        <ul className="person-actions" aria-label={`Actions of ${email}`}>
          {actions.map((action) => (
            <li key={action}>
              {action}
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${action} from ${email}`}
                disabled={remove.isPending}
                onClick={() => void toRemove(action)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="person-buttons">
        <Button look="quiet" aria-label={`What they can do: ${email}`} onClick={() => onOpen("reach")}>
          What they can do
        </Button>
        <Button
          look="quiet"
          aria-label={`Copy from… to ${email}`}
          disabledReason={enabled ? undefined : "Enable the account first"}
          onClick={() => onOpen("copy")}
        >
          Copy from…
        </Button>
        <Button look="quiet" aria-label={`History of ${email}`} onClick={() => onOpen("history")}>
          History
        </Button>
        {invited && (
          <Button
            look="quiet"
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
          look="quiet"
          aria-label={`${enabled ? "Disable" : "Enable"} ${email}`}
          busy={switching.isPending}
          disabledReason={own ? "You cannot disable your own account." : undefined}
          onClick={() => (enabled ? void toDisable() : switching.mutate(true))}
        >
          {enabled ? "Disable" : "Enable"}
        </Button>
      </div>
    </section>
  );
}

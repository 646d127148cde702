import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../api/errors";
import type { ScheduleChange } from "../api/schema";
import { labelOf } from "../locations/rules/attributes";
import { UNABLE_TO_EDIT, isSearchAttribute } from "../locations/rules/edit";
import { formatValue } from "../locations/rules/format";
import type { TimeZone } from "../locations/rules/options";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { useConfirm } from "../ui/confirm";
import { toastFailure } from "../ui/toast";
import { browserTime, formatInstant } from "./actionTime";
import type { ScheduledItem } from "./items";
import {
  completeScheduleChange,
  deleteScheduleChange,
  releaseScheduleChange,
  reloadSchedule,
  retryScheduleChange,
} from "./queries";
import { ScheduledState } from "./ScheduledChanges";
import "./schedules.css";

interface Props {
  readonly item: ScheduledItem;
  readonly zone: TimeZone;
  readonly onClose: () => void;
  /** Opens the schedule dialog with the value of a change that has just been deleted for it. */
  readonly onEdit: (item: ScheduledItem) => void;
}

/** The button for the next step of a change, by its state. Releasing applies it in the administrator's name. */
const MAIN_ACTION = {
  PENDING: { act: completeScheduleChange, label: "Complete Now", needs: "AddScheduledEvent" },
  FAILED: { act: retryScheduleChange, label: "Retry", needs: "AddScheduledEvent" },
  HELD: { act: releaseScheduleChange, label: "Release", needs: "ManagePermissions" },
} as const;

/** What can be done with one scheduled change. */
export function ScheduledChangeDialog({ item, zone, onClose, onEdit }: Props) {
  const { change, attribute } = item;
  const client = useQueryClient();
  const confirm = useConfirm();
  const { refusal } = useMyPermissions();
  const action = useMutation({
    mutationFn: (act: (change: ScheduleChange) => Promise<unknown>) => act(change),
    onError: (error) => toastFailure(messageOf(error, UNABLE_TO_EDIT)),
    onSettled: () => reloadSchedule(client, change.id),
  });
  const { act, label, needs } = MAIN_ACTION[change.state];
  const held = change.state === "HELD";
  // Scheduling an edit needs the permission for the edit as well.
  const mayAct = refusal(needs) ?? refusal("UpdateLocation");
  const mayDelete = refusal(held ? "ManagePermissions" : "DeleteScheduledEvents");
  const elsewhere = browserTime(item.at, zone, Intl.DateTimeFormat().resolvedOptions().timeZone);

  async function remove() {
    const sure = await confirm({
      title: "Delete scheduled change",
      message: "Are you sure want to delete this item?",
      confirm: "Delete",
      danger: true,
    });
    if (sure) action.mutate(deleteScheduleChange, { onSuccess: onClose });
  }

  function edit() {
    action.mutate(deleteScheduleChange, { onSuccess: () => onEdit(item) });
  }

  return (
    <Dialog
      title="How would you like to proceed?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="danger" disabledReason={mayDelete} disabled={action.isPending} onClick={() => void remove()}>
            Delete
          </Button>
          {isSearchAttribute(attribute) && !held && (
            <Button disabledReason={mayDelete ?? mayAct} disabled={action.isPending} onClick={edit}>
              Edit
            </Button>
          )}
          <Button
            look="primary"
            disabledReason={mayAct}
            busy={action.isPending}
            onClick={() => action.mutate(act, { onSuccess: onClose })}
          >
            {label}
          </Button>
        </>
      }
    >
      <dl className="scheduled-facts">
        <dt>{labelOf(attribute)}</dt>
        <dd>{formatValue(attribute, item.value)}</dd>
        {item.reason && (
          <>
            <dt>Reason</dt>
            <dd>{item.reason}</dd>
          </>
        )}
        <dt>{change.state === "PENDING" ? "Takes effect" : "Was due"}</dt>
        <dd>
          {formatInstant(item.at, zone.iana)}
          {elsewhere && <span className="muted"> ({elsewhere} on your clock)</span>}
        </dd>
        <dt>Scheduled by</dt>
        <dd>{change.user}</dd>
      </dl>
      <ScheduledState item={item} />
    </Dialog>
  );
}

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
import { toastFailure, toastNotice } from "../ui/toast";
import { browserTime, formatInstant } from "./actionTime";
import type { ScheduledItem } from "./items";
import { completeScheduleChange, deleteScheduleChange, reloadSchedule, retryScheduleChange } from "./queries";
import { ScheduledState } from "./ScheduledChanges";
import "./schedules.css";

interface Props {
  readonly item: ScheduledItem;
  readonly zone: TimeZone;
  readonly onClose: () => void;
  /** Opens the schedule dialog with the value of a change that has just been deleted for it. */
  readonly onEdit: (item: ScheduledItem) => void;
}

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
  const failed = change.state === "FAILED";
  const mayAdd = refusal("AddScheduledEvent");
  const mayDelete = refusal("DeleteScheduledEvents");
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
    action.mutate(deleteScheduleChange, {
      onSuccess: () => {
        toastNotice("rescheduling", "The scheduled change was deleted. Schedule it again to keep it.");
        onEdit(item);
      },
    });
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
          {isSearchAttribute(attribute) && (
            <Button disabledReason={mayDelete ?? mayAdd} disabled={action.isPending} onClick={edit}>
              Edit
            </Button>
          )}
          <Button
            look="primary"
            disabledReason={mayAdd}
            busy={action.isPending}
            onClick={() => action.mutate(failed ? retryScheduleChange : completeScheduleChange, { onSuccess: onClose })}
          >
            {failed ? "Retry" : "Complete Now"}
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
        <dt>{failed ? "Was due" : "Takes effect"}</dt>
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

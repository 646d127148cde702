import { useMutation, useQueryClient } from "@tanstack/react-query";
import { browserZone, formatDateTimeWithCentral } from "../lib/formats";
import { messageOf } from "../api/errors";
import type { ScheduleChange } from "../api/schema";
import { labelOf } from "../locations/rules/attributes";
import { UNABLE_TO_EDIT, isSearchAttribute } from "../locations/rules/edit";
import { formatValue } from "../locations/rules/format";
import type { TimeZone } from "../locations/rules/options";
import { useMyPermissions } from "../session/permissions";
import { Button, WAIT_REASON } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Facts } from "../ui/Facts";
import { Muted } from "../ui/text";
import { useConfirm } from "../ui/confirm";
import { toastFailure } from "../lib/toast";
import { formatBrowserTime } from "./actionTime";
import type { ScheduledItem } from "./scheduledItems";
import {
  completeScheduleChange,
  deleteScheduleChange,
  releaseScheduleChange,
  reloadSchedule,
  retryScheduleChange,
} from "./queries";
import { ScheduledState } from "./ScheduledChanges";

interface Props {
  readonly item: ScheduledItem;
  readonly zone: TimeZone;
  readonly onClose: () => void;
  /** Opens the schedule dialog with the value and time of the change, which was deleted for editing. */
  readonly onEdit: (item: ScheduledItem) => void;
}

/** The main button for each state of a change. Release applies the change in the administrator's name. */
const MAIN_ACTION = {
  PENDING: { act: completeScheduleChange, label: "Complete Now", needs: "AddScheduledEvent" },
  FAILED: { act: retryScheduleChange, label: "Retry", needs: "AddScheduledEvent" },
  HELD: { act: releaseScheduleChange, label: "Release", needs: "ManagePermissions" },
} as const;

/** Shows one scheduled change and its actions. */
export function ScheduledChangeDialog({ item, zone, onClose, onEdit }: Props) {
  const { change, attribute } = item;
  const client = useQueryClient();
  const confirm = useConfirm();
  const { missingPermission } = useMyPermissions();
  const action = useMutation({
    mutationFn: (act: (change: ScheduleChange) => Promise<unknown>) => act(change),
    onError: (error) => toastFailure(messageOf(error, UNABLE_TO_EDIT)),
    onSettled: () => reloadSchedule(client, change.id),
  });
  const { act, label, needs } = MAIN_ACTION[change.state];
  const held = change.state === "HELD";
  // Scheduling an edit needs the permission for the edit as well.
  const actDisabledReason = missingPermission(needs) ?? missingPermission("UpdateLocation");
  const deleteDisabledReason = missingPermission(held ? "ManagePermissions" : "DeleteScheduledEvents");
  const waitReason = action.isPending ? WAIT_REASON : undefined;
  const browserTime = formatBrowserTime(item.at, zone, browserZone());

  async function remove() {
    const confirmed = await confirm({
      title: "Delete scheduled change",
      message: (
        <>
          <p>Are you sure want to delete this item?</p>
          <p>
            {change.id}, {labelOf(attribute)}: {formatValue(attribute, item.value)},{" "}
            {formatDateTimeWithCentral(item.at, { zone: zone.iana, weekday: true })}
          </p>
        </>
      ),
      confirm: "Delete",
      danger: true,
    });
    if (confirmed) action.mutate(deleteScheduleChange, { onSuccess: onClose });
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
          <Button variant="danger" disabledReason={waitReason ?? deleteDisabledReason} onClick={() => void remove()}>
            Delete
          </Button>
          {isSearchAttribute(attribute) && !held && (
            <Button disabledReason={waitReason ?? deleteDisabledReason ?? actDisabledReason} onClick={edit}>
              Edit
            </Button>
          )}
          <Button
            variant="primary"
            disabledReason={actDisabledReason}
            busy={action.isPending}
            onClick={() => action.mutate(act, { onSuccess: onClose })}
          >
            {label}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [labelOf(attribute), formatValue(attribute, item.value)],
          ["Reason", item.reason || null],
          [
            change.state === "PENDING" ? "Takes effect" : "Was due",
            <>
              {formatDateTimeWithCentral(item.at, { zone: zone.iana, weekday: true })}
              {browserTime && <Muted> ({browserTime} your time)</Muted>}
            </>,
          ],
          ["Scheduled by", change.user],
        ]}
      />
      <ScheduledState item={item} />
    </Dialog>
  );
}

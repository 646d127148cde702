/** Retries many failed changes. */
import { useQueryClient } from "@tanstack/react-query";
import { formatCount } from "../lib/formats";
import { labelOf } from "../locations/rules/attributes";
import { UNABLE_TO_EDIT } from "../locations/rules/edit";
import { formatValue } from "../locations/rules/format";
import { useMyPermissions } from "../session/permissions";
import { BulkDialog, BulkNotice } from "../ui/bulk/BulkDialog";
import { useBulkAction } from "../ui/bulk/useBulkAction";
import { Button } from "../ui/Button";
import { reloadSchedule, retryScheduleChange } from "./queries";
import type { ScheduledItem } from "./scheduledItems";

const itemId = ({ change }: ScheduledItem) => change.uuid;
const locationOf = ({ change }: ScheduledItem) => change.id;
const describeItem = ({ attribute, value }: ScheduledItem) => `${labelOf(attribute)}: ${formatValue(attribute, value)}`;

/** The bulk action of a screen. `BulkRetryButton` opens its dialog, and `BulkRetryDialog` renders it. */
export function useBulkRetry() {
  return useBulkAction<ScheduledItem>({ rowId: itemId, failure: UNABLE_TO_EDIT });
}

type BulkRetry = ReturnType<typeof useBulkRetry>;

interface ButtonProps {
  readonly bulk: BulkRetry;
  readonly items: readonly ScheduledItem[];
}

/** Opens the confirmation for the selected failed changes. */
export function BulkRetryButton({ bulk, items }: ButtonProps) {
  const { missingPermission } = useMyPermissions();
  return (
    <Button
      disabledReason={
        missingPermission("AddScheduledEvent") ?? missingPermission("UpdateLocation") ?? bulk.disabledReason(items)
      }
      onClick={() => bulk.open(items)}
    >
      Retry all selected
    </Button>
  );
}

/** The confirmation that lists the changes, the results, and the notice about them after the dialog was closed. */
export function BulkRetryDialog({ bulk }: { readonly bulk: BulkRetry }) {
  const client = useQueryClient();
  const [first, ...others] = bulk.run?.rows ?? [];
  const object =
    first && others.length === 0
      ? `${labelOf(first.attribute)} of ${first.change.id}`
      : formatCount(others.length + 1, "change");
  return (
    <>
      <BulkNotice action={bulk} label="Retry" />
      <BulkDialog
        action={bulk}
        title={bulk.started ? `Retry ${object}` : `Retry ${object}?`}
        rowName="change"
        objectOf={locationOf}
        nameOf={describeItem}
        confirm="Retry"
        call={async ({ change }) => {
          await retryScheduleChange(change);
          void reloadSchedule(client, change.id);
          return "Retried";
        }}
      >
        <p>Larder applies each change within seconds. A change that fails again stays in the list with its reason.</p>
      </BulkDialog>
    </>
  );
}

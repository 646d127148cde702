import { useEffect, useRef } from "react";
import { formatDateTime } from "../../lib/formats";
import { parseChangeValue, type ScheduledItem } from "../../schedules/scheduledItems";
import { ScheduledChangeList } from "../../schedules/ScheduledChanges";
import { StockingNotice } from "../../schedules/StockingNotice";
import { lastChangeBefore } from "../../schedules/valueAtTime";
import { ScheduleTimeFields } from "../../schedules/ScheduleTimeFields";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import type { EditableRow } from "../rules/attributes";
import { formatValue } from "../rules/format";
import { EditConflict } from "./EditConflict";
import { toEdit } from "./draft";
import { ValueEditor } from "./editors/ValueEditor";
import type { LocationDetail } from "../locationQuery";
import { TIME_FIELD, useEdit, type Reschedule, type Revert } from "./useEdit";

interface Props {
  readonly row: EditableRow;
  readonly location: LocationDetail;
  readonly scheduled: readonly ScheduledItem[];
  /** Shown if the list of scheduled changes is empty or not available. */
  readonly noneScheduled: string;
  readonly reschedule: Reschedule | null;
  readonly revert: Revert | null;
  readonly onChooseScheduled: (item: ScheduledItem) => void;
  readonly onClose: () => void;
}

/** Edits one attribute now or schedules the change. Closing the dialog discards the draft. */
export function EditDialog({
  row,
  location,
  scheduled,
  noneScheduled,
  reschedule,
  revert,
  onChooseScheduled,
  onClose,
}: Props) {
  const { attribute } = row;
  const { missingPermission } = useMyPermissions();
  const edit = useEdit({ row, location, reschedule, revert, onDone: onClose });
  const { base, draft, zone, picked, scheduling, conflict } = edit;
  /** The last scheduled change before the selected time, which determines the value then. */
  const pendingChange =
    scheduling && picked.ok
      ? lastChangeBefore(
          attribute,
          scheduled.map(({ change }) => change),
          picked.instant,
        )
      : undefined;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select")?.focus(), []);

  const saveDisabledReason = missingPermission("UpdateLocation");
  const scheduleDisabledReason = missingPermission("AddScheduledEvent") ?? saveDisabledReason;
  const mainDisabledReason = scheduling ? scheduleDisabledReason : saveDisabledReason;

  const scheduleButton = (
    <Button
      variant={scheduling ? "primary" : "plain"}
      disabled={edit.hasInvalidOption || edit.saving}
      disabledReason={scheduleDisabledReason}
      busy={edit.creating}
      busyText="Scheduling…"
      onClick={edit.schedule}
    >
      Schedule
    </Button>
  );
  const saveButton = (
    <Button
      variant="primary"
      disabled={edit.hasInvalidOption || edit.creating}
      disabledReason={saveDisabledReason}
      busy={edit.saving}
      busyText="Saving…"
      onClick={edit.save}
    >
      Save
    </Button>
  );

  return (
    <Dialog
      title={row.label}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {!conflict && scheduling && <Button onClick={edit.stopScheduling}>Back</Button>}
          {!conflict && scheduleButton}
          {!conflict && !scheduling && saveButton}
        </>
      }
    >
      {conflict ? (
        <EditConflict
          row={row}
          zone={zone}
          location={conflict.location}
          since={base.lastModified}
          message={conflict.message}
          savedValue={conflict.location[attribute]}
          draftValue={toEdit(row, draft)[attribute]}
          busy={edit.saving}
          onUseSaved={onClose}
          onSaveDraft={edit.overwrite}
        />
      ) : (
        <Form
          busy={edit.saving || edit.creating}
          ref={form}
          className="edit-form"
          noValidate
          onSubmit={() => {
            // Enter triggers the main button unless it is disabled.
            if (mainDisabledReason !== undefined || edit.hasInvalidOption) return;
            (scheduling ? edit.schedule : edit.save)();
          }}
        >
          <p className="muted">Now: {formatValue(attribute, base[attribute])}</p>
          {pendingChange && (
            <p className="muted">
              At that time: {formatValue(attribute, parseChangeValue(pendingChange))}, scheduled for{" "}
              {formatDateTime(pendingChange.actionTime, { zone: zone.iana, weekday: true })}
            </p>
          )}
          <ValueEditor row={row} draft={draft} onChange={edit.change} errorOf={edit.errorOf} locationId={base.id} />
          {scheduling && (
            <ScheduleTimeFields
              value={edit.wall}
              onChange={edit.setWall}
              picked={picked}
              now={edit.now}
              zone={zone}
              error={edit.errorOf(TIME_FIELD)}
            />
          )}
          {attribute === "prod" && scheduling && picked.ok && <StockingNotice location={base} at={picked.instant} />}
          {attribute === "prod" && !scheduling && !edit.unchanged && <StockingNotice location={base} at={edit.now} />}
          {edit.otherErrors.map(({ message }) => (
            <p key={message} className="field-error" role="alert">
              {message}
            </p>
          ))}
        </Form>
      )}
      <section className="scheduled" aria-label="Scheduled Changes">
        {scheduled.length > 0 ? (
          <>
            <h3>Scheduled Changes:</h3>
            <ScheduledChangeList items={scheduled} zone={zone} onChoose={onChooseScheduled} />
          </>
        ) : (
          <p className="muted">{noneScheduled}</p>
        )}
      </section>
    </Dialog>
  );
}

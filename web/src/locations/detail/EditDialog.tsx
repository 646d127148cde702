import { formatDateTimeWithCentral } from "../../lib/formats";
import { dayPresets } from "../../schedules/actionTime";
import { parseChangeValue, type ScheduledItem } from "../../schedules/scheduledItems";
import { ScheduledChangeList } from "../../schedules/ScheduledChanges";
import { ScheduleTimeFields } from "../../schedules/ScheduleTimeFields";
import { StockingNotice } from "../../schedules/StockingNotice";
import { lastChangeBefore } from "../../schedules/valueAtTime";
import { useMyPermissions } from "../../session/permissions";
import { Button, WAIT_REASON } from "../../ui/Button";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { Muted } from "../../ui/text";
import type { LocationDetail } from "../locationQuery";
import type { EditableRow } from "../rules/attributes";
import { UNABLE_TO_EDIT } from "../rules/edit";
import { formatValue } from "../rules/format";
import { toEdit } from "./draft";
import { EditConflict } from "./EditConflict";
import styles from "./editDialog.module.css";
import { ValueEditor } from "./editors/ValueEditor";
import { useEdit, type Reschedule, type Revert } from "./useEdit";

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

/** The date gets the focus, because the button that shows it is removed. */
const focus = (element: HTMLElement | null) => element?.focus();

/** Edits one attribute now or schedules the change. Closing the dialog discards the draft (LOC-40). */
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
  const { edit, base, saved, draft, zone, picked, now, scheduling, ...actions } = useEdit({
    row,
    location,
    reschedule,
    revert,
    onDone: onClose,
  });
  /** The last scheduled change before the selected time, which determines the value then. */
  const pendingChange =
    scheduling && picked.ok
      ? lastChangeBefore(
          attribute,
          scheduled.map(({ change }) => change),
          picked.instant,
        )
      : undefined;
  const stockingTime = scheduling ? picked.ok && picked.instant : !actions.unchanged && now;

  const saveDisabledReason = missingPermission("UpdateLocation");
  const scheduleDisabledReason = missingPermission("AddScheduledEvent") ?? saveDisabledReason;
  const startDisabledReason = edit.busy ? WAIT_REASON : actions.optionError;

  return (
    <DialogForm
      title={row.label}
      form={edit}
      onClose={onClose}
      cancel="Close"
      confirmsDiscard={false}
      submit={scheduling ? "Schedule" : "Save"}
      busyText={scheduling ? "Scheduling…" : "Saving…"}
      disabledReason={(scheduling ? scheduleDisabledReason : saveDisabledReason) ?? actions.optionError}
      failure={UNABLE_TO_EDIT}
      actions={
        scheduling ? (
          <Button onClick={actions.stopScheduling}>Back</Button>
        ) : (
          <Button
            disabledReason={scheduleDisabledReason ?? startDisabledReason}
            onClick={() => actions.startScheduling()}
          >
            Schedule
          </Button>
        )
      }
      renderConflict={({ message }) =>
        saved && (
          <EditConflict
            row={row}
            zone={zone}
            locationId={saved.id}
            since={base.lastModified}
            message={message}
            savedValue={saved[attribute]}
            draftValue={toEdit(row, draft)[attribute]}
            busy={edit.busy}
            onUseSaved={onClose}
            onSaveDraft={() => void edit.submit()}
          />
        )
      }
      footer={
        <section className={styles.scheduled} aria-label="Scheduled Changes">
          {scheduled.length > 0 ? (
            <>
              <h3>Scheduled Changes:</h3>
              <ScheduledChangeList items={scheduled} zone={zone} onChoose={onChooseScheduled} />
            </>
          ) : (
            <Muted as="p">{noneScheduled}</Muted>
          )}
        </section>
      }
    >
      <Muted as="p">Now: {formatValue(attribute, base[attribute])}</Muted>
      {pendingChange && (
        <Muted as="p">
          At that time: {formatValue(attribute, parseChangeValue(pendingChange))}, scheduled for{" "}
          {formatDateTimeWithCentral(pendingChange.actionTime, { zone: zone.iana, weekday: true })}
        </Muted>
      )}
      <ValueEditor
        row={row}
        draft={draft}
        onChange={actions.changeDraft}
        errorOf={actions.errorOf}
        locationId={base.id}
      />
      {!scheduling && !scheduleDisabledReason && (
        <div className={styles.presets} role="group" aria-label="Schedule for the start of the day">
          <Muted>Schedule for</Muted>
          {dayPresets(now, zone).map(({ label, at }) => (
            <Button key={label} disabledReason={startDisabledReason} onClick={() => actions.startScheduling(at)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {scheduling && (
        <FormField control={edit.form.control} name="at">
          {({ value, onChange, error }) => (
            <ScheduleTimeFields
              value={value}
              onChange={onChange}
              picked={picked}
              now={now}
              zone={zone}
              error={error}
              dateRef={focus}
            />
          )}
        </FormField>
      )}
      {attribute === "prod" && stockingTime && <StockingNotice location={base} at={stockingTime} />}
    </DialogForm>
  );
}

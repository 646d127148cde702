import { useEffect, useRef } from "react";
import { formatInstant } from "../../schedules/actionTime";
import { valueOf, type ScheduledItem } from "../../schedules/items";
import { ScheduledChangeList } from "../../schedules/ScheduledChanges";
import { StockingNotice } from "../../schedules/StockingNotice";
import { lastChangeBefore } from "../../schedules/valueAtTime";
import { WhenFields } from "../../schedules/WhenFields";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import type { EditableRow } from "../rules/attributes";
import { formatValue } from "../rules/format";
import { ConflictNotice } from "./ConflictNotice";
import { editOf } from "./draft";
import { ValueEditor } from "./editors/ValueEditor";
import type { LocationDetail } from "../locationQuery";
import { WHEN, useEdit, type Reschedule, type Revert } from "./useEdit";

interface Props {
  readonly row: EditableRow;
  readonly location: LocationDetail;
  readonly scheduled: readonly ScheduledItem[];
  /** What is said where none is listed: there is none, or it is not known. */
  readonly noneScheduled: string;
  readonly reschedule: Reschedule | null;
  readonly revert: Revert | null;
  readonly onChooseScheduled: (item: ScheduledItem) => void;
  readonly onClose: () => void;
}

/** Edits one attribute: now, or at a time to come. Closing it forgets what was typed. */
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
  const { refusal } = useMyPermissions();
  const edit = useEdit({ row, location, reschedule, revert, onDone: onClose });
  const { base, draft, zone, picked, scheduling, newer } = edit;
  /** The change that decides the value at the chosen time. */
  const earlier =
    scheduling && picked.ok
      ? lastChangeBefore(
          attribute,
          scheduled.map(({ change }) => change),
          picked.instant,
        )
      : undefined;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select")?.focus(), []);

  const saveRefusal = refusal("UpdateLocation");
  const scheduleRefusal = refusal("AddScheduledEvent") ?? saveRefusal;
  const mainRefusal = scheduling ? scheduleRefusal : saveRefusal;

  const scheduleButton = (
    <Button
      look={scheduling ? "primary" : "plain"}
      disabled={edit.notOffered || edit.saving}
      disabledReason={scheduleRefusal}
      busy={edit.creating}
      busyText="Scheduling…"
      onClick={edit.schedule}
    >
      Schedule
    </Button>
  );
  const saveButton = (
    <Button
      look="primary"
      disabled={edit.notOffered || edit.creating}
      disabledReason={saveRefusal}
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
          {!newer && scheduling && <Button onClick={edit.stopScheduling}>Back</Button>}
          {!newer && scheduleButton}
          {!newer && !scheduling && saveButton}
        </>
      }
    >
      {newer ? (
        <ConflictNotice
          row={row}
          zone={zone}
          location={newer.location}
          since={base.lastModified}
          message={newer.message}
          newer={newer.location[attribute]}
          yours={editOf(row, draft)[attribute]}
          busy={edit.saving}
          onTakeNewer={onClose}
          onTakeYours={edit.overwrite}
        />
      ) : (
        <Form
          busy={edit.saving || edit.creating}
          ref={form}
          className="edit-form"
          noValidate
          onSubmit={() => {
            // Enter does what the main button does, and no more than it may.
            if (mainRefusal !== undefined || edit.notOffered) return;
            (scheduling ? edit.schedule : edit.save)();
          }}
        >
          <p className="muted">Now: {formatValue(attribute, base[attribute])}</p>
          {earlier && (
            <p className="muted">
              Then: {formatValue(attribute, valueOf(earlier))}, scheduled for{" "}
              {formatInstant(new Date(earlier.actionTime), zone.iana)}
            </p>
          )}
          <ValueEditor row={row} draft={draft} onChange={edit.change} errorOf={edit.errorOf} locationId={base.id} />
          {scheduling && (
            <WhenFields
              value={edit.wall}
              onChange={edit.setWall}
              picked={picked}
              now={edit.now}
              zone={zone}
              error={edit.errorOf(WHEN)}
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

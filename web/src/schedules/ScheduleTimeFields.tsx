import type { RefCallback } from "react";
import { browserZone, formatDateTimeWithCentral } from "../lib/formats";
import type { TimeZone } from "../locations/rules/options";
import { FieldError, FieldHint } from "../ui/Field";
import { DateField } from "../ui/form/DateField";
import { TimeField } from "../ui/form/TimeField";
import { formatBrowserTime, toWallTime, type PickedTime, type WallTime } from "./actionTime";
import styles from "./scheduleTimeFields.module.css";

interface Props {
  readonly value: WallTime;
  readonly onChange: (value: WallTime) => void;
  readonly picked: PickedTime;
  /** The calendar offers no days before this one. */
  readonly now: Date;
  readonly zone: TimeZone;
  readonly legend?: string;
  /** Describes whose clock the time is on. */
  readonly clockLabel?: string;
  /** The server's validation message for the time. */
  readonly error?: string | undefined;
  readonly dateRef?: RefCallback<HTMLElement>;
}

/** Fields for the date and time of a scheduled change in the location's time zone. Shows Central time and the browser's time too if they differ. */
export function ScheduleTimeFields({
  value,
  onChange,
  picked,
  now,
  zone,
  legend = "When",
  clockLabel = "at the location",
  error,
  dateRef,
}: Props) {
  const message = error ?? (picked.ok ? undefined : picked.message);
  const browserTime = picked.ok && formatBrowserTime(picked.instant, zone, browserZone());
  return (
    <fieldset className={styles.when}>
      <legend>{legend}</legend>
      <div className={styles.fields}>
        <DateField
          label="Date"
          reportsText
          min={toWallTime(now, zone).date}
          value={value.date}
          onChange={(date) => onChange({ ...value, date })}
          inputRef={dateRef}
        />
        <TimeField
          label={`Time (${zone.label})`}
          value={value.time}
          onChange={(time) => onChange({ ...value, time })}
        />
      </div>
      {message && <FieldError>{message}</FieldError>}
      {picked.ok && (
        <FieldHint>
          {formatDateTimeWithCentral(picked.instant, { zone: zone.iana, weekday: true })} {clockLabel}
          {browserTime && <> · {browserTime} your time</>}
        </FieldHint>
      )}
    </fieldset>
  );
}

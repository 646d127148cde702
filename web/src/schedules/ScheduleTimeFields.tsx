import { browserZone, formatDateTime } from "../lib/formats";
import type { TimeZone } from "../locations/rules/options";
import { Field } from "../ui/Field";
import { TimeField } from "../ui/form/TimeField";
import { formatBrowserTime, toWallTime, type PickedTime, type WallTime } from "./actionTime";
import "./schedules.css";

interface Props {
  readonly value: WallTime;
  readonly onChange: (value: WallTime) => void;
  readonly picked: PickedTime;
  /** The date field offers no days before this one. */
  readonly now: Date;
  readonly zone: TimeZone;
  readonly legend?: string;
  /** Describes whose clock the time is on. */
  readonly clockLabel?: string;
  /** The server's validation message for the time. */
  readonly error?: string | undefined;
}

/** Fields for the date and time of a scheduled change in the location's time zone. Shows the browser's time too if it differs. */
export function ScheduleTimeFields({
  value,
  onChange,
  picked,
  now,
  zone,
  legend = "When",
  clockLabel = "at the location",
  error,
}: Props) {
  const message = error ?? (picked.ok ? undefined : picked.message);
  const browserTime = picked.ok && formatBrowserTime(picked.instant, zone, browserZone());
  return (
    <fieldset className="schedule-time">
      <legend>{legend}</legend>
      <div className="schedule-time-fields">
        <Field label="Date">
          {(control) => (
            <input
              {...control}
              type="date"
              min={toWallTime(now, zone).date}
              value={value.date}
              onChange={(event) => onChange({ ...value, date: event.target.value })}
            />
          )}
        </Field>
        <TimeField
          label={`Time (${zone.label})`}
          value={value.time}
          onChange={(time) => onChange({ ...value, time })}
        />
      </div>
      {message && (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
      {picked.ok && (
        <p className="field-hint">
          {formatDateTime(picked.instant, { zone: zone.iana, weekday: true })} {clockLabel}
          {browserTime && <> · {browserTime} your time</>}
        </p>
      )}
    </fieldset>
  );
}

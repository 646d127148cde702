import type { TimeZone } from "../locations/rules/options";
import { Field } from "../ui/Field";
import { browserTime, formatInstant, wallTimeOf, type PickedTime, type WallTime } from "./actionTime";
import "./schedules.css";

interface Props {
  readonly value: WallTime;
  readonly onChange: (value: WallTime) => void;
  readonly picked: PickedTime;
  /** Earlier days are not offered. */
  readonly now: Date;
  readonly zone: TimeZone;
  readonly legend?: string;
  /** Whose clock it is, in words. */
  readonly place?: string;
  /** What the server found wrong with the time. */
  readonly error?: string | undefined;
}

/** The date and time of a scheduled change on the clock of the location, with the browser's beside it. */
export function WhenFields({
  value,
  onChange,
  picked,
  now,
  zone,
  legend = "When",
  place = "at the location",
  error,
}: Props) {
  const wrong = error ?? (picked.ok ? undefined : picked.message);
  const elsewhere = picked.ok && browserTime(picked.instant, zone, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <fieldset className="when">
      <legend>{legend}</legend>
      <div className="when-fields">
        <Field label="Date">
          {(control) => (
            <input
              {...control}
              type="date"
              min={wallTimeOf(now, zone).date}
              value={value.date}
              onChange={(event) => onChange({ ...value, date: event.target.value })}
            />
          )}
        </Field>
        <Field label={`Time (${zone.label})`}>
          {(control) => (
            <input
              {...control}
              type="time"
              value={value.time}
              onChange={(event) => onChange({ ...value, time: event.target.value })}
            />
          )}
        </Field>
      </div>
      {wrong && (
        <p className="field-error" role="alert">
          {wrong}
        </p>
      )}
      {picked.ok && (
        <p className="field-hint">
          {formatInstant(picked.instant, zone.iana)} {place}
          {elsewhere && <> · {elsewhere} on your clock</>}
        </p>
      )}
    </fieldset>
  );
}

import { useState } from "react";
import { formatDay } from "../../lib/formats";
import { parseDay } from "../../lib/day";
import { Field } from "../Field";
import { CalendarButton } from "./CalendarButton";
import styles from "./dateField.module.css";
import type { FieldProps } from "./fieldProps";

/** Text with all digits of a date. Shorter text is still being typed. */
const COMPLETE = /^\s*\d{1,2}\/\d{1,2}\/\d{4}\s*$/;

interface Props extends FieldProps<string> {
  /** Called with whether the typed text is an invalid date. While it is invalid, `value` does not change. */
  readonly onInvalidChange?: (invalid: boolean) => void;
  /** The first date that the calendar offers. */
  readonly min?: string | undefined;
  /**
   * Whether `onChange` reports all typed text at once: a date as 2026-11-21, other text as it is. A form that checks its
   * values then also rejects text that is no date, and accepts an empty text if the date is optional.
   */
  readonly reportsText?: boolean;
}

/**
 * A date field with a calendar. Its value is a date such as 2026-11-21. It shows MM/dd/y in every browser language. It
 * is a text field, because typing or pasting a whole date is quicker than filling its segments.
 */
export function DateField({
  label,
  id,
  description,
  error,
  required,
  value,
  onChange,
  onBlur,
  inputRef,
  onInvalidChange,
  min,
  reportsText = false,
}: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  /** Whether the field lost the focus since the text was last a date. */
  const [wasLeft, setWasLeft] = useState(false);
  const [previousValue, setPreviousValue] = useState(value);

  // The parent set another date: discard the typed text.
  if (previousValue !== value) {
    setPreviousValue(value);
    if (!reportsText || typed === null || toValue(typed) !== value) setTyped(null);
  }

  function commit(text: string) {
    const day = parseDay(text);
    setTyped(day === null ? text : null);
    if (day !== null && day !== value) onChange(day);
  }

  const isEmptyAllowed = reportsText && typed?.trim() === "";
  const invalid = typed !== null && parseDay(typed) === null && !isEmptyAllowed;
  const showsInvalid = invalid && (wasLeft || COMPLETE.test(typed));
  return (
    <Field
      id={id}
      label={label}
      hint={description}
      required={required}
      error={showsInvalid ? `${label} should be a date in the format MM/dd/y` : error}
    >
      {(control) => (
        <span className={styles.field}>
          <input
            {...control}
            ref={inputRef}
            inputMode="numeric"
            autoComplete="off"
            placeholder="MM/dd/y"
            value={typed ?? formatDay(value)}
            onChange={({ target: { value: text } }) => {
              setTyped(text);
              if (parseDay(text) !== null) setWasLeft(false);
              onInvalidChange?.(parseDay(text) === null);
              if (reportsText) onChange(toValue(text));
            }}
            onBlur={(event) => {
              setWasLeft(true);
              commit(event.target.value);
              onBlur?.();
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              setWasLeft(true);
              commit(event.currentTarget.value);
            }}
          />
          <CalendarButton
            label={`Pick ${label.toLowerCase()} from a calendar`}
            value={value}
            min={min}
            onChange={(day) => {
              setTyped(null);
              setWasLeft(false);
              onInvalidChange?.(false);
              onChange(day);
            }}
          />
        </span>
      )}
    </Field>
  );
}

/** The date that the text means, otherwise the text. */
function toValue(text: string): string {
  return parseDay(text) ?? text.trim();
}

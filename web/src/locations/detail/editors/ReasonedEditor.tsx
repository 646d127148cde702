import { Field } from "../../../ui/Field";
import { ALLOCATION_REASONS, FLAG_OPTIONS, OTHER_REASON, RESERVE_REASONS } from "../../rules/options";
import type { EditorProps } from "./EditorProps";

/** Yes or No with a reason, for prod and reserve. */
export function ReasonedEditor({ row, draft, onChange, errorOf }: EditorProps) {
  const { attribute, label, hint } = row;
  const reasonField = `updateReason.${attribute}`;
  const reasonError = errorOf(reasonField);
  const reasons: readonly string[] = attribute === "prod" ? ALLOCATION_REASONS : RESERVE_REASONS;
  const other = draft.reason === OTHER_REASON;
  return (
    <>
      <Field label={label} hint={hint} error={errorOf(attribute)}>
        {(control) => (
          <select
            {...control}
            value={String(draft.value)}
            onChange={(event) => onChange({ ...draft, value: event.target.value }, attribute)}
          >
            {draft.value === "" && <option value="">Select</option>}
            {FLAG_OPTIONS.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Reason" error={other ? undefined : reasonError}>
        {(control) => (
          <select
            {...control}
            value={draft.reason}
            onChange={(event) => onChange({ ...draft, reason: event.target.value }, reasonField)}
          >
            <option value="">Select a reason</option>
            {reasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        )}
      </Field>
      {other && (
        <Field label="Other reason" error={reasonError}>
          {(control) => (
            <input
              {...control}
              type="text"
              value={draft.freeText}
              onChange={(event) => onChange({ ...draft, freeText: event.target.value }, `${reasonField}.other`)}
            />
          )}
        </Field>
      )}
    </>
  );
}

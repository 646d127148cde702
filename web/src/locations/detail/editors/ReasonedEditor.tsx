import { SelectField } from "../../../ui/form/SelectField";
import { TextField } from "../../../ui/form/TextField";
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
      <SelectField
        label={label}
        description={hint}
        error={errorOf(attribute)}
        value={String(draft.value)}
        onChange={(value) => onChange({ ...draft, value }, attribute)}
        emptyLabel={draft.value === "" ? "Select" : undefined}
        options={FLAG_OPTIONS}
      />
      <SelectField
        label="Reason"
        error={other ? undefined : reasonError}
        value={draft.reason}
        onChange={(value) => onChange({ ...draft, reason: value }, reasonField)}
        emptyLabel="Select a reason"
        options={reasons}
      />
      {other && (
        <TextField
          label="Other reason"
          error={reasonError}
          value={draft.freeText}
          onChange={(freeText) => onChange({ ...draft, freeText }, `${reasonField}.other`)}
        />
      )}
    </>
  );
}

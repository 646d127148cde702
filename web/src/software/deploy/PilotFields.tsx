import { useState } from "react";
import { formatCount } from "../../lib/formats";
import { Field } from "../../ui/Field";
import type { Pilot } from "../queries";
import { PILOT_LABELS, type PilotDraft, type PilotError, type PilotField } from "../rules/pilot";

const PLACEHOLDERS: Readonly<Partial<Record<PilotField, string>>> = {
  stage: "For example, 1",
  startDate: "YYYY-MM-DD",
  endDate: "YYYY-MM-DD",
};
const ORDER = ["id", "displayName", "stage", "startDate", "endDate", "description"] as const;

interface Props {
  readonly draft: PilotDraft;
  readonly errors: readonly PilotError[];
  /** The stored pilot with this id, if any. */
  readonly existing: Pilot | undefined;
  readonly onChange: (field: PilotField, value: string) => void;
}

/** The fields of a pilot, all required. A field shows its error after it loses focus. */
export function PilotFields({ draft, errors, existing, onChange }: Props) {
  const [visited, setVisited] = useState<ReadonlySet<PilotField>>(new Set());
  const errorOf = (field: PilotField) =>
    visited.has(field) ? errors.find((error) => error.field === field)?.message : undefined;
  const hintOf = (field: PilotField) =>
    field === "id" && existing
      ? `Pilot ${existing.displayName} has this ID. Saving will overwrite it and replace its ${formatCount(existing.fridgeIds.length, "fridge")}.`
      : undefined;
  return (
    <div className="deploy-pilot">
      {ORDER.map((field) => (
        <div key={field} data-field={field}>
          <Field label={PILOT_LABELS[field]} required error={errorOf(field)} hint={hintOf(field)}>
            {(control) => {
              const attributes = {
                ...control,
                value: draft[field],
                placeholder: PLACEHOLDERS[field],
                onBlur: () => setVisited((now) => new Set([...now, field])),
              };
              return field === "description" ? (
                <textarea {...attributes} rows={2} onChange={(event) => onChange(field, event.target.value)} />
              ) : (
                <input
                  {...attributes}
                  autoComplete="off"
                  inputMode={field === "stage" ? "numeric" : undefined}
                  onChange={(event) => onChange(field, event.target.value)}
                />
              );
            }}
          </Field>
        </div>
      ))}
    </div>
  );
}

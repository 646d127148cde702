import type { UseFormReturn } from "react-hook-form";
import { formatCount } from "../../lib/formats";
import { FormField } from "../../ui/form/FormField";
import { TextField } from "../../ui/form/TextField";
import type { Pilot } from "../queries";
import { PILOT_LABELS, type PilotError, type PilotField } from "../rules/pilot";
import type { DeployInput, DeployOutput } from "./deployForm";
import styles from "./deployPanel.module.css";

const PLACEHOLDERS: Readonly<Partial<Record<PilotField, string>>> = {
  stage: "For example, 1",
  startDate: "YYYY-MM-DD",
  endDate: "YYYY-MM-DD",
};
const ORDER = ["id", "displayName", "stage", "startDate", "endDate", "description"] as const;

interface Props {
  readonly form: UseFormReturn<DeployInput, unknown, DeployOutput>;
  readonly errors: readonly PilotError[];
  /** The stored pilot with this id, if any. */
  readonly existing: Pilot | undefined;
}

/** The fields of a pilot, all required. A field shows its error after it loses focus. */
export function PilotFields({ form: { control, formState }, errors, existing }: Props) {
  const visited = formState.touchedFields.pilot;
  const overwriting =
    existing &&
    `Pilot ${existing.displayName} has this ID. Saving will overwrite it and replace its ${formatCount(existing.fridgeIds.length, "fridge")}.`;
  return (
    <div className={styles.pilot}>
      {ORDER.map((name) => (
        <FormField key={name} control={control} name={`pilot.${name}`}>
          {(field) => (
            <TextField
              {...field}
              label={PILOT_LABELS[name]}
              required
              description={name === "id" ? overwriting : undefined}
              placeholder={PLACEHOLDERS[name]}
              inputMode={name === "stage" ? "numeric" : undefined}
              rows={name === "description" ? 2 : undefined}
              error={visited?.[name] ? errors.find((error) => error.field === name)?.message : undefined}
            />
          )}
        </FormField>
      ))}
    </div>
  );
}

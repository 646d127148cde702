import { HoursFields } from "../../fields/HoursFields";
import type { HoursDraft } from "../../rules/hours";
import type { EditorProps } from "./EditorProps";

/** When people can reach the fridge. */
export function HoursEditor({ draft, onChange, errorOf }: EditorProps) {
  return (
    <HoursFields
      value={draft.value as HoursDraft}
      onChange={(value) => onChange({ ...draft, value }, "workHours")}
      error={errorOf("workHours")}
      hint="For a closed day, leave both times empty."
    />
  );
}

import { StockingDays } from "../../fields/StockingDays";
import type { StockingDays as Days } from "../../rules/effects";
import type { EditorProps } from "./EditorProps";

/** The days on which the location is stocked. */
export function StockingScheduleEditor({ row, draft, onChange }: EditorProps) {
  return (
    <StockingDays
      label={row.label}
      value={draft.value as Days}
      onChange={(value, day) => onChange({ ...draft, value }, `stockingSchedule.${day}`)}
    />
  );
}

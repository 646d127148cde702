import { useController, useWatch } from "react-hook-form";
import { StockingDays } from "../fields/StockingDays";
import { isStockingForced, applyForcedStockingDays } from "../rules/effects";
import { timeZoneOf } from "../rules/options";
import type { CreateFieldProps } from "./CreateFieldProps";
import { elementId } from "./form";

/** The days on which the location is stocked. The time zone sets some of them. */
export function StockingField({ field: { name, label, hint }, create }: CreateFieldProps) {
  const { control } = create.form;
  const { field: input, fieldState } = useController({ control, name: "stockingSchedule" });
  const timeZone = useWatch({ control, name: "timeZone" });
  const isForced = (day: Parameters<typeof isStockingForced>[1]) => isStockingForced(timeZone, day);
  return (
    <>
      <StockingDays
        id={elementId(name)}
        label={label}
        value={applyForcedStockingDays(timeZone, input.value)}
        onChange={(days, day) => input.onChange({ ...input.value, [day]: days[day] })}
        isForced={isForced}
        hint={
          timeZone === "NEWYORK"
            ? `In the ${timeZoneOf(timeZone).label} zone, Sunday is always on, and Monday, Wednesday and Friday are always off`
            : hint
        }
      />
      {fieldState.error?.message && (
        <p className="field-error" role="alert">
          {fieldState.error.message}
        </p>
      )}
    </>
  );
}

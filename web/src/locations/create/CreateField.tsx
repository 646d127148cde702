import { useState } from "react";
import { weekdayIn, type Weekday } from "../../lib/weekdays";
import { DateField } from "../../ui/form/DateField";
import { FormField } from "../../ui/form/FormField";
import { HoursField } from "../../ui/form/HoursField";
import { SelectField } from "../../ui/form/SelectField";
import { TextField } from "../../ui/form/TextField";
import { WeekdaysField } from "../../ui/form/WeekdaysField";
import { NameField } from "../fields/NameField";
import { forcedStockingDays } from "../rules/effects";
import { describeHours } from "../rules/hours";
import { timeZoneOf } from "../rules/options";
import type { FormField as Field, TextControl, TextName } from "./form";
import type { CreateForm } from "./useCreateForm";

interface Props {
  readonly field: Field;
  readonly create: CreateForm;
}

/** Renders a form field by its kind. */
export function CreateField({ field, create }: Props) {
  const { control } = field;
  switch (control.kind) {
    case "hours":
      return <CreateHours field={field} create={create} />;
    case "stocking":
      return <CreateStocking field={field} create={create} />;
    default:
      return <CreateText field={field} control={control} create={create} />;
  }
}

function CreateText({
  field: { name, label, hint, required },
  control,
  create,
}: Props & { readonly control: TextControl }) {
  return (
    <FormField control={create.form.control} name={name as TextName}>
      {(input) => {
        const field = { ...input, label, description: hint, required };
        switch (control.kind) {
          case "area":
            return <TextField {...field} rows={2} />;
          case "date":
            return <DateField {...field} reportsText />;
          case "search":
            return <NameField {...field} attribute={control.attribute} />;
          case "select":
            return (
              <SelectField
                {...field}
                options={control.options}
                onChange={(value) => {
                  input.onChange(value);
                  if (name === "state") create.applyTaxRateOf(value);
                }}
              />
            );
          case "text": {
            const { inputMode, capitals = "none" } = control;
            // A number input discards invalid text. With a text input the rules can report it.
            return (
              <TextField {...field} inputMode={inputMode} autoCapitalize={capitals} spellCheck={capitals === "words"} />
            );
          }
        }
      }}
    </FormField>
  );
}

/** 24 hours, or start and end times of every day. Errors of a day appear after the user left it. */
function CreateHours({ field: { hint }, create }: Props) {
  const { control, formState } = create.form;
  const [visitedDays, setVisitedDays] = useState<ReadonlySet<Weekday>>(new Set());
  const isShown = (message: string) => {
    const day = weekdayIn(message);
    return formState.isSubmitted || (day !== undefined && visitedDays.has(day));
  };
  return (
    <FormField control={control} name="workHours">
      {({ error, onBlur, ...field }) => (
        <HoursField
          {...field}
          error={error?.split("\n").filter(isShown).join("\n") || undefined}
          description={describeHours(field.value.days, hint)}
          onBlur={(day) => {
            if (day) setVisitedDays(new Set([...visitedDays, day]));
            onBlur();
          }}
        />
      )}
    </FormField>
  );
}

/** The days on which the location is stocked. The time zone sets some of them. */
function CreateStocking({ field: { label, hint }, create }: Props) {
  const { control, watch } = create.form;
  const timeZone = watch("timeZone");
  const zoneHint = `In the ${timeZoneOf(timeZone).label} zone, Sunday is always on, and Monday, Wednesday and Friday are always off`;
  return (
    <FormField control={control} name="stockingSchedule">
      {(field) => (
        <WeekdaysField
          {...field}
          label={label}
          fixed={{ days: forcedStockingDays(timeZone), reason: zoneHint }}
          description={timeZone === "NEWYORK" ? zoneHint : hint}
        />
      )}
    </FormField>
  );
}

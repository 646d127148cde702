import { useState } from "react";
import { useController } from "react-hook-form";
import { HoursFields } from "../fields/HoursFields";
import { dayOfMessage, type Weekday } from "../rules/hours";
import type { CreateFieldProps } from "./CreateFieldProps";
import { elementId } from "./form";

/** 24 hours, or start and end times of every day. Errors of a day appear after the user left it. */
export function HoursField({ field: { name, hint }, create }: CreateFieldProps) {
  const { control, formState } = create.form;
  const { field: input, fieldState } = useController({ control, name: "workHours" });
  const [visitedDays, setVisitedDays] = useState<ReadonlySet<Weekday>>(new Set());

  const messages = fieldState.error?.message?.split("\n") ?? [];
  const shownMessages = messages.filter((message) => {
    const day = dayOfMessage(message);
    return formState.isSubmitted || (day !== undefined && visitedDays.has(day));
  });
  return (
    <HoursFields
      id={elementId(name)}
      value={input.value}
      onChange={input.onChange}
      error={shownMessages.length > 0 ? shownMessages.join("\n") : undefined}
      hint={hint}
      onBlur={(day) => {
        if (day) setVisitedDays(new Set([...visitedDays, day]));
        input.onBlur();
      }}
    />
  );
}

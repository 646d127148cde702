import { useState } from "react";
import { useController } from "react-hook-form";
import { HoursFields } from "../fields/HoursFields";
import { dayOfMessage, type Weekday } from "../rules/hours";
import type { CreateFieldProps } from "./CreateField";
import { elementId } from "./form";

/** 24 hours, or from and to of every day. A day is found fault with once it was left. */
export function HoursField({ field: { name, hint }, create }: CreateFieldProps) {
  const { control, formState } = create.form;
  const { field: input, fieldState } = useController({ control, name: "workHours" });
  const [left, setLeft] = useState<ReadonlySet<Weekday>>(new Set());

  const messages = fieldState.error?.message?.split("\n") ?? [];
  const known = messages.filter((message) => {
    const day = dayOfMessage(message);
    return formState.isSubmitted || (day !== undefined && left.has(day));
  });
  return (
    <HoursFields
      id={elementId(name)}
      value={input.value}
      onChange={input.onChange}
      error={known.length > 0 ? known.join("\n") : undefined}
      hint={hint}
      onBlur={(day) => {
        if (day) setLeft(new Set([...left, day]));
        input.onBlur();
      }}
    />
  );
}

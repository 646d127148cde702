import type { ReactNode } from "react";
import {
  useController,
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type RefCallBack,
} from "react-hook-form";

/** The properties of a field component that a form sets. */
export interface BoundProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly inputRef: RefCallBack;
  readonly error: string | undefined;
}

interface Props<Input extends FieldValues, Name extends FieldPath<Input>, Output> {
  readonly control: Control<Input, unknown, Output>;
  readonly name: Name;
  /** Renders a field component with the properties. */
  readonly children: (field: BoundProps<FieldPathValue<Input, Name>>) => ReactNode;
}

/** Connects a field component with one value of a form. */
export function FormField<Input extends FieldValues, Name extends FieldPath<Input>, Output>({
  control,
  name,
  children,
}: Props<Input, Name, Output>) {
  const { field, fieldState } = useController({ control, name });
  const { value, onChange, onBlur, ref } = field;
  return children({ value, onChange, onBlur, inputRef: ref, error: fieldState.error?.message });
}

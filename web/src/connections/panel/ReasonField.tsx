import { maxLength, minLength, pipe, string, trim } from "valibot";
import type { BoundProps } from "../../ui/form/FormField";
import { TextField } from "../../ui/form/TextField";
import { MAX_REASON_LENGTH } from "../rules/request";

/** The check of a reason in a form. */
export const REASON = pipe(string(), trim(), minLength(1, "Enter a reason"), maxLength(MAX_REASON_LENGTH));

interface Props extends BoundProps<string> {
  /** An example of a reason. */
  readonly example: string;
}

/** The reason of a change, which the history shows. */
export function ReasonField({ example, ...field }: Props) {
  return (
    <TextField
      label="Reason"
      description={`Such as: ${example}. The history shows it with your email.`}
      maxLength={MAX_REASON_LENGTH}
      required
      {...field}
    />
  );
}

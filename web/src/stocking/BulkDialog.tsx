import { object, string } from "valibot";
import { formatCount } from "../lib/formats";
import { DialogForm } from "../ui/form/DialogForm";
import { FormField } from "../ui/form/FormField";
import { SelectField } from "../ui/form/SelectField";
import { useLarderForm } from "../ui/form/useLarderForm";
import type { Decision } from "./decisions";
import { NO_REASON } from "./DecisionSelects";

export interface BulkOptions {
  readonly statusLabel: string;
  readonly statuses: readonly string[];
  /** The reasons that a status can have; empty if it needs none. */
  readonly reasonsOf: (status: string) => readonly string[];
}

interface Props extends BulkOptions {
  /** The number of selected rows. */
  readonly count: number;
  /** A hint about a status for the selected rows, such as how many of them cannot have it. */
  readonly noteOf: (status: string) => string | undefined;
  readonly onApply: (decision: Decision) => void;
  readonly onClose: () => void;
}

const SCHEMA = object({ status: string(), reason: string() });

/** Sets one status and one reason for all selected rows. */
export function BulkDialog({ count, statusLabel, statuses, reasonsOf, noteOf, onApply, onClose }: Props) {
  const form = useLarderForm({
    schema: SCHEMA,
    defaultValues: { status: "", reason: "" },
    onSubmit: (decision) => Promise.resolve(onApply(decision)),
  });
  const { control, setValue, watch } = form.form;
  const [status, reason] = watch(["status", "reason"]);
  const reasons = reasonsOf(status);
  const missingInput =
    status === ""
      ? `Choose a ${statusLabel.toLowerCase()}`
      : reasons.length > 0 && !reason
        ? "Choose a reason"
        : undefined;
  const statusFirst = `Choose a ${statusLabel.toLowerCase()} first`;
  const noReason = reasons.length > 0 ? undefined : status === "" ? statusFirst : NO_REASON;
  return (
    <DialogForm
      title="Bulk Update"
      form={form}
      submit={`Apply to ${formatCount(count, "row")}`}
      disabledReason={missingInput}
      failure="The update could not be applied"
      onClose={onClose}
    >
      <FormField control={control} name="status">
        {({ onChange, ...field }) => (
          <SelectField
            {...field}
            label={statusLabel}
            description={noteOf(status)}
            required
            onChange={(value) => {
              onChange(value);
              setValue("reason", "");
            }}
            emptyLabel="-"
            options={statuses}
          />
        )}
      </FormField>
      <FormField control={control} name="reason">
        {(field) => (
          <SelectField
            {...field}
            label="Reason"
            required={reasons.length > 0}
            disabledReason={noReason}
            emptyLabel="-"
            options={reasons}
          />
        )}
      </FormField>
    </DialogForm>
  );
}

import { useState } from "react";
import { Button } from "./Button";
import type { Decision } from "./decisions";
import { Dialog } from "./Dialog";
import { Field } from "./Field";
import { plural } from "./plural";

interface Props {
  /** How many rows are ticked. */
  readonly count: number;
  /** What the status is called. */
  readonly statusLabel: string;
  readonly statuses: readonly string[];
  /** None where the status has no reason. */
  readonly reasonsOf: (status: string) => readonly string[];
  /** What is to be known of a status for these rows, such as that some cannot have it. */
  readonly noteOf?: (status: string) => string | undefined;
  readonly onApply: (decision: Decision) => void;
  readonly onClose: () => void;
}

/** One status and one reason for all ticked rows. */
export function BulkDialog({ count, statusLabel, statuses, reasonsOf, noteOf, onApply, onClose }: Props) {
  const [{ status, reason }, setDecision] = useState<Decision>({ status: "", reason: "" });
  const reasons = reasonsOf(status);
  const missing =
    status === "" ? `Choose a ${statusLabel.toLowerCase()}` : reasons.length > 0 && !reason ? "Choose a reason" : null;
  return (
    <Dialog
      title="Bulk Update"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabledReason={missing ?? undefined} onClick={() => onApply({ status, reason })}>
            Apply to {plural(count, "row")}
          </Button>
        </>
      }
    >
      <Field label={statusLabel} hint={noteOf?.(status)} required>
        {(control) => (
          <select
            {...control}
            value={status}
            onChange={(event) => setDecision({ status: event.target.value, reason: "" })}
          >
            <option value="">-</option>
            {statuses.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Reason" required={reasons.length > 0}>
        {(control) => (
          <select
            {...control}
            value={reason}
            disabled={reasons.length === 0}
            onChange={(event) => setDecision({ status, reason: event.target.value })}
          >
            <option value="">-</option>
            {reasons.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
    </Dialog>
  );
}

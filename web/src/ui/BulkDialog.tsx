import { useState } from "react";
import { Button } from "./Button";
import type { Decision } from "./decisions";
import { Dialog } from "./Dialog";
import { Field } from "./Field";
import { plural } from "./plural";

interface Props {
  /** The number of selected rows. */
  readonly count: number;
  readonly statusLabel: string;
  readonly statuses: readonly string[];
  /** The reasons that a status can have; empty if it needs none. */
  readonly reasonsOf: (status: string) => readonly string[];
  /** A hint about a status for the selected rows, such as how many of them cannot have it. */
  readonly noteOf?: (status: string) => string | undefined;
  readonly onApply: (decision: Decision) => void;
  readonly onClose: () => void;
}

/** Sets one status and one reason for all selected rows. */
export function BulkDialog({ count, statusLabel, statuses, reasonsOf, noteOf, onApply, onClose }: Props) {
  const [{ status, reason }, setDecision] = useState<Decision>({ status: "", reason: "" });
  const reasons = reasonsOf(status);
  const missingInput =
    status === "" ? `Choose a ${statusLabel.toLowerCase()}` : reasons.length > 0 && !reason ? "Choose a reason" : null;
  return (
    <Dialog
      title="Bulk Update"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabledReason={missingInput ?? undefined}
            onClick={() => onApply({ status, reason })}
          >
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
            {statuses.map((option) => (
              <option key={option}>{option}</option>
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
            {reasons.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        )}
      </Field>
    </Dialog>
  );
}

import { useState } from "react";
import { formatCount } from "../lib/formats";
import { Button } from "../ui/Button";
import type { Decision } from "./decisions";
import { Dialog } from "../ui/Dialog";
import { SelectField } from "../ui/form/SelectField";

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
            Apply to {formatCount(count, "row")}
          </Button>
        </>
      }
    >
      <SelectField
        label={statusLabel}
        description={noteOf?.(status)}
        required
        value={status}
        onChange={(value) => setDecision({ status: value, reason: "" })}
        emptyLabel="-"
        options={statuses}
      />
      <SelectField
        label="Reason"
        required={reasons.length > 0}
        value={reason}
        disabled={reasons.length === 0}
        onChange={(value) => setDecision({ status, reason: value })}
        emptyLabel="-"
        options={reasons}
      />
    </Dialog>
  );
}

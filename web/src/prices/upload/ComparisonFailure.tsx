import { ApiError, messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import type { LoadFailureProps } from "../../uploads/kind";

/** Shows that the current prices could not be loaded (docs/requirements/planning.md, PRC-3). */
export function ComparisonFailure({ error, onRetry, onAnother }: LoadFailureProps) {
  const isRejected = isSchemaError(error);
  return (
    <Dialog
      title={isRejected ? "Backend Schema Error" : "Error Fetching Current Prices"}
      alert
      onClose={onAnother}
      actions={
        <>
          <Button onClick={onAnother}>Close</Button>
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      <p>
        {isRejected
          ? messageOf(error, "Please refresh the page.")
          : "Failed to fetch current prices for comparison. Please try again."}
      </p>
    </Dialog>
  );
}

/** Whether the server rejects the query itself. A retry would fail too. */
function isSchemaError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === "invalid" || /^validation error/i.test(String(error.cause));
}

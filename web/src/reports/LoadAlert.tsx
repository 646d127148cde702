import { useState } from "react";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { statusOf } from "../ui/query/query";
import { getFailureMessage } from "./ReportList";

interface Props {
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Shows a dialog once for each failure to load a report (docs/requirements/reports.md, RPT-5). */
export function LoadAlert({ error, onRetry }: Props) {
  const [dismissed, setDismissed] = useState<Error | null>(null);
  if (!error || error === dismissed || statusOf({ data: undefined, error }) === "forbidden") return null;
  return (
    <Dialog
      alert
      title="Loading failed"
      onClose={() => setDismissed(error)}
      actions={
        <>
          <Button onClick={() => setDismissed(error)}>Close</Button>
          <Button
            variant="primary"
            onClick={() => {
              setDismissed(error);
              onRetry();
            }}
          >
            Retry
          </Button>
        </>
      }
    >
      <p>{getFailureMessage(error)}</p>
    </Dialog>
  );
}

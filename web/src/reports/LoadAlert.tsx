import { useState } from "react";
import { isForbidden } from "../api/errors";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { failureOf } from "./ReportList";

interface Props {
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Interrupts where a report could not be loaded (spec of planning and reporting, section 8), once for each failure. */
export function LoadAlert({ error, onRetry }: Props) {
  const [seen, setSeen] = useState<Error | null>(null);
  if (!error || error === seen || isForbidden(error)) return null;
  return (
    <Dialog
      alert
      title="Loading failed"
      onClose={() => setSeen(error)}
      actions={
        <>
          <Button onClick={() => setSeen(error)}>Close</Button>
          <Button
            look="primary"
            onClick={() => {
              setSeen(error);
              onRetry();
            }}
          >
            Retry
          </Button>
        </>
      }
    >
      <p>{failureOf(error)}</p>
    </Dialog>
  );
}

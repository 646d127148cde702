import { Alert } from "@aws-amplify/ui-react";
import type { Interruption } from "./createRows";
import type { Run } from "./useImport";

interface Props {
  readonly run: Run | null;
  readonly interruption: Interruption | null;
}

const count = (number: number) => number.toLocaleString("en-US");

const NEXT_STEP: Readonly<Record<Interruption["kind"], string>> = {
  stopped: "Stopped. Select Create new locations to continue.",
  noResponse:
    "The server is not responding. When the connection is back, create the remaining locations and retry the failed rows.",
  rejected: "No more locations were created.",
};

/** The progress of the upload, or why it ended early. */
export function Progress({ run, interruption }: Props) {
  return (
    <>
      {run && (
        <div className="import-progress">
          <progress aria-label="Upload" max={run.total} value={run.done} />
          <span>
            {count(run.done)} of {count(run.total)}
            {run.stopping && ", stopping…"}
          </span>
        </div>
      )}
      {interruption && (
        <Alert
          variation={interruption.kind === "stopped" ? "info" : "error"}
          role="alert"
          className="import-interruption"
        >
          {interruption.message && `${interruption.message}. `}
          {NEXT_STEP[interruption.kind]}
        </Alert>
      )}
    </>
  );
}

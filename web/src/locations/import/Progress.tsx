import { Alert } from "@aws-amplify/ui-react";
import type { Halt } from "./sendRows";
import type { Run } from "./useImport";

interface Props {
  readonly run: Run | null;
  readonly halt: Halt | null;
}

const count = (number: number) => number.toLocaleString("en-US");

const NEXT_STEP: Readonly<Record<Halt["why"], string>> = {
  stopped: "Stopped. Create new locations goes on with the rest.",
  lost: "There is no answer from the server. What was not begun is still here: create it, and retry what failed, when the connection is back.",
  refused: "Nothing more was begun.",
};

/** How far the upload is, or why it ended before its end. */
export function Progress({ run, halt }: Props) {
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
      {halt && (
        <Alert variation={halt.why === "stopped" ? "info" : "error"} role="alert" className="import-halt">
          {halt.message && `${halt.message}. `}
          {NEXT_STEP[halt.why]}
        </Alert>
      )}
    </>
  );
}

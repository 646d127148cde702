import { useState, useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { plural } from "../../ui/plural";
import type { Chunk } from "../../uploads/rules/chunk";
import { linesDone, linesFailed, linesTotal, phaseOf, type Sending } from "../../uploads/rules/sending";
import type { UploadState } from "../../uploads/useUpload";
import type { ServerResults } from "./serverResults";

interface Props {
  readonly fileName: string;
  readonly sender: Extract<UploadState<unknown>, { readonly step: "sending" }>["sender"];
  readonly chunks: readonly Chunk<unknown>[];
  readonly storingFile: boolean;
  readonly results: ServerResults;
  readonly onAnother: () => void;
}

const number = (count: number) => count.toLocaleString("en-US");
/** Maximum number of row errors in the dialog. */
const MAX_DETAILS = 10;

/** Shows the progress of the updates and their result. */
export function SubmitPanel({ fileName, sender, chunks, storingFile, results, onAnother }: Props) {
  const sending = useSyncExternalStore(sender.subscribe, sender.state);
  const [dismissed, setDismissed] = useState<Sending | null>(null);
  const phase = phaseOf(sending);
  const active = storingFile || phase === "sending" || phase === "halting";
  const failed = linesFailed(sending);
  const showResult = !active && sending.halt !== "stopped" && dismissed !== sending;
  return (
    <section className="sending" aria-label="Updating">
      <h2>
        <span role="status">{storingFile ? "Saving the file…" : headline(sending)}</span>
      </h2>
      <p className="sending-chunk">{fileName}</p>
      <progress aria-label="Prices sent" value={linesDone(sending)} max={linesTotal(sending)} />
      <p>
        {number(sending.written)} of {plural(linesTotal(sending), "price")} updated
        {sending.unchanged > 0 && `, ${number(sending.unchanged)} already saved`}
        {failed > 0 && <span className="sending-failed">, {number(failed)} failed</span>}
      </p>
      <div className="sending-actions">
        {!storingFile && phase === "sending" && sending.halt === null && <Button onClick={sender.stop}>Stop</Button>}
        {phase === "halted" && (
          <Button variant="primary" onClick={sender.resume}>
            Resume
          </Button>
        )}
        {!active && phase === "finished" && failed > 0 && (
          <Button variant="primary" onClick={() => sender.retry(sending.failed.map(({ index }) => index))}>
            Retry {plural(failed, "failed update")}
          </Button>
        )}
        {!active && <Button onClick={onAnother}>Upload another file</Button>}
      </div>
      {showResult && (
        <ResultDialog sending={sending} chunks={chunks} results={results} onClose={() => setDismissed(sending)} />
      )}
    </section>
  );
}

function headline(sending: Sending): string {
  switch (phaseOf(sending)) {
    case "sending":
      return "Updating…";
    case "halting":
      return "Stopping…";
    case "halted":
      return sending.halt === "lost" ? "Connection lost" : "Stopped";
    case "finished":
      if (sending.failed.length === 0) return "All prices were updated";
      return sending.written + sending.unchanged > 0 ? "Some prices were not updated" : "No prices were updated";
  }
}

interface ResultDialogProps extends Pick<Props, "chunks" | "results"> {
  readonly sending: Sending;
  readonly onClose: () => void;
}

/** Shows the result with the messages of docs/requirements/planning.md, PRC-3. */
function ResultDialog({ sending, chunks, results: { message, rowErrors }, onClose }: ResultDialogProps) {
  const closeButton = <Button onClick={onClose}>Close</Button>;
  if (sending.failed.length === 0) {
    const defaultMessage = `Successfully updated ${linesTotal(sending)} item prices.`;
    return (
      <Dialog title="Success" onClose={onClose} actions={closeButton}>
        <p>{chunks.length === 1 && message ? message : defaultMessage}</p>
      </Dialog>
    );
  }
  const details = [...rowErrors].sort(([one], [other]) => one - other);
  return (
    <Dialog title="Update Failed" alert onClose={onClose} actions={closeButton}>
      {[...new Set(sending.failed.map(({ reason }) => reason))].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {details.length > 0 && (
        <ul className="failed-rows">
          {details.slice(0, MAX_DETAILS).map(([line, errors]) => (
            <li key={line}>
              Line {line}: {errors.join(". ")}
            </li>
          ))}
        </ul>
      )}
      {details.length > MAX_DETAILS && <p>And {plural(details.length - MAX_DETAILS, "more row")}</p>}
      {sending.written > 0 && (
        <p className="muted">
          {plural(sending.written, "price")} {sending.written === 1 ? "was" : "were"} updated.
        </p>
      )}
    </Dialog>
  );
}

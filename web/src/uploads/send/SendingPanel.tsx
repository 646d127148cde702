import { useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { isIncomplete, linesDone, linesFailed, linesTotal, phaseOf, type Phase, type Sending } from "../rules/sending";
import type { Sender } from "./sender";

interface Props {
  readonly fileName: string;
  readonly sender: Sender;
  /** The file is being stored. Its lines are sent afterwards. */
  readonly storingFile: boolean;
  /** Shown when all lines are written. Default: 'Upload complete'. */
  readonly completeMessage?: string | undefined;
  readonly onAnother: () => void;
}

/** Maximum number of failed chunks in the list. The button above it retries all of them. */
const MAX_CHUNKS = 100;
/** Maximum number of reasons shown per chunk. */
const MAX_REASONS = 20;

const number = (count: number) => count.toLocaleString("en-US");
const rows = (count: number) => `${number(count)} ${count === 1 ? "row" : "rows"}`;

/** Shows the progress of an upload and its failed chunks, with buttons to stop, resume and retry. */
export function SendingPanel({ fileName, sender, storingFile, completeMessage, onAnother }: Props) {
  const sending = useSyncExternalStore(sender.subscribe, sender.state);
  const phase = phaseOf(sending);
  const total = linesTotal(sending);
  const done = linesDone(sending);
  const failed = linesFailed(sending);
  return (
    <section className="sending" aria-label="Sending">
      <h2>
        <span role="status">{storingFile ? "Saving the file…" : headline(sending, phase, completeMessage)}</span>
      </h2>
      <p className="sending-chunk">{fileName}</p>
      <progress aria-label="Rows sent" value={done} max={total} />
      <p>
        {number(done)} of {rows(total)} sent: {number(sending.written)} saved
        {sending.unchanged > 0 && `, ${number(sending.unchanged)} already saved`}
        {failed > 0 && <span className="sending-failed">, {number(failed)} failed</span>}
      </p>
      <p className="muted">{advice(sending, phase)}</p>
      <div className="sending-actions">
        {!storingFile && phase === "sending" && sending.halt === null && <Button onClick={sender.stop}>Stop</Button>}
        {phase === "halting" && (
          <Button busy busyText="Stopping…">
            Stop
          </Button>
        )}
        {phase === "halted" && (
          <Button variant="primary" onClick={sender.resume}>
            Resume
          </Button>
        )}
        {sending.failed.length > 0 && !(phase === "halted" && sending.halt === "lost") && (
          <Button
            variant={phase === "finished" ? "primary" : "plain"}
            onClick={() => sender.retry(sending.failed.map(({ index }) => index))}
          >
            Retry all {number(sending.failed.length)} failed
          </Button>
        )}
        {phase !== "sending" && phase !== "halting" && !storingFile && (
          <Button onClick={onAnother}>Upload another file</Button>
        )}
      </div>
      {sending.failed.length > 0 && <FailedChunks sending={sending} sender={sender} />}
    </section>
  );
}

function headline(sending: Sending, phase: Phase, completeMessage = "Upload complete"): string {
  switch (phase) {
    case "sending":
      return "Uploading…";
    case "halting":
      return "Stopping…";
    case "halted":
      if (sending.halt === "lost") return "Connection lost";
      return sending.halt === "forbidden" ? "The server rejected this upload" : "Stopped";
    case "finished":
      if (!isIncomplete(sending)) return completeMessage;
      return sending.written + sending.unchanged > 0 ? "Some rows failed" : "No rows were saved";
  }
}

function advice(sending: Sending, phase: Phase): string {
  if (phase === "halted") return "Saved rows are kept. Resume sends only the remaining rows.";
  if (phase !== "finished") return "Keep this page open until the upload is complete.";
  return isIncomplete(sending) ? "You can retry failed rows one at a time or all at once." : "";
}

function shortened(reasons: readonly string[]): string {
  return [...reasons.slice(0, MAX_REASONS), `And ${number(reasons.length - MAX_REASONS)} more`].join("\n");
}

interface FailedProps {
  readonly sending: Sending;
  readonly sender: Sender;
}

function FailedChunks({ sending, sender }: FailedProps) {
  const listed = sending.failed.slice(0, MAX_CHUNKS);
  return (
    <>
      <ul className="sending-list" aria-label="Failed">
        {listed.map(({ index, reason, reasons }) => {
          const chunk = sender.chunk(index);
          return (
            <li key={index}>
              <span className="sending-chunk">{chunk?.label}</span>
              <span className="muted">{rows(chunk?.lines ?? 0)}</span>
              <span className="sending-failed">{reasons.length > MAX_REASONS ? shortened(reasons) : reason}</span>
              <Button aria-label={`Retry ${chunk?.label}`} onClick={() => sender.retry([index])}>
                Retry
              </Button>
            </li>
          );
        })}
      </ul>
      {sending.failed.length > MAX_CHUNKS && (
        <p className="muted">And {number(sending.failed.length - MAX_CHUNKS)} more</p>
      )}
    </>
  );
}

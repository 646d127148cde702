import { useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { hasRest, linesDone, linesFailed, linesTotal, phaseOf, type Phase, type Sending } from "../rules/sending";
import type { Sender } from "./sender";

interface Props {
  readonly fileName: string;
  readonly sender: Sender;
  /** The file itself is put away first. */
  readonly keeping: boolean;
  /** Said when all is written, where that has words of its own. */
  readonly complete?: string | undefined;
  readonly onAnother: () => void;
}

/** Failed chunks that are listed; the button above them sends all of them again. */
const LISTED = 100;
/** Failed parts of a chunk that are named. */
const NAMED = 20;

const number = (count: number) => count.toLocaleString("en-US");
const lines = (count: number) => `${number(count)} ${count === 1 ? "line" : "lines"}`;

/** How far the sending is, what failed, and what can be done about it. */
export function SendingPanel({ fileName, sender, keeping, complete, onAnother }: Props) {
  const sending = useSyncExternalStore(sender.subscribe, sender.state);
  const phase = phaseOf(sending);
  const total = linesTotal(sending);
  const done = linesDone(sending);
  const failed = linesFailed(sending);
  return (
    <section className="sending" aria-label="Sending">
      <h2>
        <span role="status">{keeping ? "Keeping the file…" : headline(sending, phase, complete)}</span>
      </h2>
      <p className="sending-chunk">{fileName}</p>
      <progress aria-label="Lines sent" value={done} max={total} />
      <p>
        {number(done)} of {lines(total)} sent: {number(sending.written)} written
        {sending.unchanged > 0 && `, ${number(sending.unchanged)} stored already`}
        {failed > 0 && <span className="sending-failed">, {number(failed)} failed</span>}
      </p>
      <p className="muted">{advice(sending, phase)}</p>
      <div className="sending-actions">
        {!keeping && phase === "sending" && sending.halt === null && <Button onClick={sender.stop}>Stop</Button>}
        {phase === "halting" && (
          <Button busy busyText="Stopping…">
            Stop
          </Button>
        )}
        {phase === "halted" && (
          <Button look="primary" onClick={sender.resume}>
            Resume
          </Button>
        )}
        {sending.failed.length > 0 && !(phase === "halted" && sending.halt === "lost") && (
          <Button
            look={phase === "finished" ? "primary" : "plain"}
            onClick={() => sender.retry(sending.failed.map(({ index }) => index))}
          >
            Retry all {number(sending.failed.length)} failed
          </Button>
        )}
        {phase !== "sending" && phase !== "halting" && !keeping && (
          <Button onClick={onAnother}>Upload another file</Button>
        )}
      </div>
      {sending.failed.length > 0 && <FailedChunks sending={sending} sender={sender} />}
    </section>
  );
}

function headline(sending: Sending, phase: Phase, complete = "Everything is written"): string {
  switch (phase) {
    case "sending":
      return "Sending…";
    case "halting":
      return "Stopping…";
    case "halted":
      if (sending.halt === "lost") return "The connection is lost";
      return sending.halt === "refused" ? "The server refuses this upload" : "Stopped";
    case "finished":
      if (!hasRest(sending)) return complete;
      return sending.written + sending.unchanged > 0 ? "Sent, except what failed" : "Nothing was written";
  }
}

function advice(sending: Sending, phase: Phase): string {
  if (phase === "halted") return "What was written stays written. Resume sends the rest; nothing is written twice.";
  if (phase !== "finished") return "Leave this page open. What was written stays written, whatever happens.";
  return hasRest(sending) ? "What failed can be sent again: each by itself, or all at once." : "";
}

function shortened(reasons: readonly string[]): string {
  return [...reasons.slice(0, NAMED), `And ${number(reasons.length - NAMED)} more`].join("\n");
}

interface FailedProps {
  readonly sending: Sending;
  readonly sender: Sender;
}

function FailedChunks({ sending, sender }: FailedProps) {
  const listed = sending.failed.slice(0, LISTED);
  return (
    <>
      <ul className="sending-list" aria-label="Failed">
        {listed.map(({ index, reason, reasons }) => {
          const chunk = sender.chunk(index);
          return (
            <li key={index}>
              <span className="sending-chunk">{chunk?.label}</span>
              <span className="muted">{lines(chunk?.lines ?? 0)}</span>
              <span className="sending-failed">{reasons.length > NAMED ? shortened(reasons) : reason}</span>
              <Button aria-label={`Retry ${chunk?.label}`} onClick={() => sender.retry([index])}>
                Retry
              </Button>
            </li>
          );
        })}
      </ul>
      {sending.failed.length > LISTED && <p className="muted">And {number(sending.failed.length - LISTED)} more</p>}
    </>
  );
}

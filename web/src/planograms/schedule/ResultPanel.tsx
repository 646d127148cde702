import { useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { useLeaveGuard } from "../../ui/leaving";
import type { Chunk } from "../../uploads/rules/chunk";
import { phaseOf, type Sending } from "../../uploads/rules/sending";
import { FeedbackPanel } from "./FeedbackPanel";
import { FIX, successText } from "./feedback";
import type { BatchResult } from "./planogramUpload";

interface Props {
  readonly fileName: string;
  readonly sender: {
    readonly state: () => Sending;
    readonly subscribe: (listener: () => void) => () => void;
    readonly resume: () => void;
    readonly retry: (indexes: readonly number[]) => void;
  };
  readonly chunks: readonly Chunk<unknown>[];
  /** The file itself is put away first. */
  readonly keeping: boolean;
  readonly resultOf: (batch: unknown) => BatchResult | undefined;
  readonly onAnother: () => void;
}

const batches = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "batch" : "batches"}`;

/** How far the batches are, then the result panels; a batch that failed can be sent again alone. */
export function ResultPanel({ fileName, sender, chunks, keeping, resultOf, onAnother }: Props) {
  const sending = useSyncExternalStore(sender.subscribe, sender.state);
  const phase = keeping ? "sending" : phaseOf(sending);
  const under = sending.underWay.length + sending.again.length;
  const done = sending.next - under;
  const over = phase === "finished" || phase === "halted";
  const results = chunks.flatMap(({ payload }) => resultOf(payload) ?? []);
  const processed = results.reduce((sum, { successCount }) => sum + successCount, 0);
  const errors = results.flatMap(({ errors }) => errors);
  const left = phase === "halted" ? chunks.length - done : 0;

  useLeaveGuard(!over || left > 0, {
    title: "Leave while submitting?",
    message:
      "Part of the file has not been sent. What was scheduled stays; to send the rest, upload the same file again.",
    confirm: "Leave",
  });

  return (
    <>
      <section className="planogram-step" aria-label="Submitting">
        <h2>{fileName}</h2>
        <p role="status">
          {over ? `${done} of ${batches(chunks.length)} done` : keeping ? "Keeping the file…" : "Submitting…"}
          {!over && !keeping && ` ${done} of ${batches(chunks.length)}`}
        </p>
        <progress aria-label="Batches done" value={done} max={chunks.length} />
        {over && (
          <div className="planogram-actions">
            {phase === "halted" && (
              <Button look="primary" onClick={sender.resume}>
                Resume
              </Button>
            )}
            <Button onClick={onAnother}>Upload another file</Button>
          </div>
        )}
      </section>
      {over && errors.length > 0 && <FeedbackPanel type="error" heading={FIX} messages={errors} />}
      {over && processed > 0 && <FeedbackPanel type="success" heading={successText(processed)} />}
      {sending.failed.length > 0 && <FailedBatches sending={sending} chunks={chunks} onRetry={sender.retry} />}
    </>
  );
}

interface FailedProps {
  readonly sending: Sending;
  readonly chunks: readonly Chunk<unknown>[];
  readonly onRetry: (indexes: readonly number[]) => void;
}

function FailedBatches({ sending, chunks, onRetry }: FailedProps) {
  return (
    <section className="planogram-step" aria-label="Failed batches">
      <h3>{batches(sending.failed.length)} failed</h3>
      <p className="muted">Sending one again is harmless: what is stored already stays as it is.</p>
      <ul className="planogram-failed">
        {sending.failed.map(({ index, reason }) => (
          <li key={index}>
            <strong>{chunks[index]?.label}</strong>
            <span className="planogram-reason">{reason}</span>
            <Button aria-label={`Retry ${chunks[index]?.label}`} onClick={() => onRetry([index])}>
              Retry
            </Button>
          </li>
        ))}
      </ul>
      {sending.failed.length > 1 && (
        <div>
          <Button onClick={() => onRetry(sending.failed.map(({ index }) => index))}>Retry all</Button>
        </div>
      )}
    </section>
  );
}

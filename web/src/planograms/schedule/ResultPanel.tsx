import { useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { useLeaveGuard } from "../../ui/leaving";
import { plural } from "../../ui/plural";
import { phaseOf, type Sending } from "../../uploads/rules/sending";
import type { UploadState } from "../../uploads/useUpload";
import { FeedbackPanel } from "./FeedbackPanel";
import { FIX, successText } from "./feedback";

type Sender = Extract<UploadState<unknown>, { readonly step: "sending" }>["sender"];

interface Props {
  readonly fileName: string;
  readonly sender: Sender;
  /** The file itself is put away first. */
  readonly keeping: boolean;
  readonly onAnother: () => void;
}

const batches = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "batch" : "batches"}`;

/** How far the batches are, then the result panels; a batch that failed can be sent again alone. */
export function ResultPanel({ fileName, sender, keeping, onAnother }: Props) {
  const sending = useSyncExternalStore(sender.subscribe, sender.state);
  const phase = keeping ? "sending" : phaseOf(sending);
  const under = sending.underWay.length + sending.again.length;
  const done = sending.next - under;
  const over = phase === "finished" || phase === "halted";
  const count = sending.sizes.length;
  const processed = sending.written + sending.unchanged;
  const errors = sending.failed.flatMap(({ reasons }) => reasons);
  const left = phase === "halted" ? count - done : 0;

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
          {over ? `${done} of ${batches(count)} done` : keeping ? "Keeping the file…" : "Submitting…"}
          {!over && !keeping && ` ${done} of ${batches(count)}`}
        </p>
        <progress aria-label="Batches done" value={done} max={count} />
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
      {sending.failed.length > 0 && <FailedBatches sending={sending} sender={sender} />}
    </>
  );
}

interface FailedProps {
  readonly sending: Sending;
  readonly sender: Sender;
}

function FailedBatches({ sending, sender }: FailedProps) {
  return (
    <section className="planogram-step" aria-label="Failed batches">
      <h3>{batches(sending.failed.length)} failed</h3>
      <p className="muted">Retry sends only the rows that are not stored.</p>
      <ul className="planogram-failed">
        {sending.failed.map(({ index, reason, reasons }) => {
          const chunk = sender.chunk(index);
          return (
            <li key={index}>
              <strong>{chunk?.label}</strong>
              <span className="planogram-reason">
                {reasons.length > 0 ? `${plural(chunk?.lines ?? 0, "row")} not stored: see above` : reason}
              </span>
              <Button aria-label={`Retry ${chunk?.label}`} onClick={() => sender.retry([index])}>
                Retry
              </Button>
            </li>
          );
        })}
      </ul>
      {sending.failed.length > 1 && (
        <div>
          <Button onClick={() => sender.retry(sending.failed.map(({ index }) => index))}>Retry all</Button>
        </div>
      )}
    </section>
  );
}

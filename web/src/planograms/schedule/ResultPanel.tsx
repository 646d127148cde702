import { useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { useUnsavedChangesGuard } from "../../ui/useUnsavedChangesGuard";
import { plural } from "../../ui/plural";
import { phaseOf, type Sending } from "../../uploads/rules/sending";
import type { UploadState } from "../../uploads/useUpload";
import { FeedbackPanel } from "./FeedbackPanel";
import { FIX_ERRORS, successText } from "./feedback";

type Sender = Extract<UploadState<unknown>, { readonly step: "sending" }>["sender"];

interface Props {
  readonly fileName: string;
  readonly sender: Sender;
  /** The file is being stored. Its rows are sent afterwards. */
  readonly storingFile: boolean;
  readonly onAnother: () => void;
}

const batches = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "batch" : "batches"}`;

/** Shows the progress by batch, then the results. A failed batch can be retried separately. */
export function ResultPanel({ fileName, sender, storingFile, onAnother }: Props) {
  const sending = useSyncExternalStore(sender.subscribe, sender.state);
  const phase = storingFile ? "sending" : phaseOf(sending);
  const unfinished = sending.inFlight.length + sending.retries.length;
  const done = sending.next - unfinished;
  const ended = phase === "finished" || phase === "halted";
  const count = sending.sizes.length;
  const processed = sending.written + sending.unchanged;
  const errors = sending.failed.flatMap(({ reasons }) => reasons);
  const remaining = phase === "halted" ? count - done : 0;

  useUnsavedChangesGuard(!ended || remaining > 0, {
    title: "Leave during the upload?",
    message:
      "Part of the file has not been sent. Saved rows are kept. To send the remaining rows, upload the same file again.",
    confirm: "Leave",
  });

  return (
    <>
      <section className="planogram-step" aria-label="Submitting">
        <h2>{fileName}</h2>
        <p role="status">
          {ended ? `${done} of ${batches(count)} done` : storingFile ? "Saving the file…" : "Submitting…"}
          {!ended && !storingFile && ` ${done} of ${batches(count)}`}
        </p>
        <progress aria-label="Batches done" value={done} max={count} />
        {ended && (
          <div className="planogram-actions">
            {phase === "halted" && (
              <Button variant="primary" onClick={sender.resume}>
                Resume
              </Button>
            )}
            <Button onClick={onAnother}>Upload another file</Button>
          </div>
        )}
      </section>
      {ended && errors.length > 0 && <FeedbackPanel type="error" heading={FIX_ERRORS} messages={errors} />}
      {ended && processed > 0 && <FeedbackPanel type="success" heading={successText(processed)} />}
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
      <p className="muted">Retry sends only the rows that were not saved.</p>
      <ul className="planogram-failed">
        {sending.failed.map(({ index, reason, reasons }) => {
          const chunk = sender.chunk(index);
          return (
            <li key={index}>
              <strong>{chunk?.label}</strong>
              <span className="planogram-reason">
                {reasons.length > 0 ? `${plural(chunk?.lines ?? 0, "row")} not saved. See the errors above.` : reason}
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

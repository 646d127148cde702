import { useState, useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { plural } from "../../ui/plural";
import type { Chunk } from "../../uploads/rules/chunk";
import { linesDone, linesFailed, linesTotal, phaseOf, type Sending } from "../../uploads/rules/sending";
import type { UploadState } from "../../uploads/useUpload";
import type { ServerWords } from "./answers";

interface Props {
  readonly fileName: string;
  readonly sender: Extract<UploadState<unknown>, { readonly step: "sending" }>["sender"];
  readonly chunks: readonly Chunk<unknown>[];
  readonly keeping: boolean;
  readonly words: ServerWords;
  readonly onAnother: () => void;
}

const number = (count: number) => count.toLocaleString("en-US");
/** Details that are listed. */
const LISTED = 10;

/** How far the updates are, and how they ended. */
export function SubmitPanel({ fileName, sender, chunks, keeping, words, onAnother }: Props) {
  const sending = useSyncExternalStore(sender.subscribe, sender.state);
  const [dismissed, setDismissed] = useState<Sending | null>(null);
  const phase = phaseOf(sending);
  const moving = keeping || phase === "sending" || phase === "halting";
  const failed = linesFailed(sending);
  const ended = !moving && sending.halt !== "stopped" && dismissed !== sending;
  return (
    <section className="sending" aria-label="Updating">
      <h2>
        <span role="status">{keeping ? "Keeping the file…" : headline(sending)}</span>
      </h2>
      <p className="sending-chunk">{fileName}</p>
      <progress aria-label="Prices sent" value={linesDone(sending)} max={linesTotal(sending)} />
      <p>
        {number(sending.written)} of {plural(linesTotal(sending), "price")} updated
        {sending.unchanged > 0 && `, ${number(sending.unchanged)} stored already`}
        {failed > 0 && <span className="sending-failed">, {number(failed)} failed</span>}
      </p>
      <div className="sending-actions">
        {!keeping && phase === "sending" && sending.halt === null && <Button onClick={sender.stop}>Stop</Button>}
        {phase === "halted" && (
          <Button look="primary" onClick={sender.resume}>
            Resume
          </Button>
        )}
        {!moving && phase === "finished" && failed > 0 && (
          <Button look="primary" onClick={() => sender.retry(sending.failed.map(({ index }) => index))}>
            Retry {plural(failed, "failed update")}
          </Button>
        )}
        {!moving && <Button onClick={onAnother}>Upload another file</Button>}
      </div>
      {ended && <EndDialog sending={sending} chunks={chunks} words={words} onClose={() => setDismissed(sending)} />}
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
      return sending.halt === "lost" ? "The connection is lost" : "Stopped";
    case "finished":
      if (sending.failed.length === 0) return "All prices are updated";
      return sending.written + sending.unchanged > 0 ? "Updated, except what failed" : "Nothing was updated";
  }
}

interface EndProps extends Pick<Props, "chunks" | "words"> {
  readonly sending: Sending;
  readonly onClose: () => void;
}

/** The words of the spec of planning and reporting, section 8. */
function EndDialog({ sending, chunks, words: { message, rowErrors }, onClose }: EndProps) {
  const close = <Button onClick={onClose}>Close</Button>;
  if (sending.failed.length === 0) {
    const own = `Successfully updated ${linesTotal(sending)} item prices.`;
    return (
      <Dialog title="Success" onClose={onClose} actions={close}>
        <p>{chunks.length === 1 && message ? message : own}</p>
      </Dialog>
    );
  }
  const details = [...rowErrors].sort(([one], [other]) => one - other);
  return (
    <Dialog title="Update Failed" alert onClose={onClose} actions={close}>
      {[...new Set(sending.failed.map(({ reason }) => reason))].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {details.length > 0 && (
        <ul className="not-written">
          {details.slice(0, LISTED).map(([line, errors]) => (
            <li key={line}>
              Line {line}: {errors.join(". ")}
            </li>
          ))}
        </ul>
      )}
      {details.length > LISTED && <p>And {plural(details.length - LISTED, "more row")}</p>}
      {sending.written > 0 && <p className="muted">{plural(sending.written, "price")} of the file were updated.</p>}
    </Dialog>
  );
}

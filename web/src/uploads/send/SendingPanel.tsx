import { useMemo } from "react";
import { formatCount, formatNumber } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Muted } from "../../ui/text";
import { Toolbar } from "../../ui/Toolbar";
import type { CheckedFile } from "../check/checkFile";
import type { Progress, SendingWording, UploadKind } from "../kind";
import type { RowResults } from "../rules/chunk";
import { chunksDone, linesDone, linesFailed, linesTotal, type Sending, type SendingStatus } from "../rules/sending";
import { ErrorText, Step } from "../Step";
import styles from "./sendingPanel.module.css";

interface Props<Known, Value, Payload> {
  readonly kind: UploadKind<Known, Value, Payload>;
  readonly file: CheckedFile<Value>;
  readonly results: RowResults;
  readonly progress: Progress;
  readonly onAnother: () => void;
}

/** Maximum number of failed chunks in the list. The button above it retries all of them. */
const MAX_CHUNKS = 100;
/** Maximum number of reasons shown per chunk. */
const MAX_REASONS = 20;

const rows = (count: number) => formatCount(count, "row");

const HEADLINES: Readonly<Record<SendingStatus, string>> = {
  sending: "Uploading…",
  halting: "Stopping…",
  stopped: "Stopped",
  lost: "Connection lost",
  forbidden: "The server rejected this upload",
  complete: "Upload complete",
  partial: "Some rows failed",
  failed: "No rows were saved",
};

/** Shows the progress of an upload and its failed chunks, with buttons to stop, resume and retry. */
export function SendingPanel<Known, Value, Payload>(props: Props<Known, Value, Payload>) {
  const { kind, file, results, onAnother } = props;
  const { sender, sending, status, storingFile, active } = props.progress;
  const wording = kind.wording.sending ?? {};
  const { Result } = kind.views ?? {};
  const failures = useMemo(
    () => new Map([...results].flatMap(([line, result]) => (result.state === "failed" ? [[line, result]] : []))),
    [results],
  );
  const [done, total] = wording.countsChunks
    ? [chunksDone(sending), sending.sizes.length]
    : [linesDone(sending), linesTotal(sending)];
  const failed = linesFailed(sending);
  const halted = status === "stopped" || status === "lost" || status === "forbidden";
  return (
    <>
      <Step label={wording.label ?? "Sending"}>
        <h2>
          <span role="status">
            {storingFile ? "Saving the file…" : (wording.headline?.(status, sending) ?? HEADLINES[status])}
          </span>
        </h2>
        <p className={styles.name}>{file.name}</p>
        <progress aria-label={wording.progress ?? "Rows sent"} value={done} max={total} />
        <p>
          {(wording.summary ?? summaryOf)(sending)}
          {sending.unchanged > 0 && `, ${formatNumber(sending.unchanged)} already saved`}
          {failed > 0 && <ErrorText>, {formatNumber(failed)} failed</ErrorText>}
        </p>
        <Muted as="p">{wording.advice?.(sending) ?? adviceOf(status)}</Muted>
        <Toolbar>
          {!storingFile && status === "sending" && sending.halt === null && <Button onClick={sender.stop}>Stop</Button>}
          {status === "halting" && (
            <Button busy busyText="Stopping…">
              Stop
            </Button>
          )}
          {halted && (
            <Button variant="primary" onClick={sender.resume}>
              Resume
            </Button>
          )}
          {sending.failed.length > 0 && status !== "lost" && (
            <Button
              variant={active || halted ? "plain" : "primary"}
              onClick={() => sender.retry(sending.failed.map(({ index }) => index))}
            >
              {wording.retry?.(sending) ?? `Retry all ${formatNumber(sending.failed.length)} failed`}
            </Button>
          )}
          {!active && <Button onClick={onAnother}>Upload another file</Button>}
        </Toolbar>
        {sending.failed.length > 0 && wording.failure !== null && (
          <FailedChunks sending={sending} sender={sender} describe={wording.failure} />
        )}
      </Step>
      {Result && !active && <Result sending={sending} failures={failures} />}
    </>
  );
}

function summaryOf(sending: Sending): string {
  const counts = `${formatNumber(linesDone(sending))} of ${rows(linesTotal(sending))}`;
  return `${counts} sent: ${formatNumber(sending.written)} saved`;
}

function adviceOf(status: SendingStatus): string {
  switch (status) {
    case "stopped":
    case "lost":
    case "forbidden":
      return "Saved rows are kept. Resume sends only the remaining rows.";
    case "sending":
    case "halting":
      return "Keep this page open until the upload is complete.";
    case "partial":
    case "failed":
      return "You can retry failed rows one at a time or all at once.";
    case "complete":
      return "";
  }
}

interface FailedProps extends Pick<Progress, "sending" | "sender"> {
  readonly describe: SendingWording["failure"];
}

function FailedChunks({ sending, sender, describe }: FailedProps) {
  const listed = sending.failed.slice(0, MAX_CHUNKS);
  return (
    <>
      <ul className={styles.chunks} aria-label="Failed">
        {listed.map(({ index, reason, reasons }) => {
          const chunk = sender.chunk(index);
          const lines = chunk?.lines ?? 0;
          return (
            <li key={index}>
              <span className={styles.name}>{chunk?.label}</span>
              <Muted>{rows(lines)}</Muted>
              <p className={styles.reason}>
                <ErrorText>
                  {describe?.(reasons, lines) ?? (reasons.length > MAX_REASONS ? shortened(reasons) : reason)}
                </ErrorText>
              </p>
              <Button aria-label={`Retry ${chunk?.label}`} onClick={() => sender.retry([index])}>
                Retry
              </Button>
            </li>
          );
        })}
      </ul>
      {sending.failed.length > MAX_CHUNKS && (
        <Muted as="p">And {formatNumber(sending.failed.length - MAX_CHUNKS)} more</Muted>
      )}
    </>
  );
}

function shortened(reasons: readonly string[]): string {
  return [...reasons.slice(0, MAX_REASONS), `And ${formatNumber(reasons.length - MAX_REASONS)} more`].join("\n");
}

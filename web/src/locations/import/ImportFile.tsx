import { useMemo } from "react";
import { Link } from "react-router";
import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import { formatCount, formatNumber, formatPart } from "../../lib/formats";
import { paths, withQuery } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { onDemand } from "../../ui/onDemand";
import { Skeleton } from "../../ui/query/Skeleton";
import { Empty } from "../../ui/states";
import { Muted } from "../../ui/text";
import { Toolbar } from "../../ui/Toolbar";
import type { FileProps, Progress } from "../../uploads/kind";
import { linesDone, linesTotal } from "../../uploads/rules/sending";
import type { ImportRow } from "./importCheck";
import styles from "./importFile.module.css";
import { countRows, previewRows, type PreviewRow, type RowStatus } from "./preview";

const Preview = onDemand(async () => (await import("./Preview")).Preview, <Skeleton label="the preview" />);

/** The rows that are not created yet, with the actions on them and the progress. */
export function ImportFile({ file, results, progress, onSend }: FileProps<ImportRow>) {
  const rows = useMemo(() => previewRows(file.lines, results), [file, results]);
  const counts = useMemo(() => countRows(rows), [rows]);
  const created = file.lines.length - rows.length;
  const active = progress?.active ?? false;
  const rejected = rows.filter(({ status }) => status === "invalid" || status === "failed");
  const send = (status: RowStatus) => onSend(rows.flatMap((row) => (row.status === status ? [row.line] : [])));

  return (
    <>
      <p role="status" aria-live={active ? "off" : "polite"}>
        {rows.length > 0 && (
          <>
            <strong>{formatNumber(rows.length)}</strong> {rows.length === 1 ? "row" : "rows"}:{" "}
            {formatNumber(counts.valid)} valid, {counts.pending > 0 && `${formatNumber(counts.pending)} pending, `}
            {formatNumber(counts.invalid)} invalid{counts.failed > 0 && `, ${formatNumber(counts.failed)} failed`}.{" "}
          </>
        )}
        {created > 0 && `${formatNumber(created)} created.`}
      </p>
      {file.notes.map((note) => (
        <Muted as="p" key={note}>
          {note}
        </Muted>
      ))}
      <Toolbar>
        <Button
          variant="primary"
          busy={active}
          busyText="Uploading Locations…"
          disabledReason={counts.valid === 0 && !active ? "No valid rows" : undefined}
          onClick={() => send("valid")}
        >
          Create new locations
        </Button>
        {counts.failed > 0 && !active && (
          <Button onClick={() => send("failed")}>Retry {formatCount(counts.failed, "failed row")}</Button>
        )}
        {progress && active && (
          <Button
            onClick={progress.sender.stop}
            disabledReason={progress.status === "halting" ? "Stopping after the current requests" : undefined}
          >
            Stop
          </Button>
        )}
        <Button
          onClick={() => downloadRejected(file.name, file.header, rejected)}
          disabledReason={rejected.length === 0 ? "No invalid rows" : undefined}
        >
          Download invalid rows
        </Button>
      </Toolbar>
      {progress && <ImportProgress {...progress} />}
      {rows.length > 0 && <Preview rows={rows} counts={counts} />}
      {rows.length === 0 && created > 0 && (
        <Empty>
          <p>{created === 1 ? "The location was created" : `All ${formatNumber(created)} locations were created`}</p>
          <p>
            <Link to={withQuery(paths.locations, { status: "OFFLINE" })}>View in the list</Link>
          </p>
        </Empty>
      )}
    </>
  );
}

const NEXT_STEP = {
  stopped: "Stopped. Select Create new locations to continue.",
  lost: "The server is not responding. When the connection is back, create the remaining locations and retry the failed rows.",
  forbidden: "No more locations were created.",
} as const;

/** The progress of the upload, or why it ended early. */
function ImportProgress({ sending, status, active }: Progress) {
  if (active) {
    return (
      <Toolbar align="center">
        <progress
          className={styles.progress}
          aria-label="Upload"
          max={linesTotal(sending)}
          value={linesDone(sending)}
        />
        <span>
          {formatPart(linesDone(sending), linesTotal(sending))}
          {status === "halting" && ", stopping…"}
        </span>
      </Toolbar>
    );
  }
  if (status !== "stopped" && status !== "lost" && status !== "forbidden") return null;
  const reason = status === "stopped" ? undefined : sending.failed.findLast(({ kind }) => kind === status)?.reason;
  return (
    <Notice tone={status === "stopped" ? "info" : "negative"} role="alert">
      {reason && `${reason}. `}
      {NEXT_STEP[status]}
    </Notice>
  );
}

/** Downloads the rejected rows in the format of the file, with an additional column that contains the reason. */
function downloadRejected(fileName: string, header: readonly string[], rows: readonly PreviewRow[]): void {
  const columns: CsvColumn<PreviewRow>[] = [
    ...header.map((name, index) => ({ header: name, value: ({ line }: PreviewRow) => line.cells[index] })),
    { header: "reason", value: ({ issues }) => issues.map(({ message }) => message).join("; ") },
  ];
  downloadCsv(`${fileName.replace(/\.[^.]*$/, "")}-rejected.csv`, toCsv(columns, rows));
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserZone, formatDateTime } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { DataTable, dateTime, number, status, tableColumns, text } from "../../ui/table";
import { Tag } from "../../ui/Tag";
import { STATE_LABELS, type Folder } from "../kinds";
import { pastUploadsQuery, type UploadRecord } from "../records";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { flattenPages } from "../../ui/query/query";
import styles from "./past.module.css";
import { RejectedRowsDialog } from "./RejectedRowsDialog";

const FAILURE = "Unable to load past uploads, Please check your internet and your permissions";

const TONES = { STARTED: "warning", FINISHED: "positive", PARTIAL: "warning", FAILED: "negative" } as const;

const formatTime = (at: string) => formatDateTime(at, { zone: browserZone() });

function columnsWith(onRejected: (record: UploadRecord) => void) {
  return tableColumns<UploadRecord>([
    dateTime("time", { label: "Time", value: ({ at }) => at, format: formatTime, csv: ({ at }) => formatTime(at) }),
    text("file", { label: "File", value: ({ fileName }) => fileName }),
    text("by", { label: "By", value: ({ user }) => user, truncate: true, priority: 2 }),
    text("kind", { label: "Kind", value: ({ kind }) => kind, minWidth: 7, grow: 0, priority: 3 }),
    status("state", {
      label: "State",
      value: ({ state }) => STATE_LABELS[state],
      cell: (record) =>
        record.state === "REFUSED" ? (
          <Button
            variant="link"
            aria-label={`Show why ${record.fileName} was rejected`}
            onClick={() => onRejected(record)}
          >
            Rejected
          </Button>
        ) : (
          <Tag tone={TONES[record.state]}>{STATE_LABELS[record.state]}</Tag>
        ),
    }),
    number("saved", { label: "Saved", value: ({ written }) => written, priority: 2 }),
    number("unchanged", { label: "Unchanged", value: ({ unchanged }) => unchanged, priority: 3 }),
    number("failed", { label: "Failed", value: ({ failed }) => failed, priority: 2 }),
  ]);
}

/** How often, and for how long, the list is refreshed while the server parses a file. In milliseconds. */
const POLL_INTERVAL = 3_000;
const POLL_TIMEOUT = 120_000;

function isInProgress(folder: Folder, newest: UploadRecord | undefined): boolean {
  const started = newest?.state === "STARTED" && Date.now() - Date.parse(newest.at) < POLL_TIMEOUT;
  return folder === "forecast-uploads" && started;
}

/** Lists past uploads, newest first, with the user, the time and the result. */
export function PastUploads({ folder }: { readonly folder: Folder }) {
  const past = useInfiniteQuery({
    ...pastUploadsQuery(folder),
    // Shows the result of a file that the server parses soon after it is known.
    refetchInterval: ({ state }) => (isInProgress(folder, state.data?.pages[0]?.items[0]) ? POLL_INTERVAL : false),
  });
  const [rejected, setRejected] = useState<UploadRecord | null>(null);
  const [columns] = useState(() => columnsWith(setRejected));
  return (
    <section className={styles.past} aria-label="Past uploads">
      <h2>Past uploads</h2>
      <QueryView
        query={flattenPages(past)}
        label="past uploads"
        error={FAILURE}
        forbidden={{ activity: "view past uploads" }}
        empty={{ title: "No uploads yet" }}
        skeleton={<Skeleton label="past uploads" rows={3} />}
      >
        {(records) => (
          <DataTable
            name="past-uploads"
            label="Past uploads"
            columns={columns}
            rows={records}
            rowId={({ uploadId }) => uploadId}
            csvName={`${folder}.csv`}
            onLoadMore={past.hasNextPage ? () => void past.fetchNextPage() : undefined}
            loadingMore={past.isFetchingNextPage}
          />
        )}
      </QueryView>
      {rejected && <RejectedRowsDialog folder={folder} upload={rejected} onClose={() => setRejected(null)} />}
    </section>
  );
}

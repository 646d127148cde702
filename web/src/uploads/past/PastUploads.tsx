import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserZone, formatDateTime, formatNumber } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import { STATE_LABELS, type Folder } from "../kinds";
import { pastUploadsQuery, type UploadRecord } from "../records";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { flattenPages } from "../../ui/query/query";
import { RejectedRowsDialog } from "./RejectedRowsDialog";

const FAILURE = "Unable to load past uploads, Please check your internet and your permissions";

interface Column extends CsvColumn<UploadRecord> {
  readonly numeric?: boolean;
}

const COLUMNS: readonly Column[] = [
  { header: "Time", value: ({ at }) => formatDateTime(at, { zone: browserZone() }) },
  { header: "File", value: ({ fileName }) => fileName },
  { header: "By", value: ({ user }) => user },
  { header: "Kind", value: ({ kind }) => kind },
  { header: "State", value: ({ state }) => STATE_LABELS[state] },
  { header: "Saved", value: ({ written }) => written, numeric: true },
  { header: "Unchanged", value: ({ unchanged }) => unchanged, numeric: true },
  { header: "Failed", value: ({ failed }) => failed, numeric: true },
];

function formatCell(value: string | number | null | undefined) {
  return typeof value === "number" ? formatNumber(value) : value;
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
  const items = past.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="past" aria-label="Past uploads">
      <div className="past-bar">
        <h2>Past uploads</h2>
        {items.length > 0 && (
          <>
            <span className="muted">
              {items.length}
              {past.hasNextPage && " loaded"}
            </span>
            <Button onClick={() => downloadCsv(`${folder}.csv`, toCsv(COLUMNS, items))}>Export CSV</Button>
          </>
        )}
      </div>
      <QueryView
        query={flattenPages(past)}
        label="past uploads"
        error={FAILURE}
        forbidden={{ activity: "view past uploads" }}
        empty={{ title: "No uploads yet" }}
        skeleton={<Skeleton label="past uploads" rows={3} />}
      >
        {() => (
          <table className="past-table">
            <thead>
              <tr>
                {COLUMNS.map(({ header, numeric }) => (
                  <th scope="col" key={header} className={numeric ? "past-number" : undefined}>
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((record) => (
                <tr key={record.uploadId} className={`past-${record.state.toLowerCase()}`}>
                  {COLUMNS.map(({ header, value, numeric }) => (
                    <td key={header} data-label={header} className={numeric ? "past-number" : undefined}>
                      {header === "State" && record.state === "REFUSED" ? (
                        <Button
                          variant="link"
                          aria-label={`Show why ${record.fileName} was rejected`}
                          onClick={() => setRejected(record)}
                        >
                          Rejected
                        </Button>
                      ) : (
                        formatCell(value(record))
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </QueryView>
      {rejected && <RejectedRowsDialog folder={folder} upload={rejected} onClose={() => setRejected(null)} />}
      {past.hasNextPage && (
        <Button onClick={() => void past.fetchNextPage()} busy={past.isFetchingNextPage} busyText="Loading…">
          Show more
        </Button>
      )}
    </section>
  );
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv, type CsvColumn } from "../../ui/csv";
import { Empty, Failure, Loading } from "../../ui/states";
import { STATE_LABELS, type Folder } from "../kinds";
import { pastUploadsQuery, type UploadRecord } from "../records";
import { RefusedDialog } from "./RefusedDialog";

const FAILURE = "Unable to load past uploads, Please check your internet and your permissions";

const time = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

interface Column extends CsvColumn<UploadRecord> {
  readonly numeric?: boolean;
}

const COLUMNS: readonly Column[] = [
  { header: "Time", value: ({ at }) => time.format(new Date(at)).replace("\u202f", " ") },
  { header: "File", value: ({ fileName }) => fileName },
  { header: "By", value: ({ user }) => user },
  { header: "Kind", value: ({ kind }) => kind },
  { header: "State", value: ({ state }) => STATE_LABELS[state] },
  { header: "Written", value: ({ written }) => written, numeric: true },
  { header: "Unchanged", value: ({ unchanged }) => unchanged, numeric: true },
  { header: "Failed", value: ({ failed }) => failed, numeric: true },
];

function shown(value: string | number | null | undefined) {
  return typeof value === "number" ? value.toLocaleString("en-US") : value;
}

/** How often, and for how long, one asks again for what Larder reads by itself. */
const OFTEN = 3_000;
const AWAITED = 120_000;

function isAwaited(folder: Folder, newest: UploadRecord | undefined): boolean {
  const started = newest?.state === "STARTED" && Date.now() - Date.parse(newest.at) < AWAITED;
  return folder === "forecast-uploads" && started;
}

/** The files that were uploaded before, newest first, with who, when and what became of them. */
export function PastUploads({ folder }: { readonly folder: Folder }) {
  const past = useInfiniteQuery({
    ...pastUploadsQuery(folder),
    // What Larder reads by itself is told soon, also to who came back to see.
    refetchInterval: ({ state }) => (isAwaited(folder, state.data?.pages[0]?.items[0]) ? OFTEN : false),
  });
  const [refused, setRefused] = useState<UploadRecord | null>(null);
  const items = past.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="past" aria-label="Past uploads">
      <div className="past-bar">
        <h2>Past uploads</h2>
        {items.length > 0 && (
          <>
            <span className="muted">
              {items.length}
              {past.hasNextPage && " so far"}
            </span>
            <Button onClick={() => downloadCsv(`${folder}.csv`, toCsv(COLUMNS, items))}>Export CSV</Button>
          </>
        )}
      </div>
      {past.isPending && <Loading what="past uploads" />}
      {past.isError && (
        <Failure
          message={messageOf(past.error, FAILURE)}
          onRetry={() => void past.refetch()}
          retrying={past.isFetching}
        />
      )}
      {past.isSuccess && items.length === 0 && <Empty>Nothing has been uploaded yet.</Empty>}
      {items.length > 0 && (
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
                        look="quiet"
                        aria-label={`Why ${record.fileName} was refused`}
                        onClick={() => setRefused(record)}
                      >
                        Refused
                      </Button>
                    ) : (
                      shown(value(record))
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refused && <RefusedDialog folder={folder} upload={refused} onClose={() => setRefused(null)} />}
      {past.hasNextPage && (
        <Button onClick={() => void past.fetchNextPage()} busy={past.isFetchingNextPage} busyText="Loading…">
          Show more
        </Button>
      )}
    </section>
  );
}

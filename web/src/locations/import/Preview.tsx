import { useDeferredValue, useMemo } from "react";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import { useAddress } from "../../ui/useAddress";
import { downloadRejected } from "./downloadRows";
import { repairsOf, STATUSES, viewFrom, viewOf, type SortColumn } from "./preview";
import { PreviewTable } from "./PreviewTable";
import { Progress } from "./Progress";
import { Repairs } from "./Repairs";
import type { ChosenFile, Import } from "./useImport";

const count = (number: number) => number.toLocaleString("en-US");

const WORDS = { valid: "Valid", pending: "Pending", invalid: "Invalid", failed: "Failed" } as const;

interface Props {
  readonly work: Import;
  readonly file: ChosenFile;
}

/** The rows of the file that are not created yet, what is wrong with which, and what can be done. */
export function Preview({ work, file }: Props) {
  const { rows, counts, run, created } = work;
  const { address, change: changeAddress, set: change, settle } = useAddress("find");
  const view = viewFrom(address);
  const { status, repair, find, sort, descending } = view;
  const sought = useDeferredValue(find);
  const shown = useMemo(
    () => viewOf(rows, { status, repair, find: sought, sort, descending }),
    [rows, status, repair, sought, sort, descending],
  );
  const repairs = useMemo(() => repairsOf(rows), [rows]);
  const rejected = rows.filter((row) => row.status === "invalid" || row.status === "failed");

  return (
    <>
      <p role="status" aria-live={run ? "off" : "polite"} className="import-counts">
        {rows.length > 0 && (
          <>
            <strong>{count(rows.length)}</strong> {rows.length === 1 ? "row" : "rows"}: {count(counts.valid)} valid,{" "}
            {counts.pending > 0 && `${count(counts.pending)} pending, `}
            {count(counts.invalid)} invalid{counts.failed > 0 && `, ${count(counts.failed)} failed`}.{" "}
          </>
        )}
        {created > 0 && `${count(created)} created.`}
      </p>
      {file.absent.length > 0 && (
        <p className="muted">Not in the file, so that defaults are used: {file.absent.join(", ")}</p>
      )}
      <div className="import-actions">
        <Button
          look="primary"
          busy={run !== null}
          busyText="Uploading Locations…"
          disabledReason={counts.valid === 0 && !run ? "There is no valid row" : undefined}
          onClick={work.createAll}
        >
          Create new locations
        </Button>
        {counts.failed > 0 && !run && (
          <Button onClick={work.retryFailed}>
            Retry {count(counts.failed)} failed {counts.failed === 1 ? "row" : "rows"}
          </Button>
        )}
        {run && (
          <Button onClick={work.stop} disabledReason={run.stopping ? "It stops after those under way" : undefined}>
            Stop
          </Button>
        )}
        <Button
          onClick={() => downloadRejected(file.name, file.header, rejected)}
          disabledReason={rejected.length === 0 ? "No row is invalid" : undefined}
        >
          Download invalid rows
        </Button>
      </div>
      <Progress run={run} halt={work.halt} />
      <Repairs repairs={repairs} chosen={repair} onChoose={(key) => change("repair", key === repair ? "" : key)} />
      {rows.length > 0 && (
        <search className="import-filters" aria-label="Rows">
          <SearchField
            label="Filter rows"
            placeholder="Id or name"
            value={find}
            onChange={(text) => change("find", text)}
            onLeave={settle}
          />
          <Field label="Status">
            {(control) => (
              <select {...control} value={status ?? ""} onChange={(event) => change("status", event.target.value)}>
                <option value="">All ({count(rows.length)})</option>
                {STATUSES.map((option) => (
                  <option key={option} value={option}>
                    {WORDS[option]} ({count(counts[option])})
                  </option>
                ))}
              </select>
            )}
          </Field>
        </search>
      )}
      {shown.length > 0 && (
        <PreviewTable
          rows={shown}
          sort={sort}
          descending={descending}
          onSort={(column: SortColumn) => change("sort", sort === column && !descending ? `-${column}` : column)}
        />
      )}
      {shown.length === 0 && rows.length > 0 && (
        <Empty>
          <p>No row matches the filters</p>
          <Button onClick={() => changeAddress(() => new URLSearchParams())}>Clear filters</Button>
        </Empty>
      )}
    </>
  );
}

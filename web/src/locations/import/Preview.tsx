import { useDeferredValue, useMemo } from "react";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import { useUrlState } from "../../ui/useUrlState";
import { downloadRejected } from "./downloadRows";
import { groupIssues, STATUSES, parseView, filterAndSort, type SortColumn } from "./preview";
import { PreviewTable } from "./PreviewTable";
import { Progress } from "./Progress";
import { IssueList } from "./IssueList";
import type { SelectedFile, Import } from "./useImport";

const count = (number: number) => number.toLocaleString("en-US");

const STATUS_LABELS = { valid: "Valid", pending: "Pending", invalid: "Invalid", failed: "Failed" } as const;

interface Props {
  readonly importState: Import;
  readonly file: SelectedFile;
}

/** The rows that are not created yet, with their issues and the available actions. */
export function Preview({ importState, file }: Props) {
  const { rows, counts, run, created } = importState;
  const { address, change: changeParams, set: setParam, flush } = useUrlState("find");
  const view = parseView(address);
  const { status, issue, search, sort, descending } = view;
  const deferredSearch = useDeferredValue(search);
  const shown = useMemo(
    () => filterAndSort(rows, { status, issue, search: deferredSearch, sort, descending }),
    [rows, status, issue, deferredSearch, sort, descending],
  );
  const issueGroups = useMemo(() => groupIssues(rows), [rows]);
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
      {file.missingColumns.length > 0 && (
        <p className="muted">Missing columns, replaced by defaults: {file.missingColumns.join(", ")}</p>
      )}
      <div className="import-actions">
        <Button
          variant="primary"
          busy={run !== null}
          busyText="Uploading Locations…"
          disabledReason={counts.valid === 0 && !run ? "No valid rows" : undefined}
          onClick={importState.createAll}
        >
          Create new locations
        </Button>
        {counts.failed > 0 && !run && (
          <Button onClick={importState.retryFailed}>
            Retry {count(counts.failed)} failed {counts.failed === 1 ? "row" : "rows"}
          </Button>
        )}
        {run && (
          <Button
            onClick={importState.stop}
            disabledReason={run.stopping ? "Stopping after the current requests" : undefined}
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
      </div>
      <Progress run={run} interruption={importState.interruption} />
      <IssueList
        groups={issueGroups}
        selectedKey={issue}
        onSelect={(key) => setParam("issue", key === issue ? "" : key)}
      />
      {rows.length > 0 && (
        <search className="import-filters" aria-label="Rows">
          <SearchField
            label="Filter rows"
            placeholder="Id or name"
            value={search}
            onChange={(text) => setParam("find", text)}
            onBlur={flush}
          />
          <Field label="Status">
            {(control) => (
              <select {...control} value={status ?? ""} onChange={(event) => setParam("status", event.target.value)}>
                <option value="">All ({count(rows.length)})</option>
                {STATUSES.map((option) => (
                  <option key={option} value={option}>
                    {STATUS_LABELS[option]} ({count(counts[option])})
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
          onSort={(column: SortColumn) => setParam("sort", sort === column && !descending ? `-${column}` : column)}
        />
      )}
      {shown.length === 0 && rows.length > 0 && (
        <Empty>
          <p>No rows match the filters</p>
          <Button onClick={() => changeParams(() => new URLSearchParams())}>Clear filters</Button>
        </Empty>
      )}
    </>
  );
}

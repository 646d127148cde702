import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "../../ui/Button";
import { sortRows, toggleSort, parseSort } from "../../ui/listTable";
import { ListTable } from "../../ui/ListTable";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import { COLUMNS } from "./columns";
import { downloadInvalid } from "./invalidCsv";
import { filterRows, STATUSES, type Counts, type PriceRow, type Status } from "./rows";

interface Props {
  readonly fileName: string;
  readonly rows: readonly PriceRow[];
  readonly counts: Counts;
}

const keyOf = ({ line }: PriceRow) => String(line);

/** Previews the update, line by line. Shows invalid rows first. */
export function PricePreview({ fileName, rows, counts }: Props) {
  const [selectedStatus, setSelectedStatus] = useState<Status | "All" | null>(null);
  const [text, setText] = useState("");
  const [sorting, setSorting] = useState("");
  const show = selectedStatus ?? (counts.Invalid > 0 ? "Invalid" : "All");
  const query = useDeferredValue(text);
  const sort = parseSort(sorting, COLUMNS);
  const shown = useMemo(
    () => sortRows(filterRows(rows, show, query), COLUMNS, parseSort(sorting, COLUMNS)),
    [rows, show, query, sorting],
  );
  const tabs: readonly { readonly status: Status | "All"; readonly count: number }[] = [
    { status: "All", count: rows.length },
    ...STATUSES.map((status) => ({ status, count: counts[status] })),
  ];

  return (
    <section className="preview" aria-label="Preview">
      <div className="preview-bar">
        <div className="preview-tabs" role="group" aria-label="Filter by status">
          {tabs.map(({ status, count }) => (
            <button
              type="button"
              key={status}
              aria-pressed={show === status}
              className={status === "Invalid" && count > 0 ? "preview-tab preview-tab-error" : "preview-tab"}
              onClick={() => setSelectedStatus(status)}
            >
              {status} <span className="preview-count">{count.toLocaleString("en-US")}</span>
            </button>
          ))}
        </div>
        <SearchField label="Search this file" placeholder="Schema, item or price" value={text} onChange={setText} />
        {counts.Invalid > 0 && (
          <Button onClick={() => downloadInvalid(fileName, rows)}>Download all invalid rows</Button>
        )}
        <span className="muted" role="status">
          {shown.length.toLocaleString("en-US")} of {rows.length.toLocaleString("en-US")}
        </span>
      </div>
      {shown.length > 0 ? (
        <ListTable
          label="Rows in this file"
          className="price-rows"
          columns={COLUMNS}
          rows={shown}
          keyOf={keyOf}
          sort={sort}
          onSort={(column) => setSorting(toggleSort(column, sort))}
        />
      ) : (
        <Empty>{query.trim() ? `No matches for “${query.trim()}”` : "No matching rows"}</Empty>
      )}
    </section>
  );
}

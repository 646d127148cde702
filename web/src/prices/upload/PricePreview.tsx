import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "../../ui/Button";
import { inOrder, nextSort, sortFrom } from "../../ui/listTable";
import { ListTable } from "../../ui/ListTable";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import { COLUMNS } from "./columns";
import { downloadInvalid } from "./invalidCsv";
import { shownRows, STATUSES, type Counts, type PriceRow, type Status } from "./rows";

interface Props {
  readonly fileName: string;
  readonly rows: readonly PriceRow[];
  readonly counts: Counts;
}

const keyOf = ({ line }: PriceRow) => String(line);

/** What updating would do, line by line. What is wrong comes into sight first. */
export function PricePreview({ fileName, rows, counts }: Props) {
  const [chosen, setShow] = useState<Status | "All" | null>(null);
  const [text, setText] = useState("");
  const [sorting, setSorting] = useState("");
  const show = chosen ?? (counts.Invalid > 0 ? "Invalid" : "All");
  const wanted = useDeferredValue(text);
  const sort = sortFrom(sorting, COLUMNS);
  const shown = useMemo(
    () => inOrder(shownRows(rows, show, wanted), COLUMNS, sortFrom(sorting, COLUMNS)),
    [rows, show, wanted, sorting],
  );
  const tabs: readonly { readonly status: Status | "All"; readonly count: number }[] = [
    { status: "All", count: rows.length },
    ...STATUSES.map((status) => ({ status, count: counts[status] })),
  ];

  return (
    <section className="preview" aria-label="Preview">
      <div className="preview-bar">
        <div className="preview-tabs" role="group" aria-label="Show rows">
          {tabs.map(({ status, count }) => (
            <button
              type="button"
              key={status}
              aria-pressed={show === status}
              className={status === "Invalid" && count > 0 ? "preview-tab preview-tab-wrong" : "preview-tab"}
              onClick={() => setShow(status)}
            >
              {status} <span className="preview-count">{count.toLocaleString("en-US")}</span>
            </button>
          ))}
        </div>
        <SearchField label="Find in the file" placeholder="Schema, item or price" value={text} onChange={setText} />
        {counts.Invalid > 0 && (
          <Button onClick={() => downloadInvalid(fileName, rows)}>Download all invalid rows</Button>
        )}
        <span className="muted" role="status">
          {shown.length.toLocaleString("en-US")} of {rows.length.toLocaleString("en-US")}
        </span>
      </div>
      {shown.length > 0 ? (
        <ListTable
          label="Rows of the file"
          className="price-rows"
          columns={COLUMNS}
          rows={shown}
          keyOf={keyOf}
          sort={sort}
          onSort={(column) => setSorting(nextSort(column, sort))}
        />
      ) : (
        <Empty>{wanted.trim() ? `No row contains “${wanted.trim()}”` : "There are no such rows"}</Empty>
      )}
    </section>
  );
}

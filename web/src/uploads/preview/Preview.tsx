import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/states";
import type { CheckedFile } from "../check/checkFile";
import { OUTCOMES, type Counts } from "../rules/checked";
import { downloadRejected } from "./rejectedCsv";
import { OUTCOME_LABELS, PreviewTable } from "./PreviewTable";
import { previewRows, type PreviewSort, type Show } from "./rows";

interface Props {
  readonly columns: readonly string[];
  readonly checked: CheckedFile<unknown>;
  readonly counts: Counts;
  /** Maximum number of lines shown. Default: all. */
  readonly maxRows?: number | undefined;
}

/** Previews the effect of the upload, line by line. Shows rejected lines first. */
export function Preview({ columns, checked, counts, maxRows = Infinity }: Props) {
  const [show, setShow] = useState<Show>(counts.rejected > 0 ? "rejected" : "all");
  const [text, setText] = useState("");
  const [sort, setSort] = useState<PreviewSort | null>(null);
  const query = useDeferredValue(text);
  const found = useMemo(() => previewRows(checked.lines, show, query, sort), [checked, show, query, sort]);
  const rows = useMemo(() => (found.length > maxRows ? found.slice(0, maxRows) : found), [found, maxRows]);
  const tabs = [
    { show: "all" as const, label: "All", count: checked.lines.length },
    ...OUTCOMES.filter((outcome) => outcome !== "removed" || counts.removed > 0).map((outcome) => ({
      show: outcome,
      label: OUTCOME_LABELS[outcome],
      count: counts[outcome],
    })),
  ];

  return (
    <section className="preview" aria-label="Preview">
      <div className="preview-bar">
        <div className="preview-tabs" role="group" aria-label="Filter by outcome">
          {tabs.map((tab) => (
            <button
              type="button"
              key={tab.show}
              aria-pressed={show === tab.show}
              className={tab.show === "rejected" && tab.count > 0 ? "preview-tab preview-tab-error" : "preview-tab"}
              onClick={() => setShow(tab.show)}
            >
              {tab.label} <span className="preview-count">{tab.count.toLocaleString("en-US")}</span>
            </button>
          ))}
        </div>
        <input
          type="search"
          aria-label="Search this file"
          placeholder="Search this file"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {counts.rejected > 0 && (
          <Button onClick={() => downloadRejected(checked.name, columns, checked.lines)}>Download rejected rows</Button>
        )}
        <span className="muted" role="status">
          {rows.length < found.length && "First "}
          {rows.length.toLocaleString("en-US")} of {checked.lines.length.toLocaleString("en-US")}
        </span>
      </div>
      {rows.length > 0 ? (
        <PreviewTable columns={columns} lines={rows} sort={sort} onSort={setSort} />
      ) : (
        <Empty>{query.trim() ? `No matches for “${query.trim()}”` : "No matching rows"}</Empty>
      )}
    </section>
  );
}

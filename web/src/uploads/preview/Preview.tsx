import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/states";
import type { CheckedFile } from "../check/checkFile";
import { OUTCOMES, type Counts } from "../rules/checked";
import { downloadRefused } from "./refusedCsv";
import { OUTCOME_LABELS, PreviewTable } from "./PreviewTable";
import { previewRows, type PreviewSort, type Show } from "./rows";

interface Props {
  readonly columns: readonly string[];
  readonly checked: CheckedFile<unknown>;
  readonly counts: Counts;
  /** So many lines are shown; all where that is not said. */
  readonly atMost?: number | undefined;
}

/** What sending the file would do, line by line. What is wrong comes into sight first. */
export function Preview({ columns, checked, counts, atMost = Infinity }: Props) {
  const [show, setShow] = useState<Show>(counts.refused > 0 ? "refused" : "all");
  const [text, setText] = useState("");
  const [sort, setSort] = useState<PreviewSort | null>(null);
  const wanted = useDeferredValue(text);
  const found = useMemo(() => previewRows(checked.lines, show, wanted, sort), [checked, show, wanted, sort]);
  const rows = useMemo(() => (found.length > atMost ? found.slice(0, atMost) : found), [found, atMost]);
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
        <div className="preview-tabs" role="group" aria-label="Show lines">
          {tabs.map((tab) => (
            <button
              type="button"
              key={tab.show}
              aria-pressed={show === tab.show}
              className={tab.show === "refused" && tab.count > 0 ? "preview-tab preview-tab-wrong" : "preview-tab"}
              onClick={() => setShow(tab.show)}
            >
              {tab.label} <span className="preview-count">{tab.count.toLocaleString("en-US")}</span>
            </button>
          ))}
        </div>
        <input
          type="search"
          aria-label="Find in the file"
          placeholder="Find in the file"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {counts.refused > 0 && (
          <Button onClick={() => downloadRefused(checked.name, columns, checked.lines)}>Download refused rows</Button>
        )}
        <span className="muted" role="status">
          {rows.length < found.length && "The first "}
          {rows.length.toLocaleString("en-US")} of {checked.lines.length.toLocaleString("en-US")}
        </span>
      </div>
      {rows.length > 0 ? (
        <PreviewTable columns={columns} lines={rows} sort={sort} onSort={setSort} />
      ) : (
        <Empty>{wanted.trim() ? `No line contains “${wanted.trim()}”` : "There are no such lines"}</Empty>
      )}
    </section>
  );
}

import { useMemo, useState } from "react";
import { ExportButton } from "../../ui/ExportButton";
import { downloadCsv, toCsv } from "../../ui/csv";
import { Field } from "../../ui/Field";
import { ListTable } from "../../ui/ListTable";
import { exportableColumns, sortRows, toggleSort, parseSort, type ListColumn } from "../../ui/listTable";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import type { CheckedLine, Outcome } from "../../uploads/rules/checked";

type FileLine = CheckedLine<unknown>;

interface Props {
  readonly columns: readonly string[];
  readonly fileName: string;
  readonly lines: readonly FileLine[];
}

const LABELS: Readonly<Record<Exclude<Outcome, "removed">, string>> = {
  added: "Added",
  changed: "Changed",
  unchanged: "Unchanged",
  rejected: "Rejected",
};

const outcome = (line: FileLine) => LABELS[line.outcome as keyof typeof LABELS];
const keyOf = ({ line }: FileLine) => String(line);
const classOf = (line: FileLine) => (line.outcome === "rejected" ? "planogram-rejected" : "");

function columnsOf(names: readonly string[]): readonly ListColumn<FileLine>[] {
  return [
    { id: "line", header: "Line", value: ({ line }) => line },
    ...names.map((header, index) => ({ id: header, header, value: ({ cells }: FileLine) => cells[index] })),
    {
      id: "outcome",
      header: "Outcome",
      value: outcome,
      cell: (line) => <span className={`tag outcome-${line.outcome}`}>{outcome(line)}</span>,
    },
    { id: "note", header: "Reason or saved item", value: ({ reasons, stored }) => reasons.join(" ") || stored },
  ];
}

/** Lists the lines of the file. Shows rejected lines first. */
export function FileLines({ columns: names, fileName, lines }: Props) {
  const columns = useMemo(() => columnsOf(names), [names]);
  const [show, setShow] = useState(() => (lines.some((line) => line.outcome === "rejected") ? "rejected" : ""));
  const [text, setText] = useState("");
  const [sorted, setSorted] = useState("");
  const sort = parseSort(sorted, columns);
  const visible = useMemo(() => {
    const query = text.trim().toLowerCase();
    const matches = lines.filter(
      (line) =>
        (show === "" || line.outcome === show) &&
        (query === "" ||
          columns.some(({ value }) =>
            String(value(line) ?? "")
              .toLowerCase()
              .includes(query),
          )),
    );
    return sortRows(matches, columns, parseSort(sorted, columns));
  }, [lines, columns, show, text, sorted]);

  return (
    <section className="planogram-lines" aria-label="Lines">
      <div className="planogram-choices planogram-filters">
        <Field label="Outcome">
          {(control) => (
            <select {...control} value={show} onChange={(event) => setShow(event.target.value)}>
              <option value="">All</option>
              {Object.entries(LABELS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <SearchField label="Search this file" placeholder="Layout, slot, item" value={text} onChange={setText} />
        <ExportButton
          count={visible.length}
          onExport={() =>
            downloadCsv(`checked-${fileName.replace(/\.\w+$/, "")}.csv`, toCsv(exportableColumns(columns), visible))
          }
        />
        <span className="muted">
          {visible.length.toLocaleString("en-US")} of {lines.length.toLocaleString("en-US")} rows
        </span>
      </div>
      {visible.length > 0 ? (
        <ListTable
          label="Rows in this file"
          className="planogram-table"
          columns={columns}
          rows={visible}
          keyOf={keyOf}
          classOf={classOf}
          sort={sort}
          onSort={(column) => setSorted(toggleSort(column, sort))}
        />
      ) : (
        <Empty>No matching rows</Empty>
      )}
    </section>
  );
}

import { useMemo, useState } from "react";
import { ExportButton } from "../../ui/ExportButton";
import { downloadCsv, toCsv } from "../../ui/csv";
import { Field } from "../../ui/Field";
import { ListTable } from "../../ui/ListTable";
import { exported, inOrder, nextSort, sortFrom, type ListColumn } from "../../ui/listTable";
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
  refused: "Refused",
};

const outcome = (line: FileLine) => LABELS[line.outcome as keyof typeof LABELS];
const keyOf = ({ line }: FileLine) => String(line);
const classOf = (line: FileLine) => (line.outcome === "refused" ? "planogram-refused" : "");

function columnsOf(names: readonly string[]): readonly ListColumn<FileLine>[] {
  return [
    { id: "line", header: "Line", value: ({ line }) => line },
    ...names.map((header, place) => ({ id: header, header, value: ({ cells }: FileLine) => cells[place] })),
    {
      id: "outcome",
      header: "Outcome",
      value: outcome,
      cell: (line) => <span className={`tag outcome-${line.outcome}`}>{outcome(line)}</span>,
    },
    { id: "note", header: "Reason, or shown before", value: ({ reasons, stored }) => reasons.join(" ") || stored },
  ];
}

/** The file line by line: what is wrong comes into sight first. */
export function FileLines({ columns: names, fileName, lines }: Props) {
  const columns = useMemo(() => columnsOf(names), [names]);
  const [show, setShow] = useState(() => (lines.some((line) => line.outcome === "refused") ? "refused" : ""));
  const [text, setText] = useState("");
  const [sorted, setSorted] = useState("");
  const sort = sortFrom(sorted, columns);
  const listed = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const shown = lines.filter(
      (line) =>
        (show === "" || line.outcome === show) &&
        (wanted === "" ||
          columns.some(({ value }) =>
            String(value(line) ?? "")
              .toLowerCase()
              .includes(wanted),
          )),
    );
    return inOrder(shown, columns, sortFrom(sorted, columns));
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
        <SearchField label="Find in the file" placeholder="Layout, slot, item" value={text} onChange={setText} />
        <ExportButton
          count={listed.length}
          onExport={() =>
            downloadCsv(`checked-${fileName.replace(/\.\w+$/, "")}.csv`, toCsv(exported(columns), listed))
          }
        />
        <span className="muted">
          {listed.length.toLocaleString("en-US")} of {lines.length.toLocaleString("en-US")} lines
        </span>
      </div>
      {listed.length > 0 ? (
        <ListTable
          label="Lines of the file"
          className="planogram-table"
          columns={columns}
          rows={listed}
          keyOf={keyOf}
          classOf={classOf}
          sort={sort}
          onSort={(column) => setSorted(nextSort(column, sort))}
        />
      ) : (
        <Empty>No line matches</Empty>
      )}
    </section>
  );
}

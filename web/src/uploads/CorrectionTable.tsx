import { useMemo, useState, type KeyboardEvent } from "react";
import { formatCount } from "../lib/formats";
import { Button } from "../ui/Button";
import { TextField } from "../ui/form/TextField";
import { actions, DataTable, number, tableColumns, text } from "../ui/table";
import { Muted } from "../ui/text";
import type { CheckedFile } from "./check/checkFile";
import type { CheckedLine } from "./rules/checked";
import { correctCell, excludeLine, type Corrections } from "./rules/corrections";
import styles from "./correctionTable.module.css";

interface Props {
  readonly file: CheckedFile<unknown>;
  /** Includes corrections that are being checked. */
  readonly corrections: Corrections;
  readonly checking: boolean;
  readonly sharedColumns: readonly string[];
  readonly onCorrect: (corrections: Corrections) => void;
}

/** A line with errors, not only a line of a stocking with another invalid line. */
interface InvalidLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly reasons: readonly string[];
}

/** The rows with errors in editable cells. Each change is checked at once. */
export function CorrectionTable({ file, corrections, checking, sharedColumns, onCorrect }: Props) {
  const { header, lines } = file;
  const invalid = useMemo(() => lines.flatMap(toInvalidLine), [lines]);
  const columns = useMemo(
    () =>
      tableColumns<InvalidLine>([
        number("line", { label: "Line", value: ({ line }) => line, rowHeader: true, grow: 0 }),
        text("reasons", {
          label: "Errors",
          value: ({ reasons }) => reasons.join(" "),
          sortable: false,
          minWidth: 14,
          grow: 2,
        }),
        actions("exclude", {
          label: "Action",
          cell: ({ line }) => (
            <Button aria-label={`Exclude line ${line}`} onClick={() => onCorrect(excludeLine(corrections, line))}>
              Exclude
            </Button>
          ),
        }),
        ...header.map((name, column) =>
          text<InvalidLine>(`cell-${name}`, {
            label: name,
            value: ({ cells }) => cells[column],
            cell: ({ line, cells }) => (
              <CellInput
                key={cells[column]}
                label={`${name}, line ${line}`}
                value={cells[column] ?? ""}
                onChange={(value) =>
                  onCorrect(correctCell(corrections, lines, { line, column, value }, sharedColumns.includes(name)))
                }
              />
            ),
            hasControls: true,
            sortable: false,
            minWidth: 5,
          }),
        ),
      ]),
    [header, lines, corrections, sharedColumns, onCorrect],
  );
  return (
    <section className={styles.corrections} aria-labelledby="correct-rows">
      <h3 id="correct-rows">Correct the rows</h3>
      <Muted as="p" role="status">
        {checking ? "Checking the corrections…" : `${formatCount(invalid.length, "row")} to correct or exclude`}
      </Muted>
      <Muted as="p">
        A change of {sharedColumns.join(", ")} also applies to the other rejected rows with the same value. The selected
        file does not change.
      </Muted>
      {/* Its handler serves the cells. */}
      <div role="presentation" onKeyDown={leaveOnEnter}>
        <DataTable
          name="upload-corrections"
          label="Rows to correct"
          columns={columns}
          rows={invalid}
          rowId={({ line }) => String(line)}
          plain
        />
      </div>
    </section>
  );
}

function toInvalidLine({ line, outcome, cells, reasons }: CheckedLine<unknown>): readonly InvalidLine[] {
  return line !== null && outcome === "rejected" && reasons.length > 0 ? [{ line, cells, reasons }] : [];
}

interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A cell that reports its text when the user leaves it. */
function CellInput({ label, value, onChange }: CellProps) {
  const [draft, setDraft] = useState(value);
  return (
    <TextField
      label={label}
      hidesLabel
      value={draft}
      onChange={setDraft}
      onBlur={() => {
        if (draft.trim() !== value) onChange(draft.trim());
      }}
    />
  );
}

function leaveOnEnter({ key, target }: KeyboardEvent) {
  if (key === "Enter" && target instanceof HTMLInputElement) target.blur();
}

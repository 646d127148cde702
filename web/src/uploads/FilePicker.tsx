import { useId, useState, type DragEvent } from "react";
import { Link } from "react-router";
import { Button } from "../ui/Button";
import { downloadCsv, toCsv } from "../ui/csv";
import type { FileFault, FileFormat } from "./rules/sheet";

interface Props {
  readonly format: FileFormat;
  readonly about: string;
  readonly example: readonly string[];
  readonly fault: FileFault | null;
  readonly onFile: (file: File) => void;
}

/** Where a file is chosen or dropped, with what it should be like; and why the last one was none. */
export function FilePicker({ format, about, example, fault, onFile }: Props) {
  const inputId = useId();
  const faultId = useId();
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }

  function downloadExample() {
    const columns = format.columns.map((header, place) => ({ header, value: (row: readonly string[]) => row[place] }));
    downloadCsv(`${format.name.replaceAll(" ", "-")}.csv`, toCsv(columns, [example]));
  }

  return (
    <section className="picker" aria-label="File">
      <p>{about}</p>
      <div
        className={over ? "picker-drop picker-over" : "picker-drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label htmlFor={inputId}>CSV file</label>
        <input
          id={inputId}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-describedby={fault ? faultId : undefined}
          aria-invalid={fault ? true : undefined}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onFile(file);
            // The same file, mended, is another choice.
            event.target.value = "";
          }}
        />
        <p className="muted">
          Or drop it here. Columns, in any order: {format.columns.join(", ")}. Nothing is sent before you have seen what
          would change.
        </p>
        <Button look="quiet" onClick={downloadExample}>
          Download an example
        </Button>
      </div>
      {fault && (
        <p id={faultId} className="picker-fault" role="alert">
          {fault.message} {fault.elsewhere && <Link to={fault.elsewhere.to}>Go to {fault.elsewhere.screen}</Link>}
        </p>
      )}
    </section>
  );
}

import { useId, useState, type DragEvent } from "react";
import { Link } from "react-router";
import { Button } from "../ui/Button";
import { downloadCsv, toCsv } from "../ui/csv";
import type { FileError, FileFormat } from "./rules/sheet";

interface Props {
  readonly format: FileFormat;
  readonly description: string;
  readonly example: readonly string[];
  readonly error: FileError | null;
  readonly onFile: (file: File) => void;
}

/** Lets the user select or drop a file. Describes the expected format and shows the error of the previous file. */
export function FilePicker({ format, description, example, error, onFile }: Props) {
  const inputId = useId();
  const errorId = useId();
  const [dragging, setDragging] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setDragging(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }

  function downloadExample() {
    const columns = format.columns.map((header, index) => ({ header, value: (row: readonly string[]) => row[index] }));
    downloadCsv(`${format.name.replaceAll(" ", "-")}.csv`, toCsv(columns, [example]));
  }

  return (
    <section className="picker" aria-label="File">
      <p>{description}</p>
      <div
        className={dragging ? "picker-drop picker-dragging" : "picker-drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
      >
        <label htmlFor={inputId}>CSV file</label>
        <input
          id={inputId}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-describedby={error ? errorId : undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onFile(file);
            // Lets the user select the same file again after correcting it.
            event.target.value = "";
          }}
        />
        <p className="muted">
          Or drop it here. Columns in any order: {format.columns.join(", ")}. You can review the changes before anything
          is sent.
        </p>
        <Button variant="link" onClick={downloadExample}>
          Download example
        </Button>
      </div>
      {error && (
        <p id={errorId} className="picker-error" role="alert">
          {error.message}{" "}
          {error.correctScreen && <Link to={error.correctScreen.to}>Go to {error.correctScreen.screen}</Link>}
        </p>
      )}
    </section>
  );
}

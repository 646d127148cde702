import { Link } from "react-router";
import { Button } from "../ui/Button";
import { FileField } from "../ui/form/FileField";
import { Muted } from "../ui/text";
import { downloadCsv, toCsv } from "../lib/csv";
import type { Wording } from "./kind";
import type { FileError, FileFormat } from "./rules/sheet";
import { Step } from "./Step";

interface Props {
  readonly format: FileFormat;
  readonly wording: Pick<Wording<never>, "description" | "example">;
  readonly error: FileError | null;
  readonly onFile: (file: File) => void;
}

/** Lets the user select or drop a file. Describes the expected format and shows the error of the previous file. */
export function FilePicker({ format, wording: { description, example }, error, onFile }: Props) {
  function downloadExample() {
    const columns = format.columns.map((header, index) => ({ header, value: (row: readonly string[]) => row[index] }));
    downloadCsv(`${format.name.replaceAll(" ", "-")}.csv`, toCsv(columns, example ? [example] : []));
  }

  return (
    <Step label="File">
      <p>{description}</p>
      <FileField
        label="CSV file"
        accept=".csv,.txt,text/csv,text/plain"
        error={
          error && (
            <>
              {error.message}{" "}
              {error.correctScreen && <Link to={error.correctScreen.to}>Go to {error.correctScreen.screen}</Link>}
            </>
          )
        }
        onFile={onFile}
      >
        <Muted as="p">
          Columns in any order: {format.columns.join(", ")}. You can review the changes before anything is sent.
        </Muted>
        <Button variant="link" onClick={downloadExample}>
          Download example
        </Button>
      </FileField>
    </Step>
  );
}

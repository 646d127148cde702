import { useId, useRef } from "react";
import { Button } from "../../ui/Button";

interface Props {
  readonly fileName: string | undefined;
  readonly onSelect: (file: File) => void;
  readonly disabledReason: string | undefined;
}

/** Selecting the same file again reads it again, because it can have changed. */
export function FilePicker({ fileName, onSelect, disabledReason }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="import-picker">
      <label htmlFor={id} className="visually-hidden">
        Customer records (CSV or .xlsx)
      </label>
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onSelect(file);
          event.target.value = "";
        }}
      />
      <Button
        variant={fileName === undefined ? "primary" : "plain"}
        onClick={() => input.current?.click()}
        disabledReason={disabledReason}
      >
        {fileName === undefined ? "Choose a file" : "Choose another file"}
      </Button>
      <span className="muted">{fileName ?? "CSV or .xlsx, an export of the customer records"}</span>
    </div>
  );
}

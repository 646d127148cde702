import { useId, useRef } from "react";
import { Button } from "../../ui/Button";

interface Props {
  readonly chosen: string | undefined;
  readonly onChoose: (file: File) => void;
  readonly disabledReason: string | undefined;
}

/** Also takes the same file again: it may have been repaired meanwhile. */
export function FilePicker({ chosen, onChoose, disabledReason }: Props) {
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
          if (file) onChoose(file);
          event.target.value = "";
        }}
      />
      <Button
        look={chosen === undefined ? "primary" : "plain"}
        onClick={() => input.current?.click()}
        disabledReason={disabledReason}
      >
        {chosen === undefined ? "Choose a file" : "Choose another file"}
      </Button>
      <span className="muted">{chosen ?? "CSV or .xlsx, an export of the customer records"}</span>
    </div>
  );
}

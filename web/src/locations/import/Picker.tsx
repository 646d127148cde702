import { useId, useRef } from "react";
import { DropZone } from "react-aria-components/DropZone";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/states";
import type { PickerProps } from "../../uploads/kind";
import { HelpPanel } from "./HelpPanel";

/** Lets the user select or drop a file. Selecting the same file again reads it again, because it can have changed. */
export function Picker({ fileName, error, busy, onFile }: PickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <HelpPanel open={fileName === undefined || error !== null} />
      <DropZone
        className="import-picker"
        aria-label="Drop or paste customer records"
        isDisabled={busy}
        getDropOperation={() => "copy"}
        onDrop={async ({ items }) => {
          const item = items.find(({ kind }) => kind === "file");
          if (item?.kind === "file") onFile(await item.getFile());
        }}
      >
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
            if (file) onFile(file);
            event.target.value = "";
          }}
        />
        <Button
          variant={fileName === undefined ? "primary" : "plain"}
          onClick={() => input.current?.click()}
          disabledReason={busy ? "Locations are being uploaded" : undefined}
        >
          {fileName === undefined ? "Choose a file" : "Choose another file"}
        </Button>
        <span className="muted">{fileName ?? "CSV or .xlsx, an export of the customer records"}</span>
      </DropZone>
      {error && <Failure message={error.message} />}
    </>
  );
}

import { FileField } from "../../ui/form/FileField";
import { Muted } from "../../ui/text";
import type { PickerProps } from "../../uploads/kind";
import { HelpPanel } from "./HelpPanel";

/** The field that selects a file, and the description of the file. They stay, so that the user can select another one. */
export function Picker({ fileName, error, busy, onFile }: PickerProps) {
  return (
    <>
      <FileField
        label="Customer records (CSV or .xlsx)"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        error={error?.message}
        disabledReason={busy ? "Locations are being uploaded" : undefined}
        onFile={onFile}
      >
        <Muted as="p">
          {fileName === undefined ? "CSV or .xlsx, an export of the customer records" : `Current file: ${fileName}`}
        </Muted>
      </FileField>
      <HelpPanel open={fileName === undefined || error !== null} />
    </>
  );
}

import { useState } from "react";
import { DataTable } from "../../ui/table";
import styles from "./preview.module.css";
import { COLUMNS, type PreviewRow } from "./previewColumns";

const rowId = ({ change }: PreviewRow) => change.key;
const rowClass = ({ change }: PreviewRow) => (change.unchanged ? styles.unchanged : undefined);

/** Every change with its values and the result of scheduling it. */
export function PreviewTable({ rows }: { readonly rows: readonly PreviewRow[] }) {
  const [find, setFind] = useState("");
  return (
    <DataTable
      name="bulk-schedule"
      label="Preview"
      columns={COLUMNS}
      rows={rows}
      rowId={rowId}
      rowClass={rowClass}
      search={{ label: "Find a change", placeholder: "Find a change", value: find, onChange: setFind }}
      csvName="bulk-schedule.csv"
    />
  );
}

import { Button } from "./Button";

export const EXPORT_LABEL = "Export CSV";
export const NOTHING_TO_EXPORT = "No rows to export";

interface Props {
  /** The number of rows to export. */
  readonly count: number;
  readonly onExport: () => void;
  /** Whether the data of the file is being read. */
  readonly busy?: boolean | undefined;
}

/** Downloads the listed rows as a CSV file. */
export function ExportButton({ count, onExport, busy }: Props) {
  return (
    <Button
      onClick={onExport}
      busy={busy}
      busyText="Exporting…"
      disabledReason={count === 0 ? NOTHING_TO_EXPORT : undefined}
    >
      {EXPORT_LABEL}
    </Button>
  );
}

import { Button } from "./Button";

export const NOTHING_TO_EXPORT = "No rows to export";

interface Props {
  /** The number of rows to export. */
  readonly count: number;
  readonly onExport: () => void;
}

/** Downloads the listed rows as a CSV file. */
export function ExportButton({ count, onExport }: Props) {
  return (
    <Button onClick={onExport} disabledReason={count === 0 ? NOTHING_TO_EXPORT : undefined}>
      Export CSV
    </Button>
  );
}

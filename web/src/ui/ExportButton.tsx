import { Button } from "./Button";

interface Props {
  /** How many rows there are to export. */
  readonly count: number;
  readonly onExport: () => void;
}

/** Gives what is listed as a CSV file. */
export function ExportButton({ count, onExport }: Props) {
  return (
    <Button onClick={onExport} disabledReason={count === 0 ? "There is nothing to export" : undefined}>
      Export CSV
    </Button>
  );
}

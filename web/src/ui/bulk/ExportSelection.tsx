import { Button } from "../Button";

interface Props {
  readonly onExport: () => void;
  /** Whether the data of the file is being read. */
  readonly busy?: boolean | undefined;
}

/** Downloads the selected rows as a CSV file. */
export function ExportSelection({ onExport, busy }: Props) {
  return (
    <Button onClick={onExport} busy={busy} busyText="Exporting…">
      Export selection
    </Button>
  );
}

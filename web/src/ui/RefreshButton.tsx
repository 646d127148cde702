import { Button } from "./Button";

interface Props {
  readonly onRefresh: () => void;
  /** Whether the data is being read. */
  readonly refreshing: boolean;
}

/** Reads the data of a screen again. */
export function RefreshButton({ onRefresh, refreshing }: Props) {
  return (
    <Button onClick={onRefresh} busy={refreshing} busyText="Refreshing…" keepsWidth>
      Refresh
    </Button>
  );
}

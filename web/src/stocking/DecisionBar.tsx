import type { ReactNode } from "react";
import { formatCount } from "../lib/formats";
import { Button } from "../ui/Button";
import { NOTHING_TO_EXPORT } from "../ui/ExportButton";
import "./decisionBar.css";

interface Props {
  /** Controls before the status, such as a search field. */
  readonly children?: ReactNode;
  /** How many rows are shown and selected; undefined until the rows are loaded. */
  readonly status: string | undefined;
  /** The age of the data. */
  readonly age: ReactNode;
  readonly onRefresh: () => void;
  readonly refreshing: boolean;
  /** Undefined if no rows are listed. */
  readonly onExport: (() => void) | undefined;
  /** Why the user cannot change any row; undefined if they can. */
  readonly disabledReason: string | undefined;
  readonly selectedCount: number;
  readonly onBulk: () => void;
  /** The button that sends the changed rows. */
  readonly submit: {
    readonly label: string;
    /** The field to change, such as "the drop status". */
    readonly field: string;
    readonly changedCount: number;
    /** How many changed rows have no reason yet. */
    readonly incompleteCount: number;
    readonly busy: boolean;
    readonly onClick: () => void;
  };
}

/** The toolbar above a list in which people set a status for each row. */
export function DecisionBar({
  children,
  status,
  age,
  onRefresh,
  refreshing,
  onExport,
  disabledReason,
  selectedCount,
  onBulk,
  submit,
}: Props) {
  const { label, field, changedCount, incompleteCount, busy, onClick } = submit;
  const incompleteReason =
    changedCount === 0
      ? `Change ${field} of at least one row`
      : incompleteCount > 0
        ? `${formatCount(incompleteCount, "row")} still ${incompleteCount === 1 ? "needs" : "need"} a reason`
        : undefined;
  return (
    <div className="decision-bar">
      {children}
      {status !== undefined && <span role="status">{status}</span>}
      {status !== undefined && age}
      <div className="decision-actions">
        <Button onClick={onRefresh} busy={refreshing} busyText="Refreshing…">
          Refresh
        </Button>
        <Button onClick={onExport} disabledReason={onExport ? undefined : NOTHING_TO_EXPORT}>
          Export CSV
        </Button>
        <Button
          onClick={onBulk}
          disabledReason={disabledReason ?? (selectedCount === 0 ? "Select at least one row" : undefined)}
        >
          Bulk Update
        </Button>
        <Button
          variant="primary"
          onClick={onClick}
          busy={busy}
          busyText="Updating…"
          disabledReason={disabledReason ?? incompleteReason}
        >
          {label}
          {changedCount > 0 && ` (${changedCount})`}
        </Button>
      </div>
    </div>
  );
}

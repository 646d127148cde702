import type { ReactNode } from "react";
import { Button } from "./Button";
import { plural } from "./plural";
import "./decisionBar.css";

interface Props {
  /** What stands before the rest, such as a search field. */
  readonly children?: ReactNode;
  /** How many rows of which kinds; nothing while they are not known. */
  readonly status: string | undefined;
  /** How old what is shown is. */
  readonly age: ReactNode;
  readonly refresh: { readonly now: () => void; readonly busy: boolean };
  /** Nothing where nothing is listed. */
  readonly onExport: (() => void) | undefined;
  /** Why the person may decide nothing at all. */
  readonly refusal: string | undefined;
  readonly ticked: number;
  readonly onBulk: () => void;
  /** Sends what was decided. */
  readonly send: {
    readonly label: string;
    /** What must be changed first, such as "the drop status". */
    readonly what: string;
    readonly decided: number;
    /** Those of them that lack a reason. */
    readonly unfinished: number;
    readonly busy: boolean;
    readonly now: () => void;
  };
}

/** What stands above a list whose rows people decide about. */
export function DecisionBar({ children, status, age, refresh, onExport, refusal, ticked, onBulk, send }: Props) {
  const { label, what, decided, unfinished, busy, now } = send;
  const notYet =
    decided === 0
      ? `Change ${what} of a row first`
      : unfinished > 0
        ? `${plural(unfinished, "row")} still ${unfinished === 1 ? "needs" : "need"} a reason`
        : undefined;
  return (
    <div className="decision-bar">
      {children}
      {status !== undefined && <span role="status">{status}</span>}
      {status !== undefined && age}
      <div className="decision-actions">
        <Button onClick={refresh.now} busy={refresh.busy} busyText="Refreshing…">
          Refresh
        </Button>
        <Button onClick={onExport} disabledReason={onExport ? undefined : "There is nothing to export"}>
          Export CSV
        </Button>
        <Button onClick={onBulk} disabledReason={refusal ?? (ticked === 0 ? "Select at least one row" : undefined)}>
          Bulk Update
        </Button>
        <Button look="primary" onClick={now} busy={busy} busyText="Updating…" disabledReason={refusal ?? notYet}>
          {label}
          {decided > 0 && ` (${decided})`}
        </Button>
      </div>
    </div>
  );
}

/** The selects of one row: its status and the reason for it. */
import type { Decisions } from "./decisions";

interface Props {
  readonly row: {
    readonly key: string;
    /** The reason of the saved status. */
    readonly reason: string | null;
    /** Why the row can no longer be changed; undefined if it can. */
    readonly lockReason: string | undefined;
  };
  readonly label: string;
  readonly decisions: Decisions;
}

interface StatusProps extends Props {
  /** The saved status. Choosing it discards the draft. */
  readonly savedStatus: string;
  /** The statuses that the row can be changed to. */
  readonly statuses: readonly string[];
}

export function StatusSelect({ row, label, decisions, savedStatus, statuses }: StatusProps) {
  const failure = decisions.failures.get(row.key);
  const locked = row.lockReason !== undefined;
  return (
    <>
      <select
        aria-label={label}
        disabled={locked}
        title={row.lockReason}
        value={locked ? savedStatus : (decisions.drafts.get(row.key)?.status ?? savedStatus)}
        onChange={({ target }) =>
          decisions.decide([row.key], target.value === savedStatus ? null : { status: target.value, reason: "" })
        }
      >
        {[savedStatus, ...(locked ? [] : statuses)].map((status) => (
          <option key={status}>{status}</option>
        ))}
      </select>
      {failure && <span className="row-error">{failure}</span>}
    </>
  );
}

interface ReasonProps extends Props {
  /** The reasons that a status can have. */
  readonly reasonsOf: (status: string) => readonly string[];
}

export function ReasonSelect({ row, label, decisions, reasonsOf }: ReasonProps) {
  if (row.lockReason !== undefined) {
    return (
      <select aria-label={label} disabled title={row.lockReason}>
        <option>{row.reason}</option>
      </select>
    );
  }
  const draft = decisions.drafts.get(row.key);
  const reasons = reasonsOf(draft?.status ?? "");
  return (
    <select
      aria-label={label}
      disabled={reasons.length === 0}
      aria-invalid={(reasons.length > 0 && !draft?.reason) || undefined}
      value={draft?.reason ?? ""}
      onChange={({ target }) => draft && decisions.decide([row.key], { ...draft, reason: target.value })}
    >
      <option value="">-</option>
      {reasons.map((reason) => (
        <option key={reason}>{reason}</option>
      ))}
    </select>
  );
}

/** What is decided about one row of a list: its status, and the reason of it. */
import type { Decisions } from "./decisions";

interface Props {
  readonly row: {
    readonly key: string;
    /** The reason of what is recorded. */
    readonly reason: string | null;
    /** Why the row can no longer be changed. */
    readonly lock: string | undefined;
  };
  readonly label: string;
  readonly decisions: Decisions;
}

interface StatusProps extends Props {
  /** The status that is recorded: to choose it takes the decision back. */
  readonly standing: string;
  /** Those that the row can be given. */
  readonly statuses: readonly string[];
}

export function StatusSelect({ row, label, decisions, standing, statuses }: StatusProps) {
  const failure = decisions.failures.get(row.key);
  const locked = row.lock !== undefined;
  return (
    <>
      <select
        aria-label={label}
        disabled={locked}
        title={row.lock}
        value={locked ? standing : (decisions.drafts.get(row.key)?.status ?? standing)}
        onChange={({ target }) =>
          decisions.decide([row.key], target.value === standing ? null : { status: target.value, reason: "" })
        }
      >
        {[standing, ...(locked ? [] : statuses)].map((status) => (
          <option key={status}>{status}</option>
        ))}
      </select>
      {failure && <span className="row-note">{failure}</span>}
    </>
  );
}

interface ReasonProps extends Props {
  /** The reasons that a status can have. */
  readonly reasonsOf: (status: string) => readonly string[];
}

export function ReasonSelect({ row, label, decisions, reasonsOf }: ReasonProps) {
  if (row.lock !== undefined) {
    return (
      <select aria-label={label} disabled title={row.lock}>
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

/** The selects of one row: its status and the reason for it. */
import { Select } from "../ui/form/Select";
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
      <Select
        aria-label={label}
        disabled={locked}
        title={row.lockReason}
        value={locked ? savedStatus : (decisions.drafts.get(row.key)?.status ?? savedStatus)}
        onChange={(status) => decisions.decide([row.key], status === savedStatus ? null : { status, reason: "" })}
        options={[savedStatus, ...(locked ? [] : statuses)]}
      />
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
    const reason = row.reason ?? "";
    return <Select aria-label={label} disabled title={row.lockReason} value={reason} options={[reason]} />;
  }
  const draft = decisions.drafts.get(row.key);
  const reasons = reasonsOf(draft?.status ?? "");
  return (
    <Select
      aria-label={label}
      disabled={reasons.length === 0}
      aria-invalid={(reasons.length > 0 && !draft?.reason) || undefined}
      value={draft?.reason ?? ""}
      onChange={(reason) => draft && decisions.decide([row.key], { ...draft, reason })}
      emptyLabel="-"
      options={reasons}
    />
  );
}

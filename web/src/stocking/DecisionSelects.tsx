/** The selects of one row: its status and the reason for it. */
import { Select } from "../ui/form/Select";
import { useTableDecisions } from "./decisions";
import styles from "./decisionTable.module.css";

/** Why no reason can be selected for a status that needs none. */
export const NO_REASON = "This status needs no reason";

interface Props {
  readonly row: {
    readonly key: string;
    /** The reason of the saved status. */
    readonly reason: string | null;
    /** Why the row can no longer be changed; undefined if it can. */
    readonly lockReason: string | undefined;
  };
  readonly label: string;
}

interface StatusProps extends Props {
  /** The saved status. Choosing it discards the draft. */
  readonly savedStatus: string;
  /** The statuses that the row can be changed to. */
  readonly statuses: readonly string[];
}

export function StatusSelect({ row, label, savedStatus, statuses }: StatusProps) {
  const { drafts, failures, decide } = useTableDecisions();
  const failure = failures.get(row.key);
  const locked = row.lockReason !== undefined;
  return (
    <>
      <Select
        aria-label={label}
        disabledReason={row.lockReason}
        value={locked ? savedStatus : (drafts.get(row.key)?.status ?? savedStatus)}
        onChange={(status) => decide([row.key], status === savedStatus ? null : { status, reason: "" })}
        options={[savedStatus, ...(locked ? [] : statuses)]}
      />
      {failure && <span className={styles.failure}>{failure}</span>}
    </>
  );
}

interface ReasonProps extends Props {
  /** The reasons that a status can have. */
  readonly reasonsOf: (status: string) => readonly string[];
}

export function ReasonSelect({ row, label, reasonsOf }: ReasonProps) {
  const { drafts, decide } = useTableDecisions();
  if (row.lockReason !== undefined) {
    const reason = row.reason ?? "";
    return <Select aria-label={label} disabledReason={row.lockReason} value={reason} options={[reason]} />;
  }
  const draft = drafts.get(row.key);
  const reasons = reasonsOf(draft?.status ?? "");
  return (
    <Select
      aria-label={label}
      disabledReason={reasons.length > 0 ? undefined : draft ? NO_REASON : "Choose a status first"}
      aria-invalid={(reasons.length > 0 && !draft?.reason) || undefined}
      value={draft?.reason ?? ""}
      onChange={(reason) => draft && decide([row.key], { ...draft, reason })}
      emptyLabel="-"
      options={reasons}
    />
  );
}

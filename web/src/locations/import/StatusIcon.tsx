import { Tag, type Tone } from "../../ui/Tag";
import type { RowStatus } from "./preview";
import styles from "./statusIcon.module.css";

const CHECK = "M4 8.5l2.5 2.5L12 5.5";
const REFRESH = "M12.5 8a4.5 4.5 0 1 1-1.3-3.2M12.5 2.5v2.8H9.7";
const EXCLAMATION = "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M8 4.75v4M8 11.1v.15";

const STATUSES: Readonly<Record<RowStatus, { readonly path: string; readonly tone: Tone }>> = {
  valid: { path: CHECK, tone: "positive" },
  pending: { path: REFRESH, tone: "neutral" },
  invalid: { path: EXCLAMATION, tone: "negative" },
  failed: { path: EXCLAMATION, tone: "negative" },
};

export const STATUS_LABELS = { valid: "Valid", pending: "Pending", invalid: "Invalid", failed: "Failed" } as const;

/** The status of a row as an icon with a text label. */
export function StatusIcon({ status }: { readonly status: RowStatus }) {
  const { path, tone } = STATUSES[status];
  return (
    <Tag tone={tone}>
      <svg className={styles.icon} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
      {STATUS_LABELS[status]}
    </Tag>
  );
}

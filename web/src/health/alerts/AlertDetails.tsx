import { formatAge, formatDateTime } from "../../lib/formats";
import type { FridgeAlert } from "../fridgeAlerts";
import { alertKindLabel } from "../rules/alerts";
import "../problemTags.css";

/** The kind of an alert and what was measured. */
export function AlertKind({ alert: { kind, detail, state } }: { readonly alert: FridgeAlert }) {
  return (
    <span className="alert-kind">
      <span className={state === "OPEN" ? "tag tag-severe" : "tag"}>{alertKindLabel(kind)}</span>
      {detail && <span>{detail}</span>}
    </span>
  );
}

/** When an alert started and, if cleared, when it ended. */
export function AlertTimes({ alert, now }: { readonly alert: FridgeAlert; readonly now: number }) {
  return (
    <span>
      <span title={formatDateTime(alert.since)}>since {formatAge(Date.parse(alert.since), now)}</span>
      {alert.clearedAt && <span className="alert-detail">cleared {formatDateTime(alert.clearedAt)}</span>}
    </span>
  );
}

/** Who acknowledged an alert, when, and their note. */
export function AlertAcknowledgment({ alert, now }: { readonly alert: FridgeAlert; readonly now: number }) {
  if (!alert.acknowledgedAt) return <span className="muted">Not acknowledged</span>;
  return (
    <span>
      <span title={formatDateTime(alert.acknowledgedAt)}>
        {alert.acknowledgedBy} {formatAge(Date.parse(alert.acknowledgedAt), now)}
      </span>
      {alert.note && <span className="alert-detail">“{alert.note}”</span>}
    </span>
  );
}

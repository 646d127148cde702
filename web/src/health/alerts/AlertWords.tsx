import { ageOf } from "../../ui/age";
import { businessTime } from "../../ui/businessTime";
import type { FridgeAlert } from "../fridgeAlerts";
import { kindLabel } from "../rules/alerts";
import "../problemTags.css";

/** Its kind and what was seen. */
export function AlertKind({ alert: { kind, detail, state } }: { readonly alert: FridgeAlert }) {
  return (
    <span className="alert-kind">
      <span className={state === "OPEN" ? "tag tag-grave" : "tag"}>{kindLabel(kind)}</span>
      {detail && <span>{detail}</span>}
    </span>
  );
}

/** Since when, and until when of one that is over. */
export function AlertTimes({ alert, now }: { readonly alert: FridgeAlert; readonly now: number }) {
  return (
    <span>
      <span title={businessTime(alert.since)}>since {ageOf(Date.parse(alert.since), now)}</span>
      {alert.clearedAt && <span className="alert-more">cleared {businessTime(alert.clearedAt)}</span>}
    </span>
  );
}

/** Who took note of it, and their words. */
export function AlertNote({ alert, now }: { readonly alert: FridgeAlert; readonly now: number }) {
  if (!alert.acknowledgedAt) return <span className="muted">Nobody has taken note</span>;
  return (
    <span>
      <span title={businessTime(alert.acknowledgedAt)}>
        {alert.acknowledgedBy} {ageOf(Date.parse(alert.acknowledgedAt), now)}
      </span>
      {alert.note && <span className="alert-more">“{alert.note}”</span>}
    </span>
  );
}

import { ALERTS } from "../../help/healthStates";
import { StateHint } from "../../help/StateHint";
import { formatAge } from "../../lib/formats";
import { Tag } from "../../ui/Tag";
import { Muted } from "../../ui/text";
import type { FridgeAlert } from "../fridgeAlerts";
import { useFridgeTime } from "../fridgeZone";
import { alertKindLabel } from "../rules/alerts";
import styles from "./alertDetails.module.css";

/** The kind of an alert and what was measured. */
export function AlertKind({ alert: { kind, detail, state } }: { readonly alert: FridgeAlert }) {
  return (
    <span className={styles.kind}>
      <Tag tone={state === "OPEN" ? "negative" : "neutral"}>{alertKindLabel(kind)}</Tag>
      <StateHint definition={ALERTS[kind]} />
      {detail && <span>{detail}</span>}
    </span>
  );
}

/** When an alert started and, if cleared, when it ended. */
export function AlertTimes({ alert, now }: { readonly alert: FridgeAlert; readonly now: number }) {
  const format = useFridgeTime(alert.location);
  return (
    <span>
      <span title={format(alert.since)}>since {formatAge(Date.parse(alert.since), now)}</span>
      {alert.clearedAt && <span className={styles.detail}>cleared {format(alert.clearedAt)}</span>}
    </span>
  );
}

/** Who acknowledged an alert, when, and their note. */
export function AlertAcknowledgment({ alert, now }: { readonly alert: FridgeAlert; readonly now: number }) {
  const format = useFridgeTime(alert.location);
  if (!alert.acknowledgedAt) return <Muted>Not acknowledged</Muted>;
  return (
    <span>
      <span title={format(alert.acknowledgedAt)}>
        {alert.acknowledgedBy} {formatAge(Date.parse(alert.acknowledgedAt), now)}
      </span>
      {alert.note && <span className={styles.detail}>“{alert.note}”</span>}
    </span>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../api/errors";
import { pollEvery } from "../../api/live";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/states";
import { ALERTS } from "../address";
import { AcknowledgeDialog } from "../alerts/AcknowledgeDialog";
import { AlertKind, AlertNote, AlertTimes } from "../alerts/AlertWords";
import { ALERTS_FAILURE, ALERTS_POLL, openAlertsQuery, type FridgeAlert } from "../fridgeAlerts";
import { kindLabel, worstFirst } from "../rules/alerts";
import "../alerts/alerts.css";

interface Props {
  readonly id: string;
  readonly now: number;
  /** Whether alerts are told as they happen. */
  readonly connected: boolean;
}

/** The fridge's open alerts, where it has any. */
export function FridgeAlerts({ id, now, connected }: Props) {
  const { refusal } = useMyPermissions();
  const alerts = useQuery({ ...openAlertsQuery(id), refetchInterval: pollEvery(connected, ALERTS_POLL) });
  const [acknowledging, setAcknowledging] = useState<FridgeAlert | null>(null);
  if (alerts.isError) {
    return (
      <Failure
        message={messageOf(alerts.error, ALERTS_FAILURE)}
        onRetry={() => void alerts.refetch()}
        retrying={alerts.isFetching}
      />
    );
  }
  // A line, as where there are none: what is below does not move under a hand.
  if (!alerts.data) return <p className="muted">Loading the alerts…</p>;
  if (alerts.data.length === 0) {
    return (
      <p className="muted">
        No open alert. <EarlierAlerts id={id} />
      </p>
    );
  }
  return (
    <section className="fridge-alerts" aria-labelledby="fridge-alerts">
      <h2 id="fridge-alerts">Open alerts</h2>
      <ul>
        {worstFirst(alerts.data).map((alert) => (
          <li key={alert.id}>
            <AlertKind alert={alert} />
            <AlertTimes alert={alert} now={now} />
            <AlertNote alert={alert} now={now} />
            {!alert.acknowledgedAt && (
              <Button
                aria-label={`Acknowledge ${kindLabel(alert.kind)}`}
                onClick={() => setAcknowledging(alert)}
                disabledReason={refusal("SendFridgeCommand")}
              >
                Acknowledge
              </Button>
            )}
          </li>
        ))}
      </ul>
      <EarlierAlerts id={id} />
      {acknowledging && <AcknowledgeDialog alert={acknowledging} onClose={() => setAcknowledging(null)} />}
    </section>
  );
}

function EarlierAlerts({ id }: { readonly id: string }) {
  const address = new URLSearchParams({ state: "CLEARED", fridge: id });
  return <Link to={`${ALERTS}?${address}`}>Earlier alerts of this fridge</Link>;
}

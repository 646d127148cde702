import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../api/errors";
import { livePollInterval } from "../../api/live";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/states";
import { ALERTS_PATH } from "../paths";
import { AcknowledgeDialog } from "../alerts/AcknowledgeDialog";
import { AlertKind, AlertAcknowledgment, AlertTimes } from "../alerts/AlertDetails";
import { ALERTS_FAILURE, ALERTS_POLL_INTERVAL, openAlertsQuery, type FridgeAlert } from "../fridgeAlerts";
import { alertKindLabel, sortByUrgency } from "../rules/alerts";
import "../alerts/alerts.css";

interface Props {
  readonly id: string;
  readonly now: number;
  /** Whether the live connection is up. */
  readonly connected: boolean;
}

/** The fridge's open alerts. */
export function FridgeAlerts({ id, now, connected }: Props) {
  const { missingPermission } = useMyPermissions();
  const alerts = useQuery({
    ...openAlertsQuery(id),
    refetchInterval: livePollInterval(connected, ALERTS_POLL_INTERVAL),
  });
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
  // Takes one line, like the empty state, so that the buttons below do not move.
  if (!alerts.data) return <p className="muted">Loading alerts…</p>;
  if (alerts.data.length === 0) {
    return (
      <p className="muted">
        No open alerts. <AlertHistoryLink id={id} />
      </p>
    );
  }
  return (
    <section className="fridge-alerts" aria-labelledby="fridge-alerts">
      <h2 id="fridge-alerts">Open alerts</h2>
      <ul>
        {sortByUrgency(alerts.data).map((alert) => (
          <li key={alert.id}>
            <AlertKind alert={alert} />
            <AlertTimes alert={alert} now={now} />
            <AlertAcknowledgment alert={alert} now={now} />
            {!alert.acknowledgedAt && (
              <Button
                aria-label={`Acknowledge ${alertKindLabel(alert.kind)}`}
                onClick={() => setAcknowledging(alert)}
                disabledReason={missingPermission("SendFridgeCommand")}
              >
                Acknowledge
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AlertHistoryLink id={id} />
      {acknowledging && <AcknowledgeDialog alert={acknowledging} onClose={() => setAcknowledging(null)} />}
    </section>
  );
}

function AlertHistoryLink({ id }: { readonly id: string }) {
  const address = new URLSearchParams({ state: "CLEARED", fridge: id });
  return <Link to={`${ALERTS_PATH}?${address}`}>Alert history of this fridge</Link>;
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { livePollInterval } from "../../api/live";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { QueryView } from "../../ui/query/QueryView";
import { Muted } from "../../ui/text";
import { AcknowledgeDialog } from "../alerts/AcknowledgeDialog";
import { AlertKind, AlertAcknowledgment, AlertTimes } from "../alerts/AlertDetails";
import { ALERTS_FAILURE, ALERTS_POLL_INTERVAL, openAlertsQuery, type FridgeAlert } from "../fridgeAlerts";
import { alertKindLabel, sortByUrgency } from "../rules/alerts";
import styles from "./fridgeAlerts.module.css";

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
  return (
    <QueryView
      query={alerts}
      label="alerts"
      error={ALERTS_FAILURE}
      // Takes one line, like the state without alerts, so that the buttons below do not move.
      skeleton={<Muted as="p">Loading alerts…</Muted>}
    >
      {(open) =>
        open.length === 0 ? (
          <Muted as="p">
            No open alerts. <AlertHistoryLink id={id} />
          </Muted>
        ) : (
          <section className={styles.alerts} aria-labelledby="fridge-alerts">
            <h2 id="fridge-alerts">Open alerts</h2>
            <ul>
              {sortByUrgency(open).map((alert) => (
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
        )
      }
    </QueryView>
  );
}

function AlertHistoryLink({ id }: { readonly id: string }) {
  const address = new URLSearchParams({ state: "CLEARED", fridge: id });
  return <Link to={`${paths.alerts}?${address}`}>Alert history of this fridge</Link>;
}

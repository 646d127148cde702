import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { livePollInterval } from "../../api/live";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { onDemand } from "../../ui/onDemand";
import { QueryView } from "../../ui/query/QueryView";
import { Muted } from "../../ui/text";
import { AlertKind, AlertAcknowledgment, AlertTimes } from "../alerts/AlertDetails";
import { AlertNotices } from "../alerts/AlertNotices";
import { SnoozeAction } from "../alerts/SnoozeAction";
import { ALERTS_FAILURE, ALERTS_POLL_INTERVAL, openAlertsQuery, type FridgeAlert } from "../fridgeAlerts";
import { alertKindLabel, sortByUrgency } from "../rules/alerts";
import styles from "./fridgeAlerts.module.css";

const AcknowledgeDialog = onDemand(async () => (await import("../alerts/AcknowledgeDialog")).AcknowledgeDialog);

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
    <>
      <QueryView
        query={alerts}
        label="alerts"
        error={ALERTS_FAILURE}
        skeleton={
          <div className={styles.line}>
            <Muted as="p">Loading alerts…</Muted>
          </div>
        }
      >
        {(open) =>
          open.length === 0 ? (
            <div className={styles.line}>
              <Muted>No open alerts.</Muted> <AlertHistoryLink id={id} /> <SnoozeAction location={id} />
            </div>
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
                    <AlertNotices alert={alert} />
                  </li>
                ))}
              </ul>
              <SnoozeAction location={id} />
              <AlertHistoryLink id={id} />
            </section>
          )
        }
      </QueryView>
      {/* Outside of the list, so that a typed note is kept when the alert clears. */}
      {acknowledging && <AcknowledgeDialog alert={acknowledging} onClose={() => setAcknowledging(null)} />}
    </>
  );
}

function AlertHistoryLink({ id }: { readonly id: string }) {
  const address = new URLSearchParams({ state: "CLEARED", fridge: id });
  return <Link to={`${paths.alerts}?${address}`}>Alert history of this fridge</Link>;
}

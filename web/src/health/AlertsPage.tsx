import { useState } from "react";
import { Link } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import type { FridgeAlertState } from "../api/schema";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { Field } from "../ui/Field";
import { LiveAge } from "../ui/LiveAge";
import { LookSwitch } from "../ui/LookSwitch";
import { inOrder, nextSort, sortFrom } from "../ui/listTable";
import { Page } from "../ui/Page";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { useNow } from "../ui/useNow";
import { ALERTS, healthAddress, PORTFOLIO } from "./address";
import { AcknowledgeDialog } from "./alerts/AcknowledgeDialog";
import { ALERT_COLUMNS, AlertTable } from "./alerts/AlertTable";
import { exportAlerts } from "./alerts/exportCsv";
import { useAlerts } from "./alerts/useAlerts";
import { ALERTS_FAILURE, ALERTS_POLL, type FridgeAlert } from "./fridgeAlerts";
import { ALERT_KINDS, alertFiltersFrom, filterAlerts } from "./rules/alerts";
import "./alerts/alerts.css";

const TICK = 15_000;

const STATES: readonly (readonly [FridgeAlertState, string])[] = [
  ["OPEN", "Open"],
  ["CLEARED", "History"],
];

const number = new Intl.NumberFormat("en-US");

/** Fridges that a person should see to: those of now, and those that were. */
export default function AlertsPage() {
  const now = useNow(TICK);
  const { address, set, settle } = useAddress("text");
  const filters = alertFiltersFrom(address);
  const { state, fridge, kind, text } = filters;
  const { alerts, error, isFetching, refetch, asOf, connected, more } = useAlerts(state, fridge || undefined);
  const title = fridge ? `Alerts of ${fridge}` : "Alerts";
  const [acknowledging, setAcknowledging] = useState<FridgeAlert | null>(null);

  if (isForbidden(error)) {
    return (
      <Page title={title}>
        <Forbidden to="see the alerts" error={error} />
      </Page>
    );
  }

  const sort = sortFrom(address.get("sort"), ALERT_COLUMNS);
  const listed = inOrder(filterAlerts(alerts ?? [], filters), ALERT_COLUMNS, sort);
  const narrowed = kind !== "" || text.trim() !== "";
  return (
    <Page
      title={title}
      aside={
        <>
          {alerts && (
            <>
              <span role="status">
                {number.format(listed.length)} of {number.format(alerts.length)}
                {more && " loaded"}
              </span>
              {state === "OPEN" && <LiveAge at={asOf} connected={connected} every={ALERTS_POLL} />}
            </>
          )}
          {fridge && <Link to={ALERTS}>All alerts</Link>}
          <Link to={fridge ? healthAddress(fridge) : PORTFOLIO}>{fridge ? `Health of ${fridge}` : "Fleet health"}</Link>
        </>
      }
    >
      <div className="alerts-controls">
        <LookSwitch
          label="Which alerts"
          looks={STATES}
          look={state}
          onLook={(next) => set("state", next === "OPEN" ? "" : next)}
        />
        <search className="alerts-filters" aria-label="Alerts">
          <Field label="Kind">
            {(control) => (
              <select {...control} value={kind} onChange={(event) => set("kind", event.target.value)}>
                <option value="">All</option>
                {ALERT_KINDS.map((known) => (
                  <option key={known.kind} value={known.kind}>
                    {known.label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <SearchField
            label="Find a fridge"
            placeholder="Id"
            value={text}
            onChange={(text) => set("text", text)}
            onLeave={settle}
          />
        </search>
        <div className="alerts-actions">
          <Button onClick={() => void refetch()} busy={isFetching} busyText="Refreshing…">
            Refresh
          </Button>
          <ExportButton count={listed.length} onExport={() => exportAlerts(listed, now)} />
        </div>
      </div>
      {error && (
        <Failure message={messageOf(error, ALERTS_FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!alerts && !error && <Loading what="alerts" />}
      {listed.length > 0 && (
        <AlertTable
          alerts={listed}
          now={now}
          sort={sort}
          onSort={(column) => set("sort", nextSort(column, sort))}
          onAcknowledge={setAcknowledging}
        />
      )}
      {alerts && listed.length === 0 && (
        <Empty>
          {narrowed && alerts.length > 0
            ? "No alert matches the filters"
            : state === "OPEN"
              ? "No alert is open: all is well"
              : "No alert has been cleared yet"}
        </Empty>
      )}
      {more && (
        <div>
          <Button onClick={more.load} busy={more.loading}>
            Earlier alerts
          </Button>
        </div>
      )}
      {acknowledging && <AcknowledgeDialog alert={acknowledging} onClose={() => setAcknowledging(null)} />}
    </Page>
  );
}

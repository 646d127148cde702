import { useState } from "react";
import { Link } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import type { FridgeAlertState } from "../api/schema";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { Field } from "../ui/Field";
import { LiveAge } from "../ui/LiveAge";
import { ViewSwitch } from "../ui/ViewSwitch";
import { sortRows, toggleSort, parseSort } from "../ui/listTable";
import { Page } from "../ui/Page";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useUrlState } from "../ui/useUrlState";
import { useNow } from "../ui/useNow";
import { ALERTS_PATH, healthPath, PORTFOLIO_PATH } from "./paths";
import { AcknowledgeDialog } from "./alerts/AcknowledgeDialog";
import { ALERT_COLUMNS, AlertTable } from "./alerts/AlertTable";
import { exportAlerts } from "./alerts/exportCsv";
import { useAlerts } from "./alerts/useAlerts";
import { ALERTS_FAILURE, ALERTS_POLL_INTERVAL, type FridgeAlert } from "./fridgeAlerts";
import { ALERT_KINDS, filterAlerts, parseAlertFilters } from "./rules/alerts";
import "./alerts/alerts.css";

const CLOCK_INTERVAL = 15_000;

const STATES: readonly (readonly [FridgeAlertState, string])[] = [
  ["OPEN", "Open"],
  ["CLEARED", "History"],
];

const number = new Intl.NumberFormat("en-US");

/** Open alerts, and the history of cleared ones. */
export default function AlertsPage() {
  const now = useNow(CLOCK_INTERVAL);
  const { address, set, flush } = useUrlState("text");
  const filters = parseAlertFilters(address);
  const { state, fridge, kind, text } = filters;
  const { alerts, error, isFetching, refetch, asOf, connected, more } = useAlerts(state, fridge || undefined);
  const title = fridge ? `Alerts of ${fridge}` : "Alerts";
  const [acknowledging, setAcknowledging] = useState<FridgeAlert | null>(null);

  if (isForbidden(error)) {
    return (
      <Page title={title}>
        <Forbidden action="view alerts" error={error} />
      </Page>
    );
  }

  const sort = parseSort(address.get("sort"), ALERT_COLUMNS);
  const visibleAlerts = sortRows(filterAlerts(alerts ?? [], filters), ALERT_COLUMNS, sort);
  const isFiltered = kind !== "" || text.trim() !== "";
  return (
    <Page
      title={title}
      aside={
        <>
          {alerts && (
            <>
              <span role="status">
                {number.format(visibleAlerts.length)} of {number.format(alerts.length)}
                {more && " loaded"}
              </span>
              {state === "OPEN" && <LiveAge at={asOf} connected={connected} pollInterval={ALERTS_POLL_INTERVAL} />}
            </>
          )}
          {fridge && <Link to={ALERTS_PATH}>All alerts</Link>}
          <Link to={fridge ? healthPath(fridge) : PORTFOLIO_PATH}>
            {fridge ? `Health of ${fridge}` : "Fleet health"}
          </Link>
        </>
      }
    >
      <div className="alerts-controls">
        <ViewSwitch
          label="Alert state"
          options={STATES}
          value={state}
          onChange={(next) => set("state", next === "OPEN" ? "" : next)}
        />
        <search className="alerts-filters" aria-label="Alerts">
          <Field label="Kind">
            {(control) => (
              <select {...control} value={kind} onChange={(event) => set("kind", event.target.value)}>
                <option value="">All</option>
                {ALERT_KINDS.map((option) => (
                  <option key={option.kind} value={option.kind}>
                    {option.label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <SearchField
            label="Find a fridge"
            placeholder="ID"
            value={text}
            onChange={(text) => set("text", text)}
            onBlur={flush}
          />
        </search>
        <div className="alerts-actions">
          <Button onClick={() => void refetch()} busy={isFetching} busyText="Refreshing…">
            Refresh
          </Button>
          <ExportButton count={visibleAlerts.length} onExport={() => exportAlerts(visibleAlerts, now)} />
        </div>
      </div>
      {error && (
        <Failure message={messageOf(error, ALERTS_FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!alerts && !error && <Loading label="alerts" />}
      {visibleAlerts.length > 0 && (
        <AlertTable
          alerts={visibleAlerts}
          now={now}
          sort={sort}
          onSort={(column) => set("sort", toggleSort(column, sort))}
          onAcknowledge={setAcknowledging}
        />
      )}
      {alerts && visibleAlerts.length === 0 && (
        <Empty>
          {isFiltered && alerts.length > 0
            ? "No alerts match these filters"
            : state === "OPEN"
              ? "No open alerts"
              : "No alerts have been cleared yet"}
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

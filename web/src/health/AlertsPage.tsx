import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../lib/paths";
import { formatPart } from "../lib/formats";
import type { FridgeAlertState } from "../api/schema";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { ViewSwitch } from "../ui/ViewSwitch";
import { sortRows, toggleSort, parseSort } from "../ui/listTable";
import { SearchField } from "../ui/SearchField";
import { Empty } from "../ui/states";
import { useUrlState } from "../lib/useUrlState";
import { useNow } from "../lib/useNow";
import { SelectField } from "../ui/form/SelectField";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
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

/** Open alerts, and the history of cleared ones. */
export default function AlertsPage() {
  const now = useNow(CLOCK_INTERVAL);
  const { address, set, flush } = useUrlState("text");
  const filters = parseAlertFilters(address);
  const { state, fridge, kind, text } = filters;
  const { alerts, error, isFetching, refetch, asOf, connected, more } = useAlerts(state, fridge || undefined);
  const title = fridge ? `Alerts of ${fridge}` : "Alerts";
  const [acknowledging, setAcknowledging] = useState<FridgeAlert | null>(null);

  const sort = parseSort(address.get("sort"), ALERT_COLUMNS);
  const visibleAlerts = sortRows(filterAlerts(alerts ?? [], filters), ALERT_COLUMNS, sort);
  const isFiltered = kind !== "" || text.trim() !== "";
  return (
    <QueryPage
      title={title}
      query={{ data: alerts, error, isFetching, dataUpdatedAt: asOf, refetch }}
      label="alerts"
      error={ALERTS_FAILURE}
      forbidden={{ activity: "view alerts" }}
      skeleton={<Skeleton label="alerts" rows={8} />}
      {...(state === "OPEN" ? { live: { connected, pollInterval: ALERTS_POLL_INTERVAL } } : {})}
      aside={(live) => (
        <>
          {alerts && (
            <>
              <span role="status">
                {formatPart(visibleAlerts.length, alerts.length)}
                {more && " loaded"}
              </span>
              {live}
            </>
          )}
          {fridge && <Link to={paths.alerts}>All alerts</Link>}
          <Link to={fridge ? paths.fridgeHealth(fridge) : paths.health}>
            {fridge ? `Health of ${fridge}` : "Fleet health"}
          </Link>
        </>
      )}
      toolbar={
        <div className="alerts-controls">
          <ViewSwitch
            label="Alert state"
            options={STATES}
            value={state}
            onChange={(next) => set("state", next === "OPEN" ? "" : next)}
          />
          <search className="alerts-filters" aria-label="Alerts">
            <SelectField
              label="Kind"
              value={kind}
              onChange={(value) => set("kind", value)}
              emptyLabel="All"
              options={ALERT_KINDS.map((option) => ({ value: option.kind, label: option.label }))}
            />
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
      }
    >
      {(all) => (
        <>
          {visibleAlerts.length > 0 && (
            <AlertTable
              alerts={visibleAlerts}
              now={now}
              sort={sort}
              onSort={(column) => set("sort", toggleSort(column, sort))}
              onAcknowledge={setAcknowledging}
            />
          )}
          {visibleAlerts.length === 0 && (
            <Empty>
              {isFiltered && all.length > 0
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
        </>
      )}
    </QueryPage>
  );
}

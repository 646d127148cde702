import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { FridgeAlertState } from "../api/schema";
import { businessDay } from "../lib/day";
import { paths } from "../lib/paths";
import { useNow } from "../lib/useNow";
import { useUrlState } from "../lib/useUrlState";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { SelectField } from "../ui/form/SelectField";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { DataTable } from "../ui/table";
import { Toolbar } from "../ui/Toolbar";
import { ViewSwitch } from "../ui/ViewSwitch";
import { AcknowledgeDialog } from "./alerts/AcknowledgeDialog";
import { ALERT_CSV_COLUMNS, alertColumns } from "./alerts/columns";
import { useAlerts } from "./alerts/useAlerts";
import { ALERTS_FAILURE, ALERTS_POLL_INTERVAL, type FridgeAlert } from "./fridgeAlerts";
import { ALERT_KINDS, parseAlertFilters } from "./rules/alerts";

const CLOCK_INTERVAL = 15_000;

const STATES: readonly (readonly [FridgeAlertState, string])[] = [
  ["OPEN", "Open"],
  ["CLEARED", "History"],
];

const NO_MATCHES = "No alerts match these filters";

/** Open alerts, and the history of cleared ones. */
export default function AlertsPage() {
  const now = useNow(CLOCK_INTERVAL);
  const { address, set, flush } = useUrlState("text");
  const { state, fridge, kind, text } = parseAlertFilters(address);
  const { alerts, error, isFetching, refetch, asOf, connected, more } = useAlerts(state, fridge || undefined);
  const [acknowledging, setAcknowledging] = useState<FridgeAlert | null>(null);
  const disabledReason = useMyPermissions().missingPermission("SendFridgeCommand");
  const columns = useMemo(
    () => alertColumns({ now, disabledReason, onAcknowledge: setAcknowledging }),
    [now, disabledReason],
  );
  return (
    <QueryPage
      title={fridge ? `Alerts of ${fridge}` : "Alerts"}
      query={{ data: alerts, error, isFetching, dataUpdatedAt: asOf, refetch }}
      label="alerts"
      error={ALERTS_FAILURE}
      forbidden={{ activity: "view alerts" }}
      skeleton={<Skeleton label="alerts" rows={8} />}
      {...(state === "OPEN" ? { live: { connected, pollInterval: ALERTS_POLL_INTERVAL } } : {})}
      aside={(live) => (
        <>
          {live}
          {fridge && <Link to={paths.alerts}>All alerts</Link>}
          <Link to={fridge ? paths.fridgeHealth(fridge) : paths.health}>
            {fridge ? `Health of ${fridge}` : "Fleet health"}
          </Link>
        </>
      )}
      toolbar={
        <Toolbar>
          <ViewSwitch
            label="Alert state"
            options={STATES}
            value={state}
            onChange={(next) => set("state", next === "OPEN" ? "" : next)}
          />
        </Toolbar>
      }
    >
      {(all) => (
        <>
          <DataTable
            name="alerts"
            label="Alerts"
            columns={columns}
            rows={kind === "" ? all : all.filter((alert) => alert.kind === kind)}
            rowId={({ id }) => id}
            total={all.length}
            search={{
              label: "Find a fridge",
              placeholder: "ID",
              landmark: "Alerts",
              value: text,
              onChange: (next) => set("text", next),
              onBlur: flush,
            }}
            matches={({ location }, query) => location.toLowerCase().includes(query)}
            filters={
              <SelectField
                label="Kind"
                value={kind}
                onChange={(value) => set("kind", value)}
                emptyLabel="All"
                options={ALERT_KINDS.map((option) => ({ value: option.kind, label: option.label }))}
              />
            }
            actions={
              <Button onClick={() => void refetch()} busy={isFetching} busyText="Refreshing…">
                Refresh
              </Button>
            }
            sort={address.get("sort") ?? ""}
            onSort={(sort) => set("sort", sort)}
            csvName={`alerts-${businessDay()}.csv`}
            csvColumns={ALERT_CSV_COLUMNS}
            onLoadMore={more?.load}
            loadingMore={more?.loading ?? false}
            loadMoreLabel="Earlier alerts"
            empty={
              all.length > 0 ? NO_MATCHES : state === "OPEN" ? "No open alerts" : "No alerts have been cleared yet"
            }
            noMatches={NO_MATCHES}
            live={state === "OPEN"}
          />
          {acknowledging && <AcknowledgeDialog alert={acknowledging} onClose={() => setAcknowledging(null)} />}
        </>
      )}
    </QueryPage>
  );
}

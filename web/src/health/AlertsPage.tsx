import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { FridgeAlertState } from "../api/schema";
import { downloadCsv, toCsv } from "../lib/csv";
import { businessDay } from "../lib/day";
import {
  BulkCommandDialog,
  BulkCommandSelect,
  BulkCommandsProvider,
  type CommandTarget,
} from "../commands/BulkCommands";
import { paths } from "../lib/paths";
import { BulkScheduleButton } from "../locations/BulkScheduleButton";
import { useNow } from "../lib/useNow";
import { useUrlState } from "../lib/useUrlState";
import { useMyPermissions } from "../session/permissions";
import { BulkBar } from "../ui/bulk/BulkBar";
import { ExportSelection } from "../ui/bulk/ExportSelection";
import { RefreshButton } from "../ui/RefreshButton";
import { SelectField } from "../ui/form/SelectField";
import { onDemand } from "../ui/onDemand";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { DataTable, useSelection, useTableViews } from "../ui/table";
import { Toolbar } from "../ui/Toolbar";
import { ViewSwitch } from "../ui/ViewSwitch";
import { BulkAcknowledgeButton, BulkAcknowledgeDialog, useBulkAcknowledge } from "./alerts/BulkAcknowledge";
import { ALERT_CSV_COLUMNS, alertColumns } from "./alerts/columns";
import { useAlerts } from "./alerts/useAlerts";
import { ALERTS_FAILURE, ALERTS_POLL_INTERVAL, type FridgeAlert } from "./fridgeAlerts";
import { FridgeZoneContext, useZonesOfFridges } from "./fridgeZone";
import { ALERT_KINDS, alertKindLabel, parseAlertFilters } from "./rules/alerts";

const AcknowledgeDialog = onDemand(async () => (await import("./alerts/AcknowledgeDialog")).AcknowledgeDialog);

const STATES: readonly (readonly [FridgeAlertState, string])[] = [
  ["OPEN", "Open"],
  ["CLEARED", "History"],
];

const NO_MATCHES = "No alerts match these filters";

/** Open alerts, and the history of cleared ones. */
export default function AlertsPage() {
  return (
    <BulkCommandsProvider>
      <Alerts />
    </BulkCommandsProvider>
  );
}

function Alerts() {
  const now = useNow();
  const urlState = useUrlState("text");
  const { address, set, flush } = urlState;
  const views = useTableViews("alerts", urlState);
  const { state, fridge, kind, text } = parseAlertFilters(address);
  const { alerts, error, isFetching, refetch, asOf, connected, more } = useAlerts(state, fridge || undefined);
  const zoneOf = useZonesOfFridges((alerts ?? []).map(({ location }) => location));
  const [acknowledging, setAcknowledging] = useState<FridgeAlert | null>(null);
  const { clear, ...selection } = useSelection();
  const bulkAcknowledge = useBulkAcknowledge();
  const csvName = `alerts-${businessDay()}.csv`;
  const { may, missingPermission } = useMyPermissions();
  const disabledReason = missingPermission("SendFridgeCommand");
  const columns = useMemo(
    () => alertColumns({ now, disabledReason, onAcknowledge: setAcknowledging }),
    [now, disabledReason],
  );
  return (
    <FridgeZoneContext value={zoneOf}>
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
            {may("ManageAlertNotifications") && <Link to={paths.alertNotifications}>Notifications</Link>}
            <Link to={fridge ? paths.fridgeHealth(fridge) : paths.health}>
              {fridge ? `Health of ${fridge}` : "Fleet health"}
            </Link>
          </>
        )}
        toolbar={
          <>
            <Toolbar>
              <ViewSwitch
                label="Alert state"
                options={STATES}
                value={state}
                onChange={(next) => {
                  clear();
                  set("state", next === "OPEN" ? "" : next);
                }}
              />
            </Toolbar>
            {/* Outside of the list, so that typed notes and results are kept when the alerts clear. */}
            <BulkCommandDialog />
            <BulkAcknowledgeDialog bulk={bulkAcknowledge} />
            {acknowledging && <AcknowledgeDialog alert={acknowledging} onClose={() => setAcknowledging(null)} />}
          </>
        }
      >
        {(all) => (
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
            actions={<RefreshButton onRefresh={() => void refetch()} refreshing={isFetching} />}
            sort={address.get("sort") ?? ""}
            onSort={(sort) => set("sort", sort)}
            views={views}
            csvName={csvName}
            csvColumns={ALERT_CSV_COLUMNS}
            onLoadMore={more?.load}
            loadingMore={more?.loading ?? false}
            loadMoreLabel="Earlier alerts"
            empty={
              all.length > 0 ? NO_MATCHES : state === "OPEN" ? "No open alerts" : "No alerts have been cleared yet"
            }
            noMatches={NO_MATCHES}
            live={state === "OPEN"}
            selection={{
              ...selection,
              label: (alert) => `Select ${alert.location}: ${alertKindLabel(alert.kind)}`,
              allLabel: "Select all alerts",
              actions: (selected) => (
                <BulkBar count={selected.length} rowName="alert" onClear={clear}>
                  <BulkCommandSelect targets={fridgesOf(selected)} />
                  <BulkAcknowledgeButton bulk={bulkAcknowledge} selected={selected} />
                  <BulkScheduleButton ids={fridgesOf(selected).map(({ id }) => id)} />
                  <ExportSelection onExport={() => downloadCsv(csvName, toCsv(ALERT_CSV_COLUMNS, selected))} />
                </BulkBar>
              ),
            }}
          />
        )}
      </QueryPage>
    </FridgeZoneContext>
  );
}

/** The fridges of alerts, each of them once. The list of alerts does not have their names. */
function fridgesOf(alerts: readonly FridgeAlert[]): readonly CommandTarget[] {
  return [...new Set(alerts.map(({ location }) => location))].map((id) => ({ id, name: "" }));
}

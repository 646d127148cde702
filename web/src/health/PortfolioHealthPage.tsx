import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { Link } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import { pollEvery } from "../api/live";
import { liveFridgesOf, liveLocationsQuery } from "../locations/liveFridges";
import { useMyPermissions } from "../session/permissions";
import { useUser } from "../session/user";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { LiveAge } from "../ui/LiveAge";
import { LookSwitch } from "../ui/LookSwitch";
import { Page } from "../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useNow } from "../ui/useNow";
import { ALERTS, PORTFOLIO } from "./address";
import { AffectedChart } from "./fleet/AffectedChart";
import { affectedCounts, byId, entriesOf, type Entry } from "./fleet/entries";
import { exportHealth } from "./fleet/exportCsv";
import { FilterPanel } from "./fleet/FilterPanel";
import { FLEET_POLL, FLEET_POLL_LIVE, fleetHealthQuery } from "./fleet/fleetHealth";
import { filterEntries, jofemarStatesOf, type Look } from "./fleet/filters";
import { LoadingProgress } from "./fleet/LoadingProgress";
import { LocationPanels } from "./fleet/LocationPanels";
import { isAsked, NO_HEALTH } from "./fleet/load";
import { inOrder } from "./fleet/order";
import { useFleetAddress } from "./fleet/useFleetAddress";
import { useFleetLive } from "./fleet/useFleetLive";
import { WorstTable } from "./fleet/WorstTable";
import { ALERTS_POLL, openAlertsQuery } from "./fridgeAlerts";
import { HEALTH_FAILURE } from "./fridgeHealth";
import "./fleet/portfolio.css";

const TITLE = "Fridge Health Monitoring";
/** Ages are told in minutes. */
const TICK = 30_000;

const LOOKS: readonly (readonly [Look, string])[] = [
  ["locations", "Locations"],
  ["worst", "Worst first"],
];

const number = new Intl.NumberFormat("en-US");

/** The health of all fridges that sell (spec of fleet operations, section 2.2). */
export default function PortfolioHealthPage() {
  const { may } = useMyPermissions();
  return may("GetAllLocation") ? <Portfolio /> : <NotAllowed />;
}

function NotAllowed({ error }: { readonly error?: unknown }) {
  return (
    <Page title={TITLE}>
      <Forbidden to="see the fleet" error={error} />
    </Page>
  );
}

function Portfolio() {
  const { sub } = useUser();
  const client = useQueryClient();
  const now = useNow(TICK);
  const { filters, sort, open, set, setToggle, setSort, setOpen, clear, settle } = useFleetAddress();
  const { look } = filters;
  const text = useDeferredValue(filters.text);

  const locations = useQuery(liveLocationsQuery(sub));
  const { connected } = useFleetLive(sub);
  const fleet = useQuery({
    ...fleetHealthQuery(sub),
    refetchInterval: pollEvery(connected, FLEET_POLL, FLEET_POLL_LIVE),
  });
  const alerts = useQuery({ ...openAlertsQuery(), refetchInterval: pollEvery(connected, ALERTS_POLL) });
  const read = fleet.data ?? NO_HEALTH;
  const { health, asOf, progress, failed } = read;

  const fridges = useMemo(() => (locations.data ? byId(liveFridgesOf(locations.data)) : []), [locations.data]);
  const entries = useMemo(() => {
    const asked = isAsked(read);
    return entriesOf(
      fridges.filter(({ id }) => asked(id)),
      read.health,
      now,
    );
  }, [fridges, read, now]);
  // Filters keep the order: it is made once, and not at each key.
  const ordered = useMemo(() => (look === "worst" ? inOrder(entries, sort) : entries), [entries, look, sort]);
  const listed = useMemo(() => filterEntries(ordered, { ...filters, text }), [ordered, filters, text]);

  const error = locations.error ?? fleet.error;
  if (isForbidden(error)) return <NotAllowed error={error} />;

  const loading = fleet.isFetching;
  const known = asOf !== null || health.size > 0;
  const refresh = () => void client.invalidateQueries({ queryKey: fleetHealthQuery(sub).queryKey });
  const summary = (
    <>
      {asOf !== null && <LiveAge at={asOf} connected={connected} every={FLEET_POLL} />}
      <Link to={ALERTS}>{alerts.data ? `Alerts (${number.format(alerts.data.length)} open)` : "Alerts"}</Link>
    </>
  );
  return (
    <Page title={TITLE} aside={summary}>
      {error && <Failure message={messageOf(error, HEALTH_FAILURE)} onRetry={refresh} retrying={loading} />}
      {failed.length > 0 && !loading && (
        <Failure
          message={`${HEALTH_FAILURE} Of ${number.format(failed.length)} fridges the health could not be read.`}
          onRetry={refresh}
        />
      )}
      {loading && progress && <LoadingProgress {...progress} />}
      {!known && !error && !progress && <Loading what="the fleet's health" />}
      {known && (
        <>
          <div className="health-top">
            <section className="health-overview" aria-label="Overview">
              <AffectedChart
                counts={affectedCounts(entries)}
                addressOf={(name) => `${PORTFOLIO}?look=worst&problem=${name}`}
              />
            </section>
            <section className="health-narrowing" aria-labelledby="health-filters">
              <h2 id="health-filters">Filters</h2>
              <FilterPanel
                filters={filters}
                jofemarStates={jofemarStatesOf(entries, filters.jofemarState)}
                onChange={set}
                onToggle={setToggle}
                onTyped={settle}
              />
            </section>
          </div>
          <div className="health-list-head">
            <h2>
              Locations{" "}
              <span role="status" className="health-count">
                {number.format(listed.length)} of {number.format(entries.length)}
              </span>
            </h2>
            <div className="health-actions">
              <LookSwitch label="Show as" looks={LOOKS} look={look} onLook={(next) => set("look", lookText(next))} />
              <Button onClick={refresh} busy={loading} busyText="Refreshing…">
                Refresh
              </Button>
              <ExportButton count={listed.length} onExport={() => exportHealth(listed, now)} />
            </div>
          </div>
          {look === "locations" && (
            <LeftOut entries={entries} listed={listed} onWorst={() => set("look", lookText("worst"))} />
          )}
          {listed.length > 0 && look === "locations" && (
            <LocationPanels entries={listed} now={now} open={open} onOpen={setOpen} />
          )}
          {listed.length > 0 && look === "worst" && (
            <WorstTable entries={listed} now={now} sort={sort} onSort={setSort} />
          )}
          {listed.length === 0 && (
            <Empty>
              <p>{entries.length === 0 ? "There is no LIVE fridge" : "No fridge matches the filters"}</p>
              {entries.length > 0 && <Button onClick={clear}>Clear filters</Button>}
            </Empty>
          )}
        </>
      )}
    </Page>
  );
}

function lookText(look: Look): string {
  return look === "worst" ? look : "";
}

interface LeftOutProps {
  readonly entries: readonly Entry[];
  readonly listed: readonly Entry[];
  readonly onWorst: () => void;
}

/** The toggles as they stand show fridges that are as they should be: those that are not should not be overlooked. */
function LeftOut({ entries, listed, onWorst }: LeftOutProps) {
  const shown = new Set(listed);
  const count = entries.filter((entry) => entry.problems.some(({ grave }) => grave) && !shown.has(entry)).length;
  if (count === 0) return null;
  return (
    <p className="health-left-out">
      {number.format(count)} {count === 1 ? "fridge" : "fridges"} with problems {count === 1 ? "is" : "are"} left out by
      the filters.{" "}
      <Button look="quiet" onClick={onWorst}>
        Show the worst first
      </Button>
    </p>
  );
}

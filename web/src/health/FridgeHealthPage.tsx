import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import { livePollInterval } from "../api/live";
import { FridgeCommands } from "../commands/FridgeCommands";
import { locationQuery, type LocationDetail } from "../locations/locationQuery";
import { useMyPermissions } from "../session/permissions";
import { LiveAge } from "../ui/LiveAge";
import { Page } from "../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useNow } from "../ui/useNow";
import { PORTFOLIO_PATH } from "./paths";
import { AttributeTable } from "./AttributeTable";
import { CheckpointEvents } from "./fridge/CheckpointEvents";
import { FridgeAlerts } from "./fridge/FridgeAlerts";
import { SegmentEvents } from "./fridge/SegmentEvents";
import { SoftwareList } from "./fridge/SoftwareList";
import { TemperatureTrend } from "./fridge/TemperatureTrend";
import { useFridgeLive } from "./fridge/useFridgeLive";
import { fridgeHealthQuery, HEALTH_FAILURE, HEALTH_POLL_INTERVAL } from "./fridgeHealth";
import { ProblemTags } from "./ProblemTags";
import { problemsOf } from "./rules/problems";
import { lastReportTime } from "./rules/silence";
import "./fridge/fridge.css";

/** Ages are shown in minutes, so the clock ticks more often than that. */
const CLOCK_INTERVAL = 15_000;

/** The health of one fridge (HLT-10). Also used on a phone at the fridge. */
export default function FridgeHealthPage() {
  const id = useParams().id ?? "";
  return <FridgeScreen key={id} id={id} />;
}

function FridgeScreen({ id }: { readonly id: string }) {
  const now = useNow(CLOCK_INTERVAL);
  const { connected } = useFridgeLive(id);
  const { location, pending } = useLocation(id);
  const isFridge = location === undefined || location?.type === "FRIDGE";
  const health = useQuery({
    ...fridgeHealthQuery(id),
    enabled: isFridge,
    refetchInterval: livePollInterval(connected, HEALTH_POLL_INTERVAL),
  });
  // "Never reported" applies only to fridges, so wait until the location type is known.
  const data = pending && health.data === null ? undefined : health.data;

  const loading = data === undefined && !health.isError;

  if (!isFridge) return <NotAFridge id={id} location={location} />;
  if (isForbidden(health.error)) {
    return (
      <Page title={titleOf(id)}>
        <Forbidden action="view the health of fridges" error={health.error} />
      </Page>
    );
  }
  return (
    <Page
      title={titleOf(id)}
      aside={
        <>
          {data ? (
            <LiveAge
              at={lastReportTime(data)}
              connected={connected}
              pollInterval={HEALTH_POLL_INTERVAL}
              label="Reported"
            />
          ) : (
            <span className="live-age">{"\u00a0"}</span>
          )}
          <nav className="fridge-links" aria-label="This fridge">
            <Link to={`/locations/detail/${encodeURIComponent(id)}`}>Location</Link>
            <Link to={`/locations/inventory/${encodeURIComponent(id)}`}>Inventory</Link>
            <Link to={PORTFOLIO_PATH}>All fridges</Link>
          </nav>
        </>
      }
    >
      <LocationName location={location} pending={pending} />
      {health.isError && (
        <Failure
          message={messageOf(health.error, HEALTH_FAILURE)}
          onRetry={() => void health.refetch()}
          retrying={health.isFetching}
        />
      )}
      {loading && <p className="muted">Loading status…</p>}
      {data === null && <p className="muted">Never reported</p>}
      {data && <ProblemTags problems={problemsOf(data, now)} />}
      <FridgeAlerts id={id} now={now} connected={connected} />
      <div className="fridge-columns">
        <div className="fridge-column">
          <FridgeCommands locationId={id} health={data} />
          <section className="fridge-section" aria-labelledby="fridge-health">
            <h2 id="fridge-health">Health</h2>
            {loading && <Loading label={`the health of ${id}`} />}
            {data === null && <Empty>No data: this fridge has never reported.</Empty>}
            {data && <AttributeTable label={`Health of ${id}`} health={data} now={now} />}
            {data && <SoftwareList software={data.software} />}
          </section>
        </div>
        <div className="fridge-column">
          <TemperatureTrend id={id} now={now} connected={connected} />
          <CheckpointEvents id={id} />
          <SegmentEvents id={id} />
        </div>
      </div>
    </Page>
  );
}

function titleOf(id: string): string {
  return `Health of ${id}`;
}

/**
 * Reads the location if the user has permission: null if it does not exist, undefined if that is unknown. `pending` is
 * true while permissions or the location load.
 */
function useLocation(id: string) {
  const { isLoaded, may } = useMyPermissions();
  const allowed = isLoaded && may("GetSpecificLocation");
  const { data, isPending } = useQuery({ ...locationQuery(id), enabled: allowed });
  return { location: data, pending: !isLoaded || (allowed && isPending) };
}

/** Shown for a wholesale location or an unknown id. Neither has health or commands. */
function NotAFridge({ id, location }: { readonly id: string; readonly location: LocationDetail | null }) {
  return (
    <Page title={titleOf(id)}>
      <Empty>
        {location ? (
          <>
            <p>
              {location.prettyName} is {location.type === "WHOLESALE" ? "a wholesale location" : "not a fridge"}. It has
              no health and no commands.
            </p>
            <p>
              <Link to={`/locations/detail/${encodeURIComponent(id)}`}>Back to {id}</Link>
            </p>
          </>
        ) : (
          <>
            <p>There is no location {id}.</p>
            <p>
              <Link to="/locations/all">All locations</Link>
            </p>
          </>
        )}
        <p>
          <Link to={PORTFOLIO_PATH}>All fridges</Link>
        </p>
      </Empty>
    </Page>
  );
}

interface LocationNameProps {
  readonly location: LocationDetail | null | undefined;
  readonly pending: boolean;
}

/** The location's name. Reserves its line while loading, so that the buttons below do not move. */
function LocationName({ location, pending }: LocationNameProps) {
  if (!location && !pending) return null;
  return <p className="fridge-name">{location?.prettyName ?? "\u00a0"}</p>;
}

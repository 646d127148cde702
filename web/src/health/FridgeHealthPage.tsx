import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { paths } from "../lib/paths";
import { livePollInterval } from "../api/live";
import { FridgeCommands } from "../commands/FridgeCommands";
import { locationQuery, type LocationDetail } from "../locations/locationQuery";
import { useMyPermissions } from "../session/permissions";
import { Page } from "../ui/Page";
import { Empty } from "../ui/states";
import { useNow } from "../lib/useNow";
import { QueryView, QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
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

  const query = { ...health, data };

  if (!isFridge) return <NotAFridge id={id} location={location} />;
  return (
    <QueryPage
      title={titleOf(id)}
      query={query}
      label="status"
      error={HEALTH_FAILURE}
      forbidden={{ activity: "view the health of fridges" }}
      skeleton={<p className="muted">Loading status…</p>}
      {...(data
        ? { live: { connected, pollInterval: HEALTH_POLL_INTERVAL, at: lastReportTime(data), label: "Reported" } }
        : {})}
      aside={(live) => (
        <>
          {live ?? <span className="live-age">{"\u00a0"}</span>}
          <nav className="fridge-links" aria-label="This fridge">
            <Link to={paths.location(id)}>Location</Link>
            <Link to={paths.inventory(id)}>Inventory</Link>
            <Link to={paths.health}>All fridges</Link>
          </nav>
        </>
      )}
      toolbar={<LocationName location={location} pending={pending} />}
      footer={
        <>
          <FridgeAlerts id={id} now={now} connected={connected} />
          <div className="fridge-columns">
            <div className="fridge-column">
              <FridgeCommands locationId={id} health={data} />
              <section className="fridge-section" aria-labelledby="fridge-health">
                <h2 id="fridge-health">Health</h2>
                <QueryView
                  query={query}
                  label={`the health of ${id}`}
                  error={null}
                  isEmpty={(report) => report === null}
                  empty={{ title: "No data: this fridge has never reported." }}
                  skeleton={<Skeleton label={`the health of ${id}`} rows={12} />}
                >
                  {(report) =>
                    report && (
                      <>
                        <AttributeTable label={`Health of ${id}`} health={report} now={now} />
                        <SoftwareList software={report.software} />
                      </>
                    )
                  }
                </QueryView>
              </section>
            </div>
            <div className="fridge-column">
              <TemperatureTrend id={id} now={now} connected={connected} />
              <CheckpointEvents id={id} />
              <SegmentEvents id={id} />
            </div>
          </div>
        </>
      }
    >
      {(report) =>
        report ? <ProblemTags problems={problemsOf(report, now)} /> : <p className="muted">Never reported</p>
      }
    </QueryPage>
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
              <Link to={paths.location(id)}>Back to {id}</Link>
            </p>
          </>
        ) : (
          <>
            <p>There is no location {id}.</p>
            <p>
              <Link to={paths.locations}>All locations</Link>
            </p>
          </>
        )}
        <p>
          <Link to={paths.health}>All fridges</Link>
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

import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import { pollEvery } from "../api/live";
import { FridgeCommands } from "../commands/FridgeCommands";
import { locationQuery, type LocationDetail } from "../locations/locationQuery";
import { useMyPermissions } from "../session/permissions";
import { LiveAge } from "../ui/LiveAge";
import { Page } from "../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useNow } from "../ui/useNow";
import { PORTFOLIO } from "./address";
import { AttributeTable } from "./AttributeTable";
import { CheckpointEvents } from "./fridge/CheckpointEvents";
import { FridgeAlerts } from "./fridge/FridgeAlerts";
import { SegmentEvents } from "./fridge/SegmentEvents";
import { SoftwareList } from "./fridge/SoftwareList";
import { TemperatureTrend } from "./fridge/TemperatureTrend";
import { useFridgeLive } from "./fridge/useFridgeLive";
import { fridgeHealthQuery, HEALTH_FAILURE, HEALTH_POLL } from "./fridgeHealth";
import { ProblemTags } from "./ProblemTags";
import { problemsOf } from "./rules/problems";
import { lastHeard } from "./rules/silence";
import "./fridge/fridge.css";

/** Ages are told in minutes. */
const TICK = 15_000;

/** The health of one fridge (spec of fleet operations, section 2.3): for whoever stands beside it, too. */
export default function FridgeHealthPage() {
  const id = useParams().id ?? "";
  return <FridgeScreen key={id} id={id} />;
}

function FridgeScreen({ id }: { readonly id: string }) {
  const now = useNow(TICK);
  const { connected } = useFridgeLive(id);
  const { location, pending } = useLocation(id);
  const isFridge = location === undefined || location?.type === "FRIDGE";
  const health = useQuery({
    ...fridgeHealthQuery(id),
    enabled: isFridge,
    refetchInterval: pollEvery(connected, HEALTH_POLL),
  });
  // No report is only news of a fridge: until the location is known, it may be none.
  const data = pending && health.data === null ? undefined : health.data;

  const loading = data === undefined && !health.isError;

  if (!isFridge) return <NoFridge id={id} location={location} />;
  if (isForbidden(health.error)) {
    return (
      <Page title={titleOf(id)}>
        <Forbidden to="see the health of fridges" error={health.error} />
      </Page>
    );
  }
  return (
    <Page
      title={titleOf(id)}
      aside={
        <>
          {data ? (
            <LiveAge at={lastHeard(data)} connected={connected} every={HEALTH_POLL} what="Reported" />
          ) : (
            <span className="live-age">{"\u00a0"}</span>
          )}
          <nav className="fridge-links" aria-label="This fridge">
            <Link to={`/locations/detail/${encodeURIComponent(id)}`}>Location</Link>
            <Link to={`/locations/inventory/${encodeURIComponent(id)}`}>Inventory</Link>
            <Link to={PORTFOLIO}>All fridges</Link>
          </nav>
        </>
      }
    >
      <Name location={location} pending={pending} />
      {health.isError && (
        <Failure
          message={messageOf(health.error, HEALTH_FAILURE)}
          onRetry={() => void health.refetch()}
          retrying={health.isFetching}
        />
      )}
      {loading && <p className="muted">Loading its state…</p>}
      {data === null && <p className="muted">Never reported</p>}
      {data && <ProblemTags problems={problemsOf(data, now)} />}
      <FridgeAlerts id={id} now={now} connected={connected} />
      <div className="fridge-columns">
        <div className="fridge-column">
          <FridgeCommands locationId={id} health={data} />
          <section className="fridge-section" aria-labelledby="fridge-health">
            <h2 id="fridge-health">Health</h2>
            {loading && <Loading what={`the health of ${id}`} />}
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
 * The location, for who may see it: null where there is none, undefined where that is not known. `pending` is true while
 * it is loading.
 */
function useLocation(id: string) {
  const { known, may } = useMyPermissions();
  const allowed = known && may("GetSpecificLocation");
  const { data, isPending } = useQuery({ ...locationQuery(id), enabled: allowed });
  return { location: data, pending: !known || (allowed && isPending) };
}

/** A wholesale location has no fridge, and an unknown id no location: neither has health, nor takes commands. */
function NoFridge({ id, location }: { readonly id: string; readonly location: LocationDetail | null }) {
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
          <Link to={PORTFOLIO}>All fridges</Link>
        </p>
      </Empty>
    </Page>
  );
}

interface NameProps {
  readonly location: LocationDetail | null | undefined;
  readonly pending: boolean;
}

/** What the location is called, for who may see that. Its line is there from the start: nothing below moves under a hand. */
function Name({ location, pending }: NameProps) {
  if (!location && !pending) return null;
  return <p className="fridge-name">{location?.prettyName ?? "\u00a0"}</p>;
}

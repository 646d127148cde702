import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import { pollEvery } from "../api/live";
import { FridgeCommands } from "../commands/FridgeCommands";
import { locationQuery } from "../locations/locationQuery";
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
  const health = useQuery({ ...fridgeHealthQuery(id), refetchInterval: pollEvery(connected, HEALTH_POLL) });
  const { data } = health;

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
      <Name id={id} />
      {health.isError && (
        <Failure
          message={messageOf(health.error, HEALTH_FAILURE)}
          onRetry={() => void health.refetch()}
          retrying={health.isFetching}
        />
      )}
      {health.isPending && <p className="muted">Loading its state…</p>}
      {data === null && <p className="muted">Never reported</p>}
      {data && <ProblemTags problems={problemsOf(data, now)} />}
      <FridgeAlerts id={id} now={now} connected={connected} />
      <div className="fridge-columns">
        <div className="fridge-column">
          <FridgeCommands locationId={id} health={data} />
          <section className="fridge-section" aria-labelledby="fridge-health">
            <h2 id="fridge-health">Health</h2>
            {health.isPending && <Loading what={`the health of ${id}`} />}
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

/** What the location is called, for who may see that. Its line is there from the start: nothing below moves under a hand. */
function Name({ id }: { readonly id: string }) {
  const { known, may } = useMyPermissions();
  const location = useQuery({ ...locationQuery(id), enabled: known && may("GetSpecificLocation") });
  if (location.data === null) return <p className="muted">There is no location {id}.</p>;
  if (location.isError || (known && !may("GetSpecificLocation"))) return null;
  return <p className="fridge-name">{location.data?.prettyName ?? "\u00a0"}</p>;
}

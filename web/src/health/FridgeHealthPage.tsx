import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { livePollInterval } from "../api/live";
import { FridgeCommands } from "../commands/FridgeCommands";
import { connectionQuery } from "../connections/connection";
import { ConnectionPanel } from "../connections/ConnectionPanel";
import { formatDateTimeWithCentral } from "../lib/formats";
import { paths } from "../lib/paths";
import { useNow } from "../lib/useNow";
import type { LocationDetail } from "../locations/locationQuery";
import { useLocationIfPermitted } from "../locations/useLocationIfPermitted";
import { useWorkspace } from "../locations/workspace";
import { LiveAgePlaceholder } from "../ui/LiveAge";
import { Page } from "../ui/Page";
import { Panel, Panels } from "../ui/Panel";
import { knownAt } from "../ui/query/query";
import { QueryPage, QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { Empty } from "../ui/states";
import { Muted } from "../ui/text";
import { AttributeList } from "./AttributeList";
import { CheckpointEvents } from "./fridge/CheckpointEvents";
import { FridgeAlerts } from "./fridge/FridgeAlerts";
import { SegmentEvents } from "./fridge/SegmentEvents";
import { SoftwareList } from "./fridge/SoftwareList";
import { TemperatureTrend } from "./fridge/TemperatureTrend";
import { fridgeHealthQuery, HEALTH_FAILURE, HEALTH_POLL_INTERVAL } from "./fridgeHealth";
import { FridgeZoneContext, useZoneOfFridge } from "./fridgeZone";
import styles from "./fridgeHealthPage.module.css";
import { ProblemTags } from "./ProblemTags";
import { problemsOf } from "./rules/problems";
import { lastReportTime } from "./rules/silence";

/** The health of one fridge (HLT-10). Also used on a phone at the fridge. */
export default function FridgeHealthPage() {
  const id = useParams().id ?? "";
  return <FridgeScreen key={id} id={id} />;
}

function FridgeScreen({ id }: { readonly id: string }) {
  const now = useNow();
  const { connected } = useWorkspace();
  const { location, pending } = useLocationIfPermitted(id);
  const isFridge = location === undefined || location?.type === "FRIDGE";
  const health = useQuery({
    ...fridgeHealthQuery(id),
    enabled: isFridge,
    refetchInterval: livePollInterval(connected, HEALTH_POLL_INTERVAL),
  });
  // "Never reported" applies only to fridges, so wait until the location type is known.
  const data = pending && health.data === null ? undefined : health.data;

  const zoneOf = useZoneOfFridge(location?.timeZone ?? data?.timezone);
  const query = { ...health, data };
  const zone = zoneOf(id);
  const isDisconnected = useQuery({ ...connectionQuery(id), enabled: isFridge }).data?.state === "DISCONNECTED";

  if (!isFridge) return <NotAFridge id={id} location={location} />;
  return (
    <QueryPage
      title={titleOf(id)}
      query={query}
      label="status"
      error={HEALTH_FAILURE}
      forbidden={{ activity: "view the health of fridges" }}
      skeleton={<Muted as="p">Loading status…</Muted>}
      {...(data
        ? { live: { connected, pollInterval: HEALTH_POLL_INTERVAL, at: lastReportTime(data), label: "Reported" } }
        : {})}
      aside={(live) => (
        <>
          {live ?? <LiveAgePlaceholder />}
          <Link to={paths.health}>All fridges</Link>
        </>
      )}
      footer={
        <FridgeZoneContext value={zoneOf}>
          <FridgeAlerts id={id} now={now} connected={connected} />
          <Panels>
            <div className={styles.column}>
              <FridgeCommands locationId={id} name={location?.prettyName ?? ""} health={data} />
              <ConnectionPanel
                id={id}
                zone={zone}
                now={now}
                lastReport={data && lastReportTime(data)}
                agentVersion={data?.software.find(({ artifactType }) => artifactType === "FRIDGE_AGENT")?.version}
                formatTime={(at) => formatDateTimeWithCentral(at, { zone })}
                connected={connected}
              />
              <Panel title="Health">
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
                        <AttributeList label={`Health of ${id}`} health={report} now={now} />
                        <SoftwareList software={report.software} />
                      </>
                    )
                  }
                </QueryView>
              </Panel>
            </div>
            <div className={styles.column}>
              <TemperatureTrend id={id} now={now} connected={connected} />
              <CheckpointEvents id={id} />
              <SegmentEvents id={id} />
            </div>
          </Panels>
        </FridgeZoneContext>
      }
    >
      {(report) =>
        report ? (
          <ProblemTags problems={problemsOf(report, knownAt(health, now), isDisconnected)} />
        ) : (
          <Muted as="p">Never reported</Muted>
        )
      }
    </QueryPage>
  );
}

function titleOf(id: string): string {
  return `Health of ${id}`;
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

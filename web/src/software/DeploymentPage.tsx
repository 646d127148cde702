import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { formatDateTime, formatNumber, formatShare } from "../lib/formats";
import { paths } from "../lib/paths";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { Facts } from "../ui/Facts";
import { Notice } from "../ui/Notice";
import { Panel, Panels } from "../ui/Panel";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { Tag } from "../ui/Tag";
import { ACTIVE_POLL_MS } from "./deploymentPolling";
import { QUERY_FAILURE } from "./queries";
import { continuations, isUnfinished, softwareOf, STATES, waitsForUser, type Deployment } from "./rules/stages";
import { DeploymentActions } from "./stages/DeploymentActions";
import { EventList } from "./stages/EventList";
import { ProgressBar } from "./stages/ProgressBar";
import { ProgressChart } from "./stages/ProgressChart";
import { deploymentQuery, type DeploymentDetail } from "./stages/queries";
import { StageList } from "./stages/StageList";
import styles from "./stages/stages.module.css";
import { TargetTable } from "./stages/TargetTable";

/** One deployment in stages: its progress, its fridges, and the buttons that change it (SWR-15). */
export default function DeploymentPage() {
  const { id = "" } = useParams();
  const address = useUrlState("find");
  const query = useQuery(deploymentQuery(id));
  const deployment = query.data?.deployment;
  return (
    <QueryPage
      title={deployment ? `Deployment of ${softwareOf(deployment)}` : "Deployment"}
      query={query}
      label="the deployment"
      error={QUERY_FAILURE}
      forbidden={{ activity: "view deployments" }}
      notFound={{
        title: "There is no such deployment",
        action: <Link to={paths.deployments}>Show all deployments</Link>,
      }}
      skeleton={<Skeleton label="the deployment" rows={10} />}
      {...(deployment && isUnfinished(deployment) ? { live: { connected: false, pollInterval: ACTIVE_POLL_MS } } : {})}
    >
      {(detail) => <Detail detail={detail} address={address} />}
    </QueryPage>
  );
}

function Detail({ detail, address }: { readonly detail: DeploymentDetail; readonly address: UrlState }) {
  const { deployment } = detail;
  const { state, counts, fridges, pilot, reason, createdAt, createdBy, checkedAt } = deployment;
  const stateTag = <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>;
  return (
    <>
      <StateNotice deployment={deployment} />
      <DeploymentActions deployment={deployment} />
      <Facts
        layout="row"
        label="Deployment"
        facts={[
          ["State", stateTag],
          ["Fridges", formatNumber(fridges)],
          ["Pilot", pilot],
          ["Created", formatDateTime(createdAt)],
          ["Created by", createdBy],
          ["Reason", reason],
          ["Last check", checkedAt === null ? "Within a minute" : formatDateTime(checkedAt)],
        ]}
      />
      <Panel title="Progress">
        <ProgressBar counts={counts} />
        <ProgressChart detail={detail} />
      </Panel>
      <Panels>
        <Panel title="Stages">
          <StageList deployment={deployment} />
        </Panel>
        <Panel title="Running versions">
          <RunningVersions deployment={deployment} />
        </Panel>
        <Panel title="History">
          <EventList detail={detail} />
        </Panel>
      </Panels>
      <TargetTable deployment={deployment} address={address} />
    </>
  );
}

/** What the user should know or decide now. */
function StateNotice({ deployment }: { readonly deployment: Deployment }) {
  const { state, stateReason } = deployment;
  if (state === "STOPPED") {
    return (
      <Notice tone="negative" role="alert">
        The deployment stopped automatically{stateReason === null ? "" : `: ${stateReason}`}. Check these fridges, then
        roll back, or create another deployment for the other fridges.
      </Notice>
    );
  }
  if (state === "PAUSED") return <Notice tone="warning">The deployment is paused. Nothing more is sent.</Notice>;
  if (state === "ROLLED_BACK" && isUnfinished(deployment)) {
    return <Notice tone="info">The fridges are being rolled back. This takes some minutes.</Notice>;
  }
  if (!waitsForUser(deployment)) return null;
  const [next] = continuations(deployment);
  return (
    <Notice tone="info" role="status">
      The started stages are finished. Check the fridges{next ? `, then choose “${next.label}”` : ""}.
    </Notice>
  );
}

function RunningVersions({
  deployment: { runningVersions, artifactVersion, fridges },
}: {
  readonly deployment: Deployment;
}) {
  if (runningVersions.length === 0) return <p>The fridges are not checked yet.</p>;
  return (
    <ul className={styles.versions}>
      {runningVersions.map(({ version, fridges: count }) => (
        <li key={version}>
          {version === artifactVersion ? <strong>{version}</strong> : <span>{version ?? "Not reported"}</span>}
          <span>
            {formatNumber(count)} ({formatShare(count / fridges)})
          </span>
        </li>
      ))}
    </ul>
  );
}

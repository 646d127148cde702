import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatDateTime } from "../lib/formats";
import { paths } from "../lib/paths";
import { useUrlState } from "../lib/useUrlState";
import { flattenPages } from "../ui/query/query";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { DataTable, dateTime, link, number, status, tableColumns, text } from "../ui/table";
import { LIST_POLL_MS } from "./deploymentPolling";
import { QUERY_FAILURE } from "./queries";
import { softwareOf, stageName, STATES, type Deployment } from "./rules/stages";
import { deploymentsQuery } from "./stages/queries";

/** The share of the last started stage: 'Pilot', '25%' or 'All'. */
function reachedStage({ stages, startedStages }: Deployment): string {
  const stage = stages[startedStages - 1];
  return stage ? stageName(stage) : "";
}

const COLUMNS = tableColumns<Deployment>([
  link("software", {
    label: "Software",
    value: softwareOf,
    to: ({ id }) => paths.deployment(id),
    rowHeader: true,
  }),
  status("state", {
    label: "State",
    value: ({ state }) => STATES[state].label,
    tone: ({ state }) => STATES[state].tone,
  }),
  text("stage", { label: "Stage", value: reachedStage }),
  number("fridges", { label: "Fridges", value: ({ fridges }) => fridges }),
  number("running", { label: "Running", value: ({ counts }) => counts.running }),
  number("failed", { label: "Failed", value: ({ counts }) => counts.failed }),
  dateTime("created", {
    label: "Created",
    value: ({ createdAt }) => createdAt,
    format: (at) => formatDateTime(at),
    descendingFirst: true,
  }),
  text("user", { label: "Created by", value: ({ createdBy }) => createdBy, truncate: true, priority: 2 }),
  text("reason", { label: "Reason", value: ({ reason }) => reason, priority: 3 }),
]);
const rowId = ({ id }: Deployment) => id;

/** Lists the deployments in stages, newest first (SWR-15). */
export default function DeploymentsPage() {
  const { address, set, flush } = useUrlState("find");
  const deployments = useInfiniteQuery(deploymentsQuery);
  const find = address.get("find") ?? "";
  return (
    <QueryPage
      title="Software Deployments"
      query={flattenPages(deployments)}
      label="deployments"
      error={QUERY_FAILURE}
      forbidden={{ activity: "view deployments" }}
      live={{ connected: false, pollInterval: LIST_POLL_MS }}
      empty={{
        title: "No deployments in stages yet",
        action: <Link to={paths.fridgeSoftware}>Deploy in stages</Link>,
      }}
      skeleton={<Skeleton label="deployments" rows={8} />}
    >
      {(rows) => (
        <DataTable
          name="software-deployments"
          label="Software deployments"
          columns={COLUMNS}
          rows={rows}
          rowId={rowId}
          search={{ label: "Find a deployment", value: find, onChange: (next) => set("find", next), onBlur: flush }}
          sort={address.get("sort") ?? ""}
          onSort={(sort) => set("sort", sort)}
          csvName="software-deployments.csv"
          noMatches={`No deployments match “${find.trim()}”`}
          live
          onLoadMore={deployments.hasNextPage ? () => void deployments.fetchNextPage() : undefined}
          loadingMore={deployments.isFetchingNextPage}
          loadMoreLabel="Show earlier deployments"
        />
      )}
    </QueryPage>
  );
}

import { useInfiniteQuery } from "@tanstack/react-query";
import type { FridgeDeploymentTargetState } from "../../api/schema";
import { formatDateTime } from "../../lib/formats";
import { paths } from "../../lib/paths";
import type { UrlState } from "../../lib/useUrlState";
import { SelectField } from "../../ui/form/SelectField";
import { Panel } from "../../ui/Panel";
import { flattenPages } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { DataTable, dateTime, id, status, tableColumns, text } from "../../ui/table";
import { Toolbar } from "../../ui/Toolbar";
import { QUERY_FAILURE } from "../queries";
import { isUnfinished, stageName, TARGET_STATES, targetWord, type Deployment } from "../rules/stages";
import { targetsQuery, type DeploymentTarget } from "./queries";

const rowId = ({ fridge }: DeploymentTarget) => fridge;

function columnsOf({ stages }: Deployment) {
  const nameOf = ({ stage }: DeploymentTarget) => {
    const found = stages[stage];
    return found ? stageName(found) : "";
  };
  return tableColumns<DeploymentTarget>([
    id("fridge", {
      label: "Fridge",
      value: ({ fridge }) => fridge,
      to: ({ fridge }) => paths.fridgeHealth(fridge),
      rowHeader: true,
    }),
    text("stage", { label: "Stage", value: nameOf, sortValue: ({ stage }) => stage, priority: 2 }),
    status("state", {
      label: "State",
      value: ({ state }) => targetWord(state).label,
      tone: ({ state }) => targetWord(state).tone,
    }),
    text("desired", { label: "Desired version", value: ({ desiredVersion }) => desiredVersion }),
    text("running", { label: "Running version", value: ({ runningVersion }) => runningVersion }),
    text("previous", { label: "Previous version", value: ({ previousVersion }) => previousVersion, priority: 3 }),
    text("reason", { label: "Reason", value: ({ reason }) => reason, grow: 3 }),
    dateTime("sent", {
      label: "Sent",
      value: ({ sentAt }) => sentAt,
      format: (at) => formatDateTime(at),
      priority: 3,
    }),
    dateTime("reported", {
      label: "Last reported",
      value: ({ reportedAt }) => reportedAt,
      format: (at) => formatDateTime(at),
      priority: 2,
    }),
  ]);
}

interface Props {
  readonly deployment: Deployment;
  readonly address: UrlState;
}

/** The fridges of a deployment with their desired and running versions. */
export function TargetTable({ deployment, address: { address, set, flush } }: Props) {
  const state = targetState(address.get("state"));
  const find = address.get("find") ?? "";
  const targets = useInfiniteQuery(targetsQuery(deployment.id, state, isUnfinished(deployment)));
  return (
    <Panel title="Fridges">
      <QueryView
        query={flattenPages(targets)}
        label="fridges"
        error={QUERY_FAILURE}
        toolbar={
          <Toolbar landmark="Fridges of the deployment">
            <SelectField
              label="State"
              value={state ?? ""}
              emptyLabel="All states"
              options={TARGET_STATES.map(({ state: value, label }) => ({ value, label }))}
              onChange={(value) => set("state", value)}
            />
          </Toolbar>
        }
        empty={{ title: "No fridges are in this state" }}
        skeleton={<Skeleton label="fridges" rows={6} />}
      >
        {(rows) => (
          <DataTable
            name="deployment-fridges"
            label="Fridges of the deployment"
            columns={columnsOf(deployment)}
            rows={rows}
            rowId={rowId}
            search={{
              label: "Find a fridge",
              value: find,
              onChange: (next) => set("find", next),
              onBlur: flush,
            }}
            sort={address.get("sort") ?? ""}
            onSort={(sort) => set("sort", sort)}
            csvName={`deployment-${deployment.artifactVersion}.csv`}
            noMatches={`No fridges match “${find.trim()}”`}
            live
            onLoadMore={targets.hasNextPage ? () => void targets.fetchNextPage() : undefined}
            loadingMore={targets.isFetchingNextPage}
            loadMoreLabel="Show more fridges"
          />
        )}
      </QueryView>
    </Panel>
  );
}

function targetState(value: string | null): FridgeDeploymentTargetState | null {
  return TARGET_STATES.find(({ state }) => state === value)?.state ?? null;
}

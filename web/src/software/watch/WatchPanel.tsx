import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ArtifactType } from "../../api/schema";
import { formatDateTime, formatNumber, formatPart, formatPeriod } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { DataTable, dateTime, id, status, tableColumns, text } from "../../ui/table";
import { Panel } from "../../ui/Panel";
import { Muted } from "../../ui/text";
import { labelOf } from "../artifacts";
import type { Row } from "../inventory/rows";
import { targetWord } from "../rules/stages";
import { MAX_WATCHED, reportsQuery, WATCH_POLL_MS, watchedFridges, type WatchedFridge } from "./progress";

const rowId = ({ fridge }: WatchedFridge) => fridge;
/** The same words as for the fridges of a deployment in stages. */
const wordOf = ({ isDone }: WatchedFridge) => targetWord(isDone ? "RUNNING" : "SENT");

const COLUMNS = tableColumns<WatchedFridge>([
  id("fridge", {
    label: "Fridge",
    value: ({ fridge }) => fridge,
    to: ({ fridge }) => paths.fridgeHealth(fridge),
    rowHeader: true,
  }),
  status("state", { label: "State", value: (row) => wordOf(row).label, tone: (row) => wordOf(row).tone }),
  text("desired", { label: "Desired version", value: ({ desired }) => desired }),
  text("running", { label: "Running version", value: ({ running }) => running }),
  dateTime("reported", {
    label: "Last reported",
    value: ({ reportedAt }) => reportedAt,
    format: (at) => formatDateTime(at),
    priority: 2,
  }),
]);

interface Props {
  /** The listed fridges. */
  readonly rows: readonly Row[];
  readonly type: ArtifactType;
  readonly onClose: () => void;
}

/** Which of the listed fridges run the version that was deployed to them (SWR-19). */
export function WatchPanel({ rows, type, onClose }: Props) {
  const ids = useMemo(() => rows.slice(0, MAX_WATCHED).map((row) => row.id), [rows]);
  const reports = useQuery({
    ...reportsQuery(type, ids),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      state.data && watchedFridges(rows, type, state.data).every(({ isDone }) => isDone) ? false : WATCH_POLL_MS,
  });
  return (
    <Panel title={`Progress of ${labelOf(type)}`} aside={<Button onClick={onClose}>Close</Button>}>
      <QueryView
        query={reports}
        label="the running versions"
        error="Unable to load the running versions, Please check your internet and your permissions"
        skeleton={<Skeleton label="the running versions" rows={4} />}
      >
        {(byFridge) => {
          const fridges = watchedFridges(rows, type, byFridge);
          const done = fridges.filter(({ isDone }) => isDone).length;
          return (
            <>
              <p role="status">{formatPart(done, fridges.length)} fridges run the deployed version</p>
              <Muted as="p">
                A fridge reports about every 10 minutes.{" "}
                {done < fridges.length && `Updates every ${formatPeriod(WATCH_POLL_MS)}. `}
                {rows.length > MAX_WATCHED && `Only the first ${formatNumber(MAX_WATCHED)} fridges are shown.`}
              </Muted>
              <DataTable
                name="watched-fridges"
                label="Fridges with the deployed version"
                columns={COLUMNS}
                rows={fridges}
                rowId={rowId}
                csvName="deployed-versions.csv"
                live
                empty="No fridges have this version"
              />
            </>
          );
        }}
      </QueryView>
    </Panel>
  );
}

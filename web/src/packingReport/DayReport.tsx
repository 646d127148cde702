import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { formatCount, formatNumber } from "../lib/formats";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { onDemand } from "../ui/onDemand";
import { SearchField } from "../ui/SearchField";
import { Empty } from "../ui/states";
import { Muted } from "../ui/text";
import { Toolbar } from "../ui/Toolbar";
import type { UrlState } from "../lib/useUrlState";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { combineQueries } from "../ui/query/query";
import { exportReport } from "./exportCsv";
import { LocationList } from "./LocationList";
import { NeedTable } from "./NeedTable";
import { reportQuery, UNABLE_TO_LOAD, zonesQuery } from "./packingReport";
import styles from "./dayReport.module.css";
import { PrintedReport, usePrintAll } from "./PrintedReport";
import { filterLocations, listNeeds, indexItems, sumNeeds, findItemsWithoutZone } from "./rules/report";

const ZonesDialog = onDemand(async () => (await import("./zones/ZonesDialog")).ZonesDialog);

interface Props {
  readonly day: string;
  /** The URL parameter `location` is the selected location. Without it, the summary is shown. */
  readonly address: UrlState;
}

const EMPTY_LAYOUT = { version: 0, bays: [] };

/** The packing report of a day: the list of locations, and the needs of the selected location or the summary. */
export function DayReport({ day, address: { address, set, flush } }: Props) {
  const { missingPermission } = useMyPermissions();
  const report = useQuery(reportQuery(day));
  const zones = useQuery(zonesQuery);
  const [editing, setEditing] = useState(false);
  const { isPrintingAll, printAll } = usePrintAll();
  const text = useDeferredValue(address.get("text") ?? "");

  const positions = useMemo(() => indexItems(zones.data ?? EMPTY_LAYOUT), [zones.data]);
  const matches = useMemo(() => filterLocations(report.data ?? [], text), [report.data, text]);
  const summary = useMemo(() => ({ location: "Summary", driver: null, data_ids: sumNeeds(matches) }), [matches]);
  const selected = matches.find(({ location }) => location === address.get("location")) ?? summary;
  const needs = useMemo(() => listNeeds(selected.data_ids, positions), [selected, positions]);

  const zonesButton = (
    <Button onClick={() => setEditing(true)}>
      {missingPermission("UploadPars") ? "Zones and bays" : "Edit zones and bays"}
    </Button>
  );
  const heading = selected === summary ? `Summary of ${formatCount(matches.length, "location")}` : selected.location;
  return (
    <>
      <QueryView
        query={combineQueries({ report, zones })}
        label="report"
        error={UNABLE_TO_LOAD}
        forbidden={{ activity: "view the packing slip report", permission: "GetUniqueRoutes" }}
        isEmpty={(data) => data.report.length === 0}
        empty={{ title: "No Data for this date", action: zonesButton }}
        skeleton={<Skeleton label="report" rows={10} />}
      >
        {(data) => (
          <>
            <div className={styles.report} data-printing-all={isPrintingAll || undefined}>
              <section className={styles.locations} aria-label="Locations">
                <Toolbar landmark="Locations">
                  <SearchField
                    label="Find a location or driver"
                    value={address.get("text") ?? ""}
                    onChange={(value) => set("text", value)}
                    onBlur={flush}
                  />
                </Toolbar>
                <Muted role="status">
                  {formatNumber(matches.length)} of {formatCount(data.report.length, "location")}
                </Muted>
                <LocationList
                  locations={matches}
                  selected={selected === summary ? null : selected.location}
                  onSelect={(location) => set("location", location ?? "")}
                />
              </section>
              <section className={styles.needs} aria-label="Needs">
                <div className={styles.heading}>
                  <h2>{heading}</h2>
                  {selected.driver && <span>Driver {selected.driver}</span>}
                  <Muted>
                    {formatCount(
                      needs.reduce((units, { need }) => units + need, 0),
                      "unit",
                    )}
                  </Muted>
                </div>
                <div className={styles.actions}>
                  {zonesButton}
                  <Button onClick={() => exportReport(matches, positions, day)}>Export CSV</Button>
                  <Button onClick={() => window.print()}>Print</Button>
                  <Button onClick={printAll}>{`Print all ${formatNumber(matches.length)}`}</Button>
                </div>
                {matches.length === 0 ? (
                  <Empty>No locations or drivers match “{text.trim()}”</Empty>
                ) : (
                  <NeedTable label={heading} needs={needs} />
                )}
              </section>
            </div>
            {isPrintingAll && <PrintedReport day={day} summary={summary} locations={matches} positions={positions} />}
          </>
        )}
      </QueryView>
      {editing && zones.data && (
        <ZonesDialog
          layout={zones.data}
          itemsWithoutZone={findItemsWithoutZone(sumNeeds(report.data ?? []), positions)}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

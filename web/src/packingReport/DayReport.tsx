import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { plural } from "../ui/plural";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import type { Address } from "../ui/useAddress";
import { exportReport } from "./exportCsv";
import { LocationList } from "./LocationList";
import { NeedTable } from "./NeedTable";
import { reportQuery, UNABLE_TO_LOAD, zonesQuery } from "./packingReport";
import { PrintedReport, usePrintAll } from "./PrintedReport";
import { matching, needsOf, placesOf, sum, unplaced } from "./rules/report";
import { ZonesDialog } from "./zones/ZonesDialog";

interface Props {
  readonly day: string;
  /** Its part `location` is the one that is shown; without it all together are. */
  readonly address: Address;
}

const EMPTY = { version: 0, bays: [] };

/** The locations of a day, one of which is shown with what is packed for it; 'Summary' is all of them together. */
export function DayReport({ day, address: { address, set, settle } }: Props) {
  const { refusal } = useMyPermissions();
  const report = useQuery(reportQuery(day));
  const zones = useQuery(zonesQuery);
  const [editing, setEditing] = useState(false);
  const { all: printingAll, printAll } = usePrintAll();
  const text = useDeferredValue(address.get("text") ?? "");

  const places = useMemo(() => placesOf(zones.data ?? EMPTY), [zones.data]);
  const found = useMemo(() => matching(report.data ?? [], text), [report.data, text]);
  const summary = useMemo(() => ({ location: "Summary", driver: null, data_ids: sum(found) }), [found]);
  const chosen = found.find(({ location }) => location === address.get("location")) ?? summary;
  const needs = useMemo(() => needsOf(chosen.data_ids, places), [chosen, places]);

  const error = report.error ?? zones.error;
  if (isForbidden(error)) return <Forbidden to="see the packing slip report" error={error} />;
  if (error && !(report.data && zones.data)) {
    const retry = () => void Promise.all([report.refetch(), zones.refetch()]);
    const retrying = report.isFetching || zones.isFetching;
    return <Failure message={messageOf(error, UNABLE_TO_LOAD)} onRetry={retry} retrying={retrying} />;
  }
  if (!report.data || !zones.data) return <Loading what="the report" />;

  const zonesButton = (
    <Button onClick={() => setEditing(true)}>{refusal("UploadPars") ? "Zones and bays" : "Edit zones and bays"}</Button>
  );
  const dialog = editing && (
    <ZonesDialog layout={zones.data} unplaced={unplaced(sum(report.data), places)} onClose={() => setEditing(false)} />
  );
  if (report.data.length === 0) {
    return (
      <>
        <Empty>No Data for this date</Empty>
        <div>{zonesButton}</div>
        {dialog}
      </>
    );
  }
  const whom = chosen === summary ? `Summary of ${plural(found.length, "location")}` : chosen.location;
  return (
    <>
      <div className="packing" data-printing-all={printingAll || undefined}>
        <section className="packing-locations" aria-label="Locations">
          <search aria-label="Locations">
            <SearchField
              label="Find a location or driver"
              value={address.get("text") ?? ""}
              onChange={(value) => set("text", value)}
              onLeave={settle}
            />
          </search>
          <span role="status" className="muted">
            {found.length.toLocaleString("en-US")} of {plural(report.data.length, "location")}
          </span>
          <LocationList
            locations={found}
            chosen={chosen === summary ? null : chosen.location}
            onChoose={(location) => set("location", location ?? "")}
          />
        </section>
        <section className="packing-needs" aria-label="Needs">
          <div className="packing-head">
            <h2>{whom}</h2>
            {chosen.driver && <span>Driver {chosen.driver}</span>}
            <span className="muted">
              {plural(
                needs.reduce((units, { need }) => units + need, 0),
                "unit",
              )}
            </span>
          </div>
          <div className="packing-actions">
            {zonesButton}
            <Button onClick={() => exportReport(found, places, day)}>Export CSV</Button>
            <Button onClick={() => window.print()}>Print this</Button>
            <Button onClick={printAll}>{`Print all ${found.length.toLocaleString("en-US")}`}</Button>
          </div>
          {found.length === 0 ? (
            <Empty>No location or driver contains “{text.trim()}”</Empty>
          ) : (
            <NeedTable label={whom} needs={needs} />
          )}
        </section>
      </div>
      {printingAll && <PrintedReport day={day} summary={summary} locations={found} places={places} />}
      {dialog}
    </>
  );
}

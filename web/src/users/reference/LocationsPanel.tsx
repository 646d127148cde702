import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isForbidden, messageOf } from "../../api/errors";
import { fleetQuery, locationPath, type LocationSummary } from "../../locations/fleetList";
import { useUser } from "../../session/user";
import { downloadCsv, toCsv } from "../../ui/csv";
import { ListTable } from "../../ui/ListTable";
import { exportableColumns, sortRows, toggleSort, parseSort, type ListColumn } from "../../ui/listTable";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import type { UrlState } from "../../ui/useUrlState";
import { ListToolbar } from "../ListToolbar";

const COLUMNS: readonly ListColumn<LocationSummary>[] = [
  {
    id: "name",
    header: "Location Name",
    value: ({ prettyName }) => prettyName,
  },
  {
    id: "id",
    header: "Location ID",
    value: ({ id }) => id,
    cell: (location) => <Link to={locationPath("detail", location.id)}>{location.id}</Link>,
  },
  {
    id: "schedule",
    header: "Schedule",
    value: () => null,
    cell: ({ id }) => <Link to={`/locations/schedule/${encodeURIComponent(id)}`}>Scheduled changes</Link>,
    hasControls: true,
  },
];

type Props = Omit<UrlState, "change" | "go">;

/** Lists live locations, each with a link to its scheduled changes. */
export function LocationsPanel({ address, set, flush }: Props) {
  const { sub } = useUser();
  const fleet = useQuery(fleetQuery(sub, "LIVE"));
  const text = address.get("text") ?? "";
  const sort = parseSort(address.get("sort"), COLUMNS);
  if (isForbidden(fleet.error)) return <Forbidden action="view locations" error={fleet.error} />;

  const all = fleet.data?.locations ?? [];
  const query = text.trim().toLowerCase();
  const found = all.filter(({ id, prettyName }) => `${id} ${prettyName ?? ""}`.toLowerCase().includes(query));
  const listed = sortRows(found, COLUMNS, sort);
  return (
    <>
      {fleet.isError && (
        <Failure
          message={messageOf(fleet.error, "Unable to load locations, Please check your internet and your permissions")}
          onRetry={() => void fleet.refetch()}
          retrying={fleet.isFetching}
        />
      )}
      {fleet.isPending && <Loading label="locations" />}
      {fleet.data && (
        <>
          <ListToolbar
            searchLabel="Locations"
            label="Find a location"
            placeholder="ID or name"
            text={text}
            set={set}
            flush={flush}
            listed={listed.length}
            total={all.length}
            onExport={() => downloadCsv("locations.csv", toCsv(exportableColumns(COLUMNS), listed))}
          />
          {listed.length === 0 ? (
            <Empty>{all.length === 0 ? "No locations" : "No locations match the filter"}</Empty>
          ) : (
            <ListTable
              label="Locations"
              className="permission-locations"
              columns={COLUMNS}
              rows={listed}
              keyOf={({ id }) => id}
              sort={sort}
              onSort={(column) => set("sort", toggleSort(column, sort))}
            />
          )}
        </>
      )}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isForbidden, messageOf } from "../../api/errors";
import { fleetQuery, screenOf, type LocationSummary } from "../../locations/fleetList";
import { useUser } from "../../session/user";
import { downloadCsv, toCsv } from "../../ui/csv";
import { ListTable } from "../../ui/ListTable";
import { exported, inOrder, nextSort, sortFrom, type ListColumn } from "../../ui/listTable";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import type { Address } from "../../ui/useAddress";
import { FindBar } from "../FindBar";

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
    cell: (location) => <Link to={screenOf("detail", location.id)}>{location.id}</Link>,
  },
  {
    id: "schedule",
    header: "Schedule",
    value: () => null,
    cell: ({ id }) => <Link to={`/locations/schedule/${encodeURIComponent(id)}`}>Scheduled changes</Link>,
    controls: true,
  },
];

type Props = Omit<Address, "change" | "go">;

/** The related listing of locations, each with its schedule list (spec, section 2). */
export function LocationsPanel({ address, set, settle }: Props) {
  const { sub } = useUser();
  const fleet = useQuery(fleetQuery(sub, "LIVE"));
  const text = address.get("text") ?? "";
  const sort = sortFrom(address.get("sort"), COLUMNS);
  if (isForbidden(fleet.error)) return <Forbidden to="see the locations" error={fleet.error} />;

  const all = fleet.data?.locations ?? [];
  const wanted = text.trim().toLowerCase();
  const found = all.filter(({ id, prettyName }) => `${id} ${prettyName ?? ""}`.toLowerCase().includes(wanted));
  const listed = inOrder(found, COLUMNS, sort);
  return (
    <>
      {fleet.isError && (
        <Failure
          message={messageOf(fleet.error, "Unable to load locations, Please check your internet and your permissions")}
          onRetry={() => void fleet.refetch()}
          retrying={fleet.isFetching}
        />
      )}
      {fleet.isPending && <Loading what="locations" />}
      {fleet.data && (
        <>
          <FindBar
            what="Locations"
            label="Find a location"
            placeholder="Id or name"
            text={text}
            set={set}
            settle={settle}
            listed={listed.length}
            total={all.length}
            onExport={() => downloadCsv("locations.csv", toCsv(exported(COLUMNS), listed))}
          />
          {listed.length === 0 ? (
            <Empty>{all.length === 0 ? "There is no location" : "No location matches the filter"}</Empty>
          ) : (
            <ListTable
              label="Locations"
              className="permission-locations"
              columns={COLUMNS}
              rows={listed}
              keyOf={({ id }) => id}
              sort={sort}
              onSort={(column) => set("sort", nextSort(column, sort))}
            />
          )}
        </>
      )}
    </>
  );
}

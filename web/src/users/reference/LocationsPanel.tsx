import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import type { UrlState } from "../../lib/useUrlState";
import { fleetQuery, fleetState, type LocationSummary } from "../../locations/fleetList";
import { useUser } from "../../session/user";
import { QueryView } from "../../ui/query/QueryView";
import { actions, DataTable, id, tableColumns, text } from "../../ui/table";

const COLUMNS = tableColumns<LocationSummary>([
  text("name", { label: "Location Name", value: ({ prettyName }) => prettyName, minWidth: 10 }),
  id("id", { label: "Location ID", value: (location) => location.id, to: (location) => paths.location(location.id) }),
  actions("schedule", {
    label: "Schedule",
    minWidth: 10,
    cell: (location) => <Link to={paths.locationSchedule(location.id)}>Scheduled changes</Link>,
  }),
]);
const rowId = (location: LocationSummary) => location.id;
const matches = (location: LocationSummary, query: string) =>
  `${location.id} ${location.prettyName ?? ""}`.toLowerCase().includes(query);

type Props = Omit<UrlState, "change" | "go">;

/** Lists live locations, each with a link to its scheduled changes. */
export function LocationsPanel({ address, set, flush }: Props) {
  const { sub } = useUser();
  const fleet = fleetState(useQuery(fleetQuery(sub, "LIVE")));
  return (
    <QueryView
      query={fleet}
      label="locations"
      error="Unable to load locations, Please check your internet and your permissions"
      forbidden={{ activity: "view locations", permission: "GetAllLocation" }}
    >
      {({ locations }) => (
        <DataTable
          name="permission-locations"
          label="Locations"
          columns={COLUMNS}
          rows={locations}
          rowId={rowId}
          search={{
            label: "Find a location",
            placeholder: "ID or name",
            landmark: "Locations",
            value: address.get("text") ?? "",
            onChange: (next) => set("text", next),
            onBlur: flush,
          }}
          matches={matches}
          sort={address.get("sort") ?? ""}
          onSort={(sort) => set("sort", sort)}
          csvName="locations.csv"
          empty="No locations"
          noMatches="No locations match the filter"
        />
      )}
    </QueryView>
  );
}

/** The columns of the list. The rows are already sorted; the table only marks the sorted column. */
import { createColumnHelper, rowSortingFeature, tableFeatures } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { allocationOf } from "./filters";
import type { IndexedLocation, LocationSummary } from "./locationIndex";
import type { SortableColumn } from "./order";

export const features = tableFeatures({ rowSortingFeature });

const helper = createColumnHelper<typeof features, IndexedLocation>();

function sortable(id: SortableColumn, header: string, cell: (location: LocationSummary) => ReactNode) {
  return helper.accessor("location", { id, header, cell: ({ getValue }) => cell(getValue()) });
}

export const columns = helper.columns([
  sortable("id", "Id", ({ id }) => (
    <Link className="location-id" to={paths.location(id)}>
      {id}
    </Link>
  )),
  sortable("prettyName", "Name", ({ prettyName, type }) => (
    <>
      {prettyName}
      {type !== "FRIDGE" && <span className="location-type">{type === "WHOLESALE" ? "Wholesale" : "Other"}</span>}
    </>
  )),
  sortable("route", "Route", ({ route }) => route ?? <span className="location-none">No route</span>),
  sortable("stop", "Stop", ({ route, stop }) => (route === null ? null : stop)),
  sortable("status", "Status", ({ status }) => <span className={`tag tag-${status.toLowerCase()}`}>{status}</span>),
  sortable("allocation", "Allocation", ({ prod }) => {
    const allocation = allocationOf(prod);
    return <span className={`tag tag-${allocation.toLowerCase()}`}>{allocation}</span>;
  }),
  helper.display({
    id: "links",
    header: "Links",
    cell: ({ row }) => {
      const { id } = row.original.location;
      return (
        <>
          <Link to={paths.inventory(id)} aria-label={`Inventory of ${id}`}>
            Inventory
          </Link>
          <Link to={paths.fridgeHealth(id)} aria-label={`Health of ${id}`}>
            Health
          </Link>
        </>
      );
    },
  }),
]);

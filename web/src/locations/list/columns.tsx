/** The columns of the locations list and of its CSV file. */
import { Link } from "react-router";
import type { LocationStatus } from "../../api/schema";
import type { CsvColumn } from "../../lib/csv";
import { paths } from "../../lib/paths";
import { actions, id, number, status, tableColumns, text, type Tone } from "../../ui/table";
import { Tag } from "../../ui/Tag";
import { Muted } from "../../ui/text";
import { allocationOf, type Allocation } from "./filters";
import type { LocationSummary } from "./locationIndex";

export const STATUS_TONES: Readonly<Record<LocationStatus, Tone>> = {
  LIVE: "positive",
  OFFLINE: "warning",
  DEAD: "negative",
};
export const ALLOCATION_TONES: Readonly<Record<Allocation, Tone>> = { ON: "positive", OFF: "neutral" };

export const COLUMNS = tableColumns<LocationSummary>([
  id("id", {
    label: "Id",
    value: (location) => location.id,
    to: (location) => paths.location(location.id),
    rowHeader: true,
  }),
  text("prettyName", {
    label: "Name",
    value: ({ prettyName }) => prettyName,
    cell: ({ prettyName, type }) => (
      <>
        {prettyName}
        {type !== "FRIDGE" && (
          <>
            {" "}
            <Tag>{type === "WHOLESALE" ? "Wholesale" : "Other"}</Tag>
          </>
        )}
      </>
    ),
  }),
  text("route", {
    label: "Route",
    value: ({ route }) => route,
    cell: ({ route }) => route || <Muted>No route</Muted>,
    minWidth: 6,
    grow: 1,
  }),
  // A location without a route has no stop either, even if a number is stored.
  number("stop", { label: "Stop", value: ({ route, stop }) => (route ? stop : null), grow: 0, priority: 3 }),
  status("status", {
    label: "Status",
    value: (location) => location.status,
    tone: (location) => STATUS_TONES[location.status],
    grow: 0,
    priority: 2,
  }),
  status("allocation", {
    label: "Allocation",
    value: ({ prod }) => allocationOf(prod),
    tone: ({ prod }) => ALLOCATION_TONES[allocationOf(prod)],
    grow: 0,
  }),
  actions("links", {
    label: "Links",
    cell: (location) => (
      <>
        <Link to={paths.inventory(location.id)} aria-label={`Inventory of ${location.id}`}>
          Inventory
        </Link>
        <Link to={paths.fridgeHealth(location.id)} aria-label={`Health of ${location.id}`}>
          Health
        </Link>
      </>
    ),
    minWidth: 9,
    grow: 0,
  }),
]);

/** The file's columns have the names of the locations' attributes. */
export const CSV_COLUMNS: readonly CsvColumn<LocationSummary>[] = [
  { header: "id", value: (location) => location.id },
  { header: "prettyName", value: ({ prettyName }) => prettyName },
  { header: "type", value: ({ type }) => type },
  { header: "route", value: ({ route }) => route },
  { header: "stop", value: ({ stop }) => stop },
  { header: "status", value: (location) => location.status },
  { header: "allocation", value: ({ prod }) => allocationOf(prod) },
];

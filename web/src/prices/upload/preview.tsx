/** The preview of a price file (docs/requirements/planning.md, PRC-1). */
import { number, status, tableColumns, text } from "../../ui/table";
import type { Preview } from "../../uploads/kind";
import { errorsOf, type PreviewRow, type PreviewStatus } from "../../uploads/rules/preview";
import { ErrorText } from "../../uploads/Step";
import type { PriceChange } from "./priceCheck";

type Row = PreviewRow<PriceChange>;

const STATUSES = [
  { id: "Invalid", label: "Invalid", tone: "negative", isError: true },
  { id: "Will Update", label: "Will Update", tone: "info" },
  { id: "No Change", label: "No Change", tone: "neutral" },
] as const satisfies readonly PreviewStatus[];

function statusOf(row: Row): (typeof STATUSES)[number]["id"] {
  if (row.result?.state === "written") return "No Change";
  if (errorsOf(row).length > 0) return "Invalid";
  return row.line.outcome === "unchanged" ? "No Change" : "Will Update";
}

function changeOf({ line: { value, outcome }, result }: Row): string {
  if (result?.state === "written") return "Updated";
  if (!value) return "";
  if (outcome === "unchanged") return "Same price";
  if (value.before !== null) return `${value.before} → ${value.price}`;
  return value.newSchema ? "New item in a new schema" : "New item";
}

const validation = (row: Row) => errorsOf(row).join(". ");

export const PRICE_PREVIEW: Preview<PriceChange> = {
  statuses: STATUSES,
  statusOf,
  filterLabel: "Filter by status",
  searchPlaceholder: "Schema, item or price",
  rejected: { button: "Download all invalid rows", prefix: "invalid", reason: "validation" },
  columns: tableColumns<Row>([
    number("line", { label: "Line #", value: ({ line }) => line.line, find: false, align: "start" }),
    status("status", {
      label: "Status",
      value: statusOf,
      tone: (row) => STATUSES.find(({ id }) => id === statusOf(row))?.tone ?? "neutral",
      find: false,
    }),
    text("schemaId", { label: "schemaId", value: ({ line }) => line.cells[0], grow: 1 }),
    text("item", { label: "item", value: ({ line }) => line.cells[1], grow: 1 }),
    text("price", { label: "price", value: ({ line }) => line.cells[2], grow: 0 }),
    text("change", { label: "Change Status", value: changeOf, grow: 1 }),
    text("validation", {
      label: "Validation",
      value: validation,
      cell: (row) => (validation(row) ? <ErrorText>{validation(row)}</ErrorText> : "Valid"),
    }),
  ]),
};

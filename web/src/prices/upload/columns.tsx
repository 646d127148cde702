import type { ListColumn } from "../../ui/listTable";
import type { PriceRow } from "./rows";

const CLASSES = { Invalid: "rejected", "Will Update": "changed", "No Change": "unchanged" } as const;

export const COLUMNS: readonly ListColumn<PriceRow>[] = [
  { id: "line", header: "Line #", value: ({ line }) => line },
  {
    id: "status",
    header: "Status",
    value: ({ status }) => status,
    cell: ({ status }) => <span className={`tag outcome-${CLASSES[status]}`}>{status}</span>,
  },
  { id: "schemaId", header: "schemaId", value: ({ schemaId }) => schemaId },
  { id: "item", header: "item", value: ({ item }) => item },
  { id: "price", header: "price", value: ({ price }) => price },
  { id: "change", header: "Change Status", value: ({ change }) => change },
  {
    id: "validation",
    header: "Validation",
    value: ({ errors }) => errors.join(". "),
    cell: ({ errors }) => (errors.length > 0 ? <span className="price-error">{errors.join(". ")}</span> : "Valid"),
  },
];

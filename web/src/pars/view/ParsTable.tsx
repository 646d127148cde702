import { useMemo } from "react";
import { formatCount } from "../../lib/formats";
import type { UrlState } from "../../lib/useUrlState";
import { DataTable, type TableViews } from "../../ui/table";
import { columnsOf } from "./columns";
import type { ParLine } from "./pars";

interface Props {
  readonly rows: readonly ParLine[];
  readonly fileName: string;
  readonly url: UrlState;
  readonly views: TableViews;
}

/** The pars of a location on a day. */
export function ParsTable({ rows, fileName, url: { address, set, flush }, views }: Props) {
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const text = address.get("text") ?? "";
  return (
    <DataTable
      name="pars"
      label="Pars"
      columns={columns}
      rows={rows}
      rowId={({ key }) => key}
      search={{
        label: "Filter items",
        placeholder: "Item",
        value: text,
        onChange: (next) => set("text", next),
        onBlur: flush,
      }}
      sort={address.get("sort") ?? ""}
      onSort={(sort) => set("sort", sort)}
      views={views}
      count={({ length }, total) => `${formatCount(length, "item")}${text.trim() === "" ? "" : ` of ${total}`}`}
      csvName={fileName}
      noMatches={`No items match “${text.trim()}”`}
    />
  );
}

/** The table of all screens. README.md explains how to declare columns and which properties a screen needs. */
export {
  actions,
  dateTime,
  id,
  link,
  number,
  status,
  tableColumns,
  text,
  type CellValue,
  type Column,
  type Columns,
} from "./columns";
export { DataTable, type DataTableProps, type TableGroups } from "./DataTable";
export type { Group } from "./rows";
export { SavedViews } from "./SavedViews";
export type { TableViews, UrlColumns } from "./savedViews";
export { TableButtons } from "./TableButtons";
export { useTableViews } from "./useTableViews";
export { useSelection, type TableSelection } from "./selection";
export type { TableSearch } from "./TableToolbar";
export type { Tone } from "../Tag";

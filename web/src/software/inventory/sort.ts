/** The sort order of the inventory: parsing and formatting it for the URL. */
import type { ArtifactType } from "../../api/schema";
import { SOFTWARE } from "../artifacts";

export type SortableColumn = "pilots" | "id" | ArtifactType;

export interface Sort {
  readonly column: SortableColumn;
  readonly descending: boolean;
}

const SORTABLE_COLUMNS: readonly SortableColumn[] = ["pilots", "id", ...SOFTWARE.map(({ type }) => type)];

/** Parses the sort order in the URL. Returns null for the default order and for invalid values. */
export function parseSort(text: string | null): Sort | null {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(text ?? "") ?? [];
  const sortable = SORTABLE_COLUMNS.find((candidate) => candidate === column);
  return sortable ? { column: sortable, descending: sign === "-" } : null;
}

/** Returns the URL value after a click on a header: ascending, then descending, then the default order. */
export function nextSort(column: SortableColumn, sort: Sort | null): string {
  if (sort?.column !== column) return column;
  return sort.descending ? "" : `-${column}`;
}

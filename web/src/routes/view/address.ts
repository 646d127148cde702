/** What the address says of the view: day, region, search and order. A default is left out of it. */
import type { Market } from "../../api/schema";
import { parseDay } from "../../ui/day";
import { ALL, marketOf } from "../market";
import { isSortable, type Sort } from "./groups";

export interface View {
  /** As 2026-11-21. */
  readonly date: string;
  /** Nothing for all regions. */
  readonly market: Market | undefined;
  /** What a route or location must contain. */
  readonly text: string;
  readonly sort: Sort | null;
}

/** Reads the address; what makes no sense in it is as good as absent: links are typed and shortened by people. */
export function viewFrom(params: URLSearchParams, today: string): View {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(params.get("sort") ?? "") ?? [];
  return {
    date: parseDay(params.get("date") ?? "") ?? today,
    market: marketOf(params.get("region")?.toUpperCase() ?? null),
    text: params.get("text") ?? "",
    sort: isSortable(column) ? { column, descending: sign === "-" } : null,
  };
}

/** The address with one part changed. */
export function withPart(
  params: URLSearchParams,
  part: "date" | "region" | "text" | "sort",
  value: string,
  today: string,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const byDefault = value === "" || (part === "date" && value === today) || (part === "region" && value === ALL);
  if (byDefault) next.delete(part);
  else next.set(part, value);
  return next;
}

/** What a header that is pressed asks for: ascending, descending, then the route's own order again. */
export function nextSort(column: Sort["column"], sort: Sort | null): string {
  if (sort?.column !== column) return column;
  return sort.descending ? "" : `-${column}`;
}

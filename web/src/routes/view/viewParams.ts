/** The URL parameters of the view: day, region, search text and sort order. Default values are omitted. */
import type { Market } from "../../api/schema";
import { parseDay } from "../../lib/day";
import { ALL_MARKETS, parseMarket } from "../market";
import { isSortable, type Sort } from "./groups";

export interface View {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Undefined for all regions. */
  readonly market: Market | undefined;
  /** The text that a route name or location id must contain. */
  readonly text: string;
  readonly sort: Sort | null;
}

/** Parses the URL parameters. Invalid values are ignored, because users edit links by hand. */
export function parseView(params: URLSearchParams, today: string): View {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(params.get("sort") ?? "") ?? [];
  return {
    date: parseDay(params.get("date") ?? "") ?? today,
    market: parseMarket(params.get("region")?.toUpperCase() ?? null),
    text: params.get("text") ?? "",
    sort: isSortable(column) ? { column, descending: sign === "-" } : null,
  };
}

/** Returns the URL parameters with one parameter changed. */
export function setViewParam(
  params: URLSearchParams,
  param: "date" | "region" | "text" | "sort",
  value: string,
  today: string,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const isDefault =
    value === "" || (param === "date" && value === today) || (param === "region" && value === ALL_MARKETS);
  if (isDefault) next.delete(param);
  else next.set(param, value);
  return next;
}

/** The `sort` parameter after a click on a header: ascending, descending, then the order of the route. */
export function nextSort(column: Sort["column"], sort: Sort | null): string {
  if (sort?.column !== column) return column;
  return sort.descending ? "" : `-${column}`;
}

/** The URL parameters of the view: day, region, search text and sort order. Default values are omitted. */
import type { Market } from "../../api/schema";
import { parseDay } from "../../lib/day";
import { ALL_MARKETS, parseMarket } from "../market";

export interface View {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Undefined for all regions. */
  readonly market: Market | undefined;
  /** The text that a route name or location id must contain. */
  readonly text: string;
  /** The sort parameter of the table, which ignores unknown columns. */
  readonly sort: string;
}

/** Parses the URL parameters. Invalid values are ignored, because users edit links by hand. */
export function parseView(params: URLSearchParams, today: string): View {
  return {
    date: parseDay(params.get("date") ?? "") ?? today,
    market: parseMarket(params.get("region")?.toUpperCase() ?? null),
    text: params.get("text") ?? "",
    sort: params.get("sort") ?? "",
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

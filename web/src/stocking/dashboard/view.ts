/** The view of the cards in the URL: search, status filter, sort order and collapsed cards. */
import { STOP_STATUSES, type StopStatus } from "../rules/stopStatus";
import type { RouteCardData } from "./rows";

/** A status, or LATE for late stops of any status. */
export type StatusFilter = StopStatus | "LATE";

export interface View {
  /** Part of a route, location or driver. */
  readonly text: string;
  readonly statusFilter: StatusFilter | undefined;
  /** The sort parameter of the tables, which ignore unknown columns. */
  readonly sort: string;
  readonly collapsed: boolean;
}

export function parseView(address: URLSearchParams): View {
  const status = address.get("status")?.toUpperCase();
  return {
    text: address.get("text") ?? "",
    statusFilter: status === "LATE" ? status : STOP_STATUSES.find((candidate) => candidate === status),
    sort: address.get("sort") ?? "",
    collapsed: address.get("view") === "collapsed",
  };
}

/** Filters the stops of the cards. Omits cards without matching stops. */
export function applyView(
  cards: readonly RouteCardData[],
  { text, statusFilter }: Pick<View, "text" | "statusFilter">,
): readonly RouteCardData[] {
  const query = text.trim().toLowerCase();
  if (query === "" && statusFilter === undefined) return cards;
  return cards.flatMap((card) => {
    const routeMatches = card.route.includes(query);
    const rows = card.rows.filter(
      (row) =>
        (routeMatches || row.location.toLowerCase().includes(query) || (row.driver?.includes(query) ?? false)) &&
        (statusFilter === undefined || (statusFilter === "LATE" ? row.late : row.status === statusFilter)),
    );
    if (rows.length === 0) return [];
    // The same object, so that the card is not rendered again.
    return [rows.length === card.rows.length ? card : { ...card, rows }];
  });
}

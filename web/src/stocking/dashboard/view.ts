/** The view of the cards in the URL: search, status filter, order and collapsed cards. */
import { STOP_STATUSES, type StopStatus } from "../rules/stopStatus";
import type { RouteCardData, StopRow } from "./rows";

/** A status, or LATE for late stops of any status. */
export type StatusFilter = StopStatus | "LATE";

/** The orders of the cards. The first one is the default. */
export const CARD_ORDERS = ["worst", "route"] as const;

export type CardOrder = (typeof CARD_ORDERS)[number];

export interface View {
  /** Part of a route, location, fridge name or driver. */
  readonly text: string;
  readonly statusFilter: StatusFilter | undefined;
  /** The sort parameter of the tables, which ignore unknown columns. */
  readonly sort: string;
  readonly collapsed: boolean;
  readonly order: CardOrder;
}

export function parseView(address: URLSearchParams): View {
  const status = address.get("status")?.toUpperCase();
  const order = address.get("order");
  return {
    text: address.get("text") ?? "",
    statusFilter: status === "LATE" ? status : STOP_STATUSES.find((candidate) => candidate === status),
    sort: address.get("sort") ?? "",
    collapsed: address.get("view") === "collapsed",
    order: CARD_ORDERS.find((candidate) => candidate === order) ?? CARD_ORDERS[0],
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
        (routeMatches || matchesText(row, query)) &&
        (statusFilter === undefined || (statusFilter === "LATE" ? row.late : row.status === statusFilter)),
    );
    if (rows.length === 0) return [];
    // The same object, so that the card is not rendered again.
    return [rows.length === card.rows.length ? card : { ...card, rows }];
  });
}

/** @param query in lower case */
function matchesText({ location, name, driver }: StopRow, query: string): boolean {
  return [location, name, driver].some((part) => part?.toLowerCase().includes(query));
}

/** Markets (docs/requirements/routes.md, RTE-1). Each market is supplied by its own kitchens. */
import type { Market } from "../api/schema";

export const MARKETS = ["MW", "NE", "WC", "S"] as const satisfies readonly Market[];

/** The region picker's option for all markets. */
export const ALL_MARKETS = "ALL";

export function parseMarket(text: string | null): Market | undefined {
  return MARKETS.find((market) => market === text);
}

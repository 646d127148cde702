/** Markets (spec of locations, section 9): the regions that are stocked from kitchens of their own. */
import type { Market } from "../api/schema";

export const MARKETS = ["MW", "NE", "WC", "S"] as const satisfies readonly Market[];

/** What the region picker offers beside the markets. */
export const ALL = "ALL";

export function marketOf(text: string | null): Market | undefined {
  return MARKETS.find((market) => market === text);
}

/** Where this area's screens are. */

export const PORTFOLIO = "/portfoliohealth";
export const ALERTS = "/portfoliohealth/alerts";

/** The health page of one fridge. */
export function healthAddress(id: string): string {
  return `/locations/health/${encodeURIComponent(id)}`;
}

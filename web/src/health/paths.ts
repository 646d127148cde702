/** Paths of the health screens. */

export const PORTFOLIO_PATH = "/portfoliohealth";
export const ALERTS_PATH = "/portfoliohealth/alerts";

/** Path of the health page of one fridge. */
export function healthPath(id: string): string {
  return `/locations/health/${encodeURIComponent(id)}`;
}

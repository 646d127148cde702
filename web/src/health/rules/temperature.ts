/** Formats temperatures. The server follows the same cases, functions/health/cases/degrees.json. */
import { temperatureTone } from "./colors";

const MAX_DECIMALS = 6;

/**
 * Formats degrees with one decimal, such as `37.4`. Adds decimals if rounding would move the value into another color:
 * 38.04 stays `38.04`, because `38.0` would look green.
 */
export function formatDegrees(value: number): string {
  const tone = temperatureTone(value);
  const texts = Array.from({ length: MAX_DECIMALS }, (_, index) => value.toFixed(index + 1));
  return texts.find((text) => temperatureTone(Number(text)) === tone) ?? String(value);
}

/** Formats a temperature as `37.4 °F`; null if it is unknown. */
export function formatTemperature(value: number | null | undefined): string | null {
  return typeof value === "number" ? `${formatDegrees(value)} °F` : null;
}

/** A temperature as people read it. Held to functions/health/cases/degrees.json, as the server is. Pure. */
import { temperatureTone } from "./colours";

/** The most decimals of a temperature's text. */
const DECIMALS = 6;

/** '37.4': with one decimal, or with as many as it takes that it does not read as a limit that it exceeds. */
export function degreesText(value: number): string {
  const tone = temperatureTone(value);
  const texts = Array.from({ length: DECIMALS }, (_, index) => value.toFixed(index + 1));
  return texts.find((text) => temperatureTone(Number(text)) === tone) ?? String(value);
}

/** '37.4 °F'. */
export function degrees(value: number | null | undefined): string | null {
  return typeof value === "number" ? `${degreesText(value)} °F` : null;
}

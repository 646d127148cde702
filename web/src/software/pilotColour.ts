/** Each pilot's own display colour: neighbours in the list are far apart on the colour wheel. */
import type { CSSProperties } from "react";
import type { Pilot } from "./queries";

/** The golden angle: however many pilots there are, no two are close. */
const ANGLE = 137.508;

/** The hues of the pilots, by their ids. */
export function pilotHues(pilots: readonly Pilot[]): ReadonlyMap<string, number> {
  const ids = pilots.map(({ id }) => id).sort();
  return new Map(ids.map((id, index) => [id, Math.round((170 + index * ANGLE) % 360)]));
}

/** Dark enough on light and light enough on dark to be told from the ground. */
export function pilotStyle(hue: number): CSSProperties {
  return { "--pilot-light": `hsl(${hue} 75% 33%)`, "--pilot-dark": `hsl(${hue} 70% 68%)` } as CSSProperties;
}

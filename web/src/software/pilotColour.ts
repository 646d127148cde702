/** Each pilot's own display color. It follows from the pilot's id alone, so that it is the same on every screen. */
import type { CSSProperties } from "react";

/** The hue of a pilot, in degrees with two decimals. Ids that differ in a single character are far apart. */
export function pilotHue(id: string): number {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) % 36_000) / 100;
}

/** Dark enough on light and light enough on dark to be told from the ground. */
export function pilotStyle(id: string): CSSProperties {
  const hue = pilotHue(id);
  return { "--pilot-light": `hsl(${hue} 75% 33%)`, "--pilot-dark": `hsl(${hue} 70% 68%)` } as CSSProperties;
}

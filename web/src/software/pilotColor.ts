/** The display color of a pilot (SWR-5). It depends only on the pilot's id, so it is the same on every screen. */
import type { CSSProperties } from "react";

/** Returns the hue of a pilot in degrees with two decimals. Similar ids get distant hues. */
function pilotHue(id: string): number {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) % 36_000) / 100;
}

/** Returns colors with enough contrast on light and dark backgrounds. */
export function pilotStyle(id: string): CSSProperties {
  const hue = pilotHue(id);
  const style: CSSProperties & Record<`--pilot-${"light" | "dark"}`, string> = {
    "--pilot-light": `hsl(${hue} 75% 33%)`,
    "--pilot-dark": `hsl(${hue} 70% 68%)`,
  };
  return style;
}

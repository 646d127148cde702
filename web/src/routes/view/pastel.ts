/**
 * The pastel color of a route. It depends on the name only, so it is the same on each day and screen. Text on it has a
 * contrast of at least 4.5 in light and dark mode for every hue.
 */
export interface Pastel {
  readonly light: string;
  readonly dark: string;
}

/** FNV-1a. It spreads names that differ only in their last letter. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

export function toPastel(route: string): Pastel {
  const value = hash(route.toLowerCase());
  const hue = value % 360;
  return { light: `hsl(${hue} 70% 89%)`, dark: `hsl(${hue} 35% 22%)` };
}

/**
 * The pastel colour of a route, by its name alone: the same on each day and on each screen. Chosen so that text stays
 * readable on it (contrast of 4.5 and more) in light and in dark, whatever the hue.
 */
export interface Pastel {
  readonly light: string;
  readonly dark: string;
}

/** FNV-1a: spreads names that differ in their last letter only. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

export function pastelOf(route: string): Pastel {
  const value = hash(route.toLowerCase());
  const hue = value % 360;
  return { light: `hsl(${hue} 70% 89%)`, dark: `hsl(${hue} 35% 22%)` };
}

import { describe, expect, it } from "vitest";
import { theme } from "../../lib/theme";
import { toPastel } from "./pastel";

const ROUTES = Array.from({ length: 500 }, (_, index) => `route_${index}`);

/** Parses 'hsl(120 70% 89%)' or '#131d22' into red, green and blue from 0 to 1. */
function parseChannels(color: string): number[] {
  const hex = /^#(..)(..)(..)$/.exec(color);
  if (hex) return hex.slice(1).map((pair) => parseInt(pair, 16) / 255);
  const [hue = 0, saturation = 0, lightness = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const amplitude = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  return [0, 8, 4].map((offset) => {
    const k = (offset + hue / 30) % 12;
    return lightness / 100 - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  });
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = parseChannels(color).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe("pastel color derived from the route name (RTE-3)", () => {
  it("is the same for names that differ only in case", () => {
    expect(toPastel("Amber")).toEqual(toPastel("amber"));
  });

  it("differs for similar names", () => {
    expect(new Set(ROUTES.map((route) => toPastel(route).light)).size).toBeGreaterThan(200);
  });

  it("keeps text readable in light and dark mode", () => {
    const css = JSON.stringify(theme.cssText);
    expect(css).toContain("#131d22");
    expect(css).toContain("#eaf0f3");
    for (const route of ROUTES) {
      const { light, dark } = toPastel(route);
      expect(contrast(light, "#131d22")).toBeGreaterThan(7);
      expect(contrast(dark, "#eaf0f3")).toBeGreaterThan(7);
    }
  });
});

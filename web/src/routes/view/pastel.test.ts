import { describe, expect, it } from "vitest";
import { theme } from "../../ui/theme";
import { pastelOf } from "./pastel";

const ROUTES = Array.from({ length: 500 }, (_, index) => `route_${index}`);

/** 'hsl(120 70% 89%)' or '#131d22' as red, green and blue of 0 to 1. */
function channelsOf(colour: string): number[] {
  const hex = /^#(..)(..)(..)$/.exec(colour);
  if (hex) return hex.slice(1).map((pair) => parseInt(pair, 16) / 255);
  const [hue = 0, saturation = 0, lightness = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const amplitude = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  return [0, 8, 4].map((offset) => {
    const k = (offset + hue / 30) % 12;
    return lightness / 100 - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  });
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(colour).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe("spec 2.7, each route gets a pastel colour derived from its name", () => {
  it("the same each time, whatever the letters' case", () => {
    expect(pastelOf("Amber")).toEqual(pastelOf("amber"));
  });

  it("routes of similar names differ", () => {
    expect(new Set(ROUTES.map((route) => pastelOf(route).light)).size).toBeGreaterThan(200);
  });

  it("text is readable on all of them, in light and in dark", () => {
    const css = JSON.stringify(theme.cssText);
    expect(css).toContain("#131d22");
    expect(css).toContain("#eaf0f3");
    for (const route of ROUTES) {
      const { light, dark } = pastelOf(route);
      expect(contrast(light, "#131d22")).toBeGreaterThan(7);
      expect(contrast(dark, "#eaf0f3")).toBeGreaterThan(7);
    }
  });
});

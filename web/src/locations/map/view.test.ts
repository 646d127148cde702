import { describe, expect, it } from "vitest";
import { levelOf, PLANE, scaleOf, toCoordinates, toPlane } from "./projection";
import { roundLength } from "./ScaleBar";
import {
  interpolateViews,
  MAX_LEVEL,
  clampView,
  toPixels,
  panView,
  toPosition,
  fromPosition,
  fitView,
  countryView,
  zoomView,
  type View,
} from "./view";

const DESK = { width: 1240, height: 600 };
const PHONE = { width: 350, height: 480 };
const CHICAGO = [-87.6298, 41.8781] as const;

describe("projection", () => {
  it.each([
    ["Chicago", -87.6298, 41.8781],
    ["Key West", -81.78, 24.5551],
    ["Cape Flattery", -124.7247, 48.3852],
    ["Lubec", -66.9843, 44.8606],
  ])("projects %s onto the plane and back", (_, longitude, latitude) => {
    const { x, y } = toPlane([longitude, latitude]);
    expect(x).toBeGreaterThanOrEqual(-1);
    expect(x).toBeLessThanOrEqual(PLANE.width + 1);
    expect(y).toBeGreaterThanOrEqual(-1);
    expect(y).toBeLessThanOrEqual(PLANE.height + 1);
    const [east, north] = toCoordinates({ x, y });
    expect(east).toBeCloseTo(longitude, 6);
    expect(north).toBeCloseTo(latitude, 6);
  });

  it("doubles the scale with each level", () => {
    expect(scaleOf(7) / scaleOf(6)).toBeCloseTo(2);
    expect(levelOf(scaleOf(5.3))).toBeCloseTo(5.3);
  });
});

describe("view", () => {
  it.each([
    ["a desk", DESK],
    ["a phone", PHONE],
  ])("initially shows the whole country on %s", (_, size) => {
    const view = countryView(size);
    for (const corner of [
      { x: 0, y: 0 },
      { x: PLANE.width, y: PLANE.height },
    ]) {
      const { x, y } = toPixels(corner, view, size);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(size.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(size.height);
    }
  });

  it("keeps the point under the cursor in place while zooming", () => {
    const view: View = { x: 500, y: 300, scale: 5 };
    const about = { x: 200, y: -90 };
    const pointUnderCursor = (shown: View) => ({
      x: shown.x + about.x / shown.scale,
      y: shown.y + about.y / shown.scale,
    });
    const near = zoomView(view, 2, DESK, about);
    expect(near.scale).toBe(10);
    expect(pointUnderCursor(near).x).toBeCloseTo(pointUnderCursor(view).x);
    expect(pointUnderCursor(near).y).toBeCloseTo(pointUnderCursor(view).y);
  });

  it("stays within the minimum and maximum scale and on the land", () => {
    const country = countryView(DESK);
    expect(zoomView(country, 0.1, DESK)).toEqual(country);
    expect(zoomView(country, 1e9, DESK).scale).toBeCloseTo(scaleOf(MAX_LEVEL));
    expect(panView(country, 5000, 5000, DESK)).toEqual(country);
    const near = clampView({ x: 1e6, y: -1e6, scale: 50 }, DESK);
    expect(near.x).toBeLessThanOrEqual(PLANE.width);
    expect(near.y).toBeGreaterThanOrEqual(0);
  });

  it("moves the content with the drag", () => {
    const view: View = { x: 500, y: 300, scale: 10 };
    expect(panView(view, 50, -20, DESK)).toEqual({ x: 495, y: 302, scale: 10 });
  });

  it("fits all points, and limits the level for a single point", () => {
    const points = [CHICAGO, [-93.265, 44.9778] as const].map(toPlane);
    const view = fitView(points, DESK);
    for (const point of points) {
      const { x, y } = toPixels(point, view, DESK);
      expect(x).toBeGreaterThan(30);
      expect(x).toBeLessThan(DESK.width - 30);
      expect(y).toBeGreaterThan(30);
      expect(y).toBeLessThan(DESK.height - 30);
    }
    expect(view.scale).toBeGreaterThan(countryView(DESK).scale);
    expect(levelOf(fitView([toPlane(CHICAGO)], DESK).scale)).toBeCloseTo(10);
    expect(fitView([], DESK)).toEqual(countryView(DESK));
  });

  it("interpolates directly from one view to the other", () => {
    const from = countryView(DESK);
    const to: View = { x: 800, y: 200, scale: 40 };
    expect(interpolateViews(from, to, 0)).toEqual(from);
    const end = interpolateViews(from, to, 1);
    expect(end.x).toBeCloseTo(to.x);
    expect(end.scale).toBeCloseTo(to.scale);
    const half = interpolateViews(from, { ...from, x: from.x + 10 }, 0.5);
    expect(half.x).toBeCloseTo(from.x + 5);
    for (const progress of [0.25, 0.5, 0.75]) {
      const { x } = interpolateViews(from, to, progress);
      expect(x).toBeGreaterThan(from.x);
      expect(x).toBeLessThan(to.x);
    }
  });

  it("restores the same position in a window of another size", () => {
    const place = toPosition({ ...toPlane(CHICAGO), scale: scaleOf(9) });
    const [east, north] = toCoordinates(fromPosition(place, PHONE));
    expect(east).toBeCloseTo(CHICAGO[0], 4);
    expect(north).toBeCloseTo(CHICAGO[1], 4);
    expect(levelOf(fromPosition(place, PHONE).scale)).toBeCloseTo(9);
  });
});

describe("scale bar", () => {
  it.each([
    [4, /^\d+ mi$/],
    [8, /^\d+ mi$/],
    [14, /^\d+ ft$/],
  ])("shows a round length at level %s", (level, text) => {
    const bar = roundLength(scaleOf(level));
    expect(bar.text).toMatch(text);
    expect(bar.text).toMatch(/^[125]0* /);
    expect(bar.pixels).toBeGreaterThan(40);
    expect(bar.pixels).toBeLessThanOrEqual(110);
  });
});

import { describe, expect, it } from "vitest";
import { levelOf, PLANE, scaleOf, toCoordinates, toPlane } from "./projection";
import { roundLength } from "./ScaleBar";
import {
  between,
  DEEPEST,
  held,
  inWindow,
  panned,
  placeOf,
  viewAt,
  viewOf,
  wholeView,
  zoomed,
  type View,
} from "./view";

const DESK = { width: 1240, height: 600 };
const PHONE = { width: 350, height: 480 };
const CHICAGO = [-87.6298, 41.8781] as const;

describe("the plane of the contiguous states", () => {
  it.each([
    ["Chicago", -87.6298, 41.8781],
    ["Key West", -81.78, 24.5551],
    ["Cape Flattery", -124.7247, 48.3852],
    ["Lubec", -66.9843, 44.8606],
  ])("%s lies on it, and is found again", (_, longitude, latitude) => {
    const { x, y } = toPlane([longitude, latitude]);
    expect(x).toBeGreaterThanOrEqual(-1);
    expect(x).toBeLessThanOrEqual(PLANE.width + 1);
    expect(y).toBeGreaterThanOrEqual(-1);
    expect(y).toBeLessThanOrEqual(PLANE.height + 1);
    const [east, north] = toCoordinates({ x, y });
    expect(east).toBeCloseTo(longitude, 6);
    expect(north).toBeCloseTo(latitude, 6);
  });

  it("a level more is twice the scale", () => {
    expect(scaleOf(7) / scaleOf(6)).toBeCloseTo(2);
    expect(levelOf(scaleOf(5.3))).toBeCloseTo(5.3);
  });
});

describe("what is seen", () => {
  it.each([
    ["a desk", DESK],
    ["a phone", PHONE],
  ])("at first the whole country, on %s", (_, size) => {
    const view = wholeView(size);
    for (const corner of [
      { x: 0, y: 0 },
      { x: PLANE.width, y: PLANE.height },
    ]) {
      const { x, y } = inWindow(corner, view, size);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(size.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(size.height);
    }
  });

  it("what is under the pointer stays there as it is zoomed", () => {
    const view: View = { x: 500, y: 300, scale: 5 };
    const about = { x: 200, y: -90 };
    const under = (seen: View) => ({ x: seen.x + about.x / seen.scale, y: seen.y + about.y / seen.scale });
    const near = zoomed(view, 2, DESK, about);
    expect(near.scale).toBe(10);
    expect(under(near).x).toBeCloseTo(under(view).x);
    expect(under(near).y).toBeCloseTo(under(view).y);
  });

  it("is never smaller than the whole, nor deeper than the deepest, nor off the land", () => {
    const whole = wholeView(DESK);
    expect(zoomed(whole, 0.1, DESK)).toEqual(whole);
    expect(zoomed(whole, 1e9, DESK).scale).toBeCloseTo(scaleOf(DEEPEST));
    expect(panned(whole, 5000, 5000, DESK)).toEqual(whole);
    const near = held({ x: 1e6, y: -1e6, scale: 50 }, DESK);
    expect(near.x).toBeLessThanOrEqual(PLANE.width);
    expect(near.y).toBeGreaterThanOrEqual(0);
  });

  it("follows a hand that drags it", () => {
    const view: View = { x: 500, y: 300, scale: 10 };
    expect(panned(view, 50, -20, DESK)).toEqual({ x: 495, y: 302, scale: 10 });
  });

  it("shows all of some points, and not deeper than a town for one of them", () => {
    const points = [CHICAGO, [-93.265, 44.9778] as const].map(toPlane);
    const view = viewOf(points, DESK);
    for (const point of points) {
      const { x, y } = inWindow(point, view, DESK);
      expect(x).toBeGreaterThan(30);
      expect(x).toBeLessThan(DESK.width - 30);
      expect(y).toBeGreaterThan(30);
      expect(y).toBeLessThan(DESK.height - 30);
    }
    expect(view.scale).toBeGreaterThan(wholeView(DESK).scale);
    expect(levelOf(viewOf([toPlane(CHICAGO)], DESK).scale)).toBeCloseTo(10);
    expect(viewOf([], DESK)).toEqual(wholeView(DESK));
  });

  it("flies from one view to the other and no detour", () => {
    const from = wholeView(DESK);
    const to: View = { x: 800, y: 200, scale: 40 };
    expect(between(from, to, 0)).toEqual(from);
    const end = between(from, to, 1);
    expect(end.x).toBeCloseTo(to.x);
    expect(end.scale).toBeCloseTo(to.scale);
    const half = between(from, { ...from, x: from.x + 10 }, 0.5);
    expect(half.x).toBeCloseTo(from.x + 5);
    for (const progress of [0.25, 0.5, 0.75]) {
      const { x } = between(from, to, progress);
      expect(x).toBeGreaterThan(from.x);
      expect(x).toBeLessThan(to.x);
    }
  });

  it("is the same place on another window", () => {
    const place = placeOf({ ...toPlane(CHICAGO), scale: scaleOf(9) });
    const [east, north] = toCoordinates(viewAt(place, PHONE));
    expect(east).toBeCloseTo(CHICAGO[0], 4);
    expect(north).toBeCloseTo(CHICAGO[1], 4);
    expect(levelOf(viewAt(place, PHONE).scale)).toBeCloseTo(9);
  });
});

describe("the scale bar", () => {
  it.each([
    [4, /^\d+ mi$/],
    [8, /^\d+ mi$/],
    [14, /^\d+ ft$/],
  ])("at level %s is a round length", (level, text) => {
    const bar = roundLength(scaleOf(level));
    expect(bar.text).toMatch(text);
    expect(bar.text).toMatch(/^[125]0* /);
    expect(bar.pixels).toBeGreaterThan(40);
    expect(bar.pixels).toBeLessThanOrEqual(110);
  });
});

/** The geometry of the chart of a deployment's progress. */
import type { DeploymentDetail } from "./queries";

type Point = DeploymentDetail["progress"][number];

/** The width and the height of the chart in its own units. */
export const WIDTH = 100;
export const HEIGHT = 40;

/** The layers of the chart, from the bottom: each state is drawn above the ones before it. */
export const LAYERS = [
  { state: "RUNNING", of: ({ counts }: Point) => counts.running },
  { state: "SENT", of: ({ counts }: Point) => counts.sent },
  { state: "FAILED", of: ({ counts }: Point) => counts.failed },
] as const;

export interface Layer {
  readonly state: (typeof LAYERS)[number]["state"];
  /** The outline of the filled area, as the path of an SVG image. */
  readonly path: string;
}

/**
 * The areas of the fridges that run the version, got it, and failed, stacked on each other. A count stays the same until
 * the next point, so the areas have steps. The last counts extend to `now`.
 */
export function areas(points: readonly Point[], fridges: number, now: number): readonly Layer[] {
  const [first] = points;
  if (!first || fridges === 0) return [];
  const start = Date.parse(first.at);
  const end = Math.max(now, Date.parse(points.at(-1)?.at ?? first.at), start + 1);
  const x = (at: number) => (WIDTH * (at - start)) / (end - start);
  const y = (count: number) => HEIGHT - (HEIGHT * count) / fridges;
  const below = points.map(() => 0);
  return LAYERS.map(({ state, of }) => {
    const bottoms = [...below];
    points.forEach((point, index) => (below[index] = (below[index] ?? 0) + of(point)));
    const corners = (counts: readonly number[]) =>
      points.flatMap((point, index) => {
        const right = points[index + 1];
        const level = y(counts[index] ?? 0);
        return [
          [x(Date.parse(point.at)), level],
          [x(right ? Date.parse(right.at) : end), level],
        ] as const;
      });
    const outline = [...corners(below), ...corners(bottoms).toReversed()];
    return { state, path: `M${outline.map(([left, top]) => `${round(left)} ${round(top)}`).join("L")}Z` };
  });
}

const round = (value: number) => Math.round(value * 100) / 100;

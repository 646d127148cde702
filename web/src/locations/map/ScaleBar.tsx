import { metresPerPixel } from "./projection";

const MILE = 1609.344;
const FOOT = 0.3048;
const STEPS = [1, 2, 5] as const;
const MOST = 110;

/** A round length of the ground that is at most 110 pixels here. */
export function roundLength(scale: number): { readonly text: string; readonly pixels: number } {
  const metres = metresPerPixel(scale) * MOST;
  const [unit, name] = metres >= MILE ? ([MILE, "mi"] as const) : ([FOOT, "ft"] as const);
  const most = metres / unit;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = Math.max(...STEPS.map((step) => step * power).filter((length) => length <= most));
  return { text: `${length} ${name}`, pixels: (length / most) * MOST };
}

export function ScaleBar({ scale }: { readonly scale: number }) {
  const { text, pixels } = roundLength(scale);
  return (
    <div className="map-scale" style={{ inlineSize: `${pixels}px` }} aria-hidden="true">
      {text}
    </div>
  );
}

import { metersPerPixel } from "./projection";
import styles from "./scaleBar.module.css";

const MILE = 1609.344;
const FOOT = 0.3048;
const STEPS = [1, 2, 5] as const;
const MAX_WIDTH = 110;

/** The largest round length on the ground that is at most 110 pixels wide at this scale. */
export function roundLength(scale: number): { readonly text: string; readonly pixels: number } {
  const meters = metersPerPixel(scale) * MAX_WIDTH;
  const [unit, name] = meters >= MILE ? ([MILE, "mi"] as const) : ([FOOT, "ft"] as const);
  const max = meters / unit;
  const power = 10 ** Math.floor(Math.log10(max));
  const length = Math.max(...STEPS.map((step) => step * power).filter((length) => length <= max));
  return { text: `${length} ${name}`, pixels: (length / max) * MAX_WIDTH };
}

export function ScaleBar({ scale }: { readonly scale: number }) {
  const { text, pixels } = roundLength(scale);
  return (
    <div className={styles.scale} style={{ inlineSize: `${pixels}px` }} aria-hidden="true">
      {text}
    </div>
  );
}

import { memo } from "react";
import styles from "./land.module.css";
import { BORDERS, LAND, STATE_LABELS } from "./statePaths";
import { levelOf, scaleOf } from "./projection";
import { planeTransform } from "./planeTransform";
import type { Size, View } from "./view";

interface Props {
  readonly view: View;
  readonly size: Size;
}

/** Width of a letter of a state name in pixels, including margins. */
const LETTER_WIDTH = 8;

/** The state outlines, below all other layers. */
export function Land({ view, size }: Props) {
  const right = size.width / 2 - view.x * view.scale;
  const down = size.height / 2 - view.y * view.scale;
  return (
    <svg className={styles.land} width={size.width} height={size.height} aria-hidden="true">
      <g transform={`translate(${right} ${down}) scale(${view.scale})`}>
        <Shapes />
      </g>
    </svg>
  );
}

const Shapes = memo(function Shapes() {
  return (
    <>
      <path className={styles.states} d={LAND} />
      <path className={styles.borders} d={BORDERS} />
    </>
  );
});

/** The names of the states that are wide enough. Rounded to half levels, so that not every zoom frame renders them. */
export function StateNames({ view }: { readonly view: View }) {
  return <Names step={Math.floor(levelOf(view.scale) * 2)} />;
}

const Names = memo(function Names({ step }: { readonly step: number }) {
  const scale = scaleOf(step / 2);
  return STATE_LABELS.filter(({ name, width }) => width * scale > name.length * LETTER_WIDTH).map(({ name, x, y }) => (
    <span key={name} className={styles.name} style={planeTransform(x, y)} aria-hidden="true">
      {name}
    </span>
  ));
});

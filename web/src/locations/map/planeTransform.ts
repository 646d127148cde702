/**
 * The style that places an element at a plane point inside a layer with the CSS variable `--scale`. Zooming changes only
 * the variable, so the elements do not render again.
 */
export function planeTransform(x: number, y: number) {
  return { transform: `translate(calc(var(--scale) * ${x.toFixed(3)}px), calc(var(--scale) * ${y.toFixed(3)}px))` };
}

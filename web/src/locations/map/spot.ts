/** A place in a layer that says its scale: zooming moves all that is in it without drawing any of it anew. */
export function spot(x: number, y: number) {
  return { transform: `translate(calc(var(--scale) * ${x.toFixed(3)}px), calc(var(--scale) * ${y.toFixed(3)}px))` };
}

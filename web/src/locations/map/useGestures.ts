import { useEffect, useEffectEvent, type RefObject } from "react";
import type { Point } from "./projection";

interface Gestures {
  /** Pans by a number of pixels to the right and down. */
  readonly onPan: (right: number, down: number) => void;
  /** Zooms by a factor about a pixel, relative to the center of the element. */
  readonly onZoom: (factor: number, about: Point) => void;
}

/** Smaller movements, in pixels, do not start a drag. */
const DRAG_THRESHOLD = 4;
/** Pixels of one wheel delta, by deltaMode: pixel, line, page. */
const PIXELS_PER_WHEEL_UNIT = [1, 16, 400] as const;

/** Drag, pinch, wheel and double click, by mouse, pen or touch. A drag suppresses the click that follows it. */
export function useGestures(element: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const pan = useEffectEvent(gestures.onPan);
  const zoom = useEffectEvent(gestures.onZoom);

  useEffect(() => {
    const surface = element.current;
    if (!surface) return;
    const pointers = new Map<number, Point>();
    let dragged = false;

    const fromCenter = ({ x, y }: Point): Point => {
      const box = surface.getBoundingClientRect();
      return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
    };

    const onPointerDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      if (pointers.size === 0) dragged = false;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };

    const onPointerMove = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      if (!dragged) {
        if (pointers.size === 1 && Math.hypot(now.x - before.x, now.y - before.y) < DRAG_THRESHOLD) return;
        dragged = true;
        surface.setPointerCapture(event.pointerId);
      }
      const other = [...pointers].find(([pointer]) => pointer !== event.pointerId)?.[1];
      if (other) {
        pan((now.x - before.x) / 2, (now.y - before.y) / 2);
        const distanceToOther = (point: Point) => Math.max(Math.hypot(point.x - other.x, point.y - other.y), 1);
        zoom(
          distanceToOther(now) / distanceToOther(before),
          fromCenter({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }),
        );
      } else {
        pan(now.x - before.x, now.y - before.y);
      }
      pointers.set(event.pointerId, now);
    };

    const onPointerUp = (event: PointerEvent) => void pointers.delete(event.pointerId);

    const onClick = (event: MouseEvent) => {
      // A keyboard click has detail 0 and never follows a drag.
      if (!dragged || event.detail === 0) return;
      dragged = false;
      event.preventDefault();
      event.stopPropagation();
    };

    const onDoubleClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest("button")) return;
      zoom(event.shiftKey ? 0.5 : 2, fromCenter({ x: event.clientX, y: event.clientY }));
    };

    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const pixels = event.deltaY * (PIXELS_PER_WHEEL_UNIT[event.deltaMode] ?? 1);
      // A touchpad pinch arrives as a wheel event with ctrlKey and small deltas.
      const step = Math.max(-1, Math.min(1, pixels * (event.ctrlKey ? 0.012 : 0.003)));
      zoom(2 ** -step, fromCenter({ x: event.clientX, y: event.clientY }));
    };

    surface.addEventListener("pointerdown", onPointerDown);
    surface.addEventListener("pointermove", onPointerMove);
    surface.addEventListener("pointerup", onPointerUp);
    surface.addEventListener("pointercancel", onPointerUp);
    surface.addEventListener("click", onClick, { capture: true });
    surface.addEventListener("dblclick", onDoubleClick);
    surface.addEventListener("wheel", onWheel, { passive: false });
    // Before a drag starts, only the window receives a release outside the surface. `lostpointercapture` cannot be used:
    // touch pointers also fire it when a drag moves their capture to the surface.
    window.addEventListener("pointerup", onPointerUp);
    return () => {
      surface.removeEventListener("pointerdown", onPointerDown);
      surface.removeEventListener("pointermove", onPointerMove);
      surface.removeEventListener("pointerup", onPointerUp);
      surface.removeEventListener("pointercancel", onPointerUp);
      surface.removeEventListener("click", onClick, { capture: true });
      surface.removeEventListener("dblclick", onDoubleClick);
      surface.removeEventListener("wheel", onWheel);
      window.removeEventListener("pointerup", onPointerUp);
    };
  }, [element]);
}

import { useEffect, useEffectEvent, type RefObject } from "react";
import type { Point } from "./projection";

interface Gestures {
  /** So many pixels to the right and down. */
  readonly onPan: (right: number, down: number) => void;
  /** Larger by a factor, about a pixel from the middle of the element. */
  readonly onZoom: (factor: number, about: Point) => void;
}

/** A hand that trembles does not drag. */
const STILL = 4;
/** What a line and a page of a wheel are in pixels. */
const WHEEL_UNITS = [1, 16, 400] as const;

/** Drag, pinch, wheel and double click, by mouse, pen or fingers. What was dragged is not clicked as well. */
export function useGestures(element: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const pan = useEffectEvent(gestures.onPan);
  const zoom = useEffectEvent(gestures.onZoom);

  useEffect(() => {
    const surface = element.current;
    if (!surface) return;
    const held = new Map<number, Point>();
    let dragged = false;

    const fromMiddle = ({ x, y }: Point): Point => {
      const box = surface.getBoundingClientRect();
      return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
    };

    const onPointerDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      if (held.size === 0) dragged = false;
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };

    const onPointerMove = (event: PointerEvent) => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      if (!dragged) {
        if (held.size === 1 && Math.hypot(now.x - before.x, now.y - before.y) < STILL) return;
        dragged = true;
        surface.setPointerCapture(event.pointerId);
      }
      const other = [...held].find(([pointer]) => pointer !== event.pointerId)?.[1];
      if (other) {
        pan((now.x - before.x) / 2, (now.y - before.y) / 2);
        const apart = (point: Point) => Math.max(Math.hypot(point.x - other.x, point.y - other.y), 1);
        zoom(apart(now) / apart(before), fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
      } else {
        pan(now.x - before.x, now.y - before.y);
      }
      held.set(event.pointerId, now);
    };

    const onPointerUp = (event: PointerEvent) => void held.delete(event.pointerId);

    const onClick = (event: MouseEvent) => {
      // A click by a key has no detail, and nothing was dragged before it.
      if (!dragged || event.detail === 0) return;
      dragged = false;
      event.preventDefault();
      event.stopPropagation();
    };

    const onDoubleClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest("button")) return;
      zoom(event.shiftKey ? 0.5 : 2, fromMiddle({ x: event.clientX, y: event.clientY }));
    };

    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const pixels = event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1);
      // What a touchpad's pinch sends as a wheel comes in small steps.
      const step = Math.max(-1, Math.min(1, pixels * (event.ctrlKey ? 0.012 : 0.003)));
      zoom(2 ** -step, fromMiddle({ x: event.clientX, y: event.clientY }));
    };

    surface.addEventListener("pointerdown", onPointerDown);
    surface.addEventListener("pointermove", onPointerMove);
    surface.addEventListener("pointerup", onPointerUp);
    surface.addEventListener("pointercancel", onPointerUp);
    surface.addEventListener("click", onClick, { capture: true });
    surface.addEventListener("dblclick", onDoubleClick);
    surface.addEventListener("wheel", onWheel, { passive: false });
    // Released outside before it was dragged, a pointer is told of nowhere else. That a finger's capture is lost says
    // nothing: it goes from what it touched to the surface as it begins to drag.
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

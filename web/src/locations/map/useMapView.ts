import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { MapPosition } from "./mapParams";
import { scaleOf, toPlane } from "./projection";
import { clampView, interpolateViews, toPosition, type Size, type View } from "./view";

const ANIMATION_MS = 280;
/** The URL is updated when the map has not moved for this long. */
const POSITION_DEBOUNCE_MS = 300;

interface MapView {
  readonly view: View;
  /** Changes the view immediately, as for a drag. */
  readonly updateView: (change: (view: View) => View) => void;
  /** Animates to a view. Null returns to the initial view. */
  readonly animateTo: (to: View | null) => void;
}

/**
 * The view of the map. It is `home`, which depends on the filters, until a user moves the map. The position after that
 * is stored in the URL.
 */
export function useMapView(
  size: Size,
  home: View,
  initial: MapPosition | null,
  onPositionChange: (position: MapPosition | null) => void,
): MapView {
  const [moved, setMoved] = useState<View | null>(() => initial && toView(initial));
  const view = moved ? clampView(moved, size) : home;
  const animationFrame = useRef(0);
  const target = useRef<View | null>(moved);
  const reportPosition = useEffectEvent((to: View | null) => onPositionChange(to && toMapPosition(to)));

  useEffect(() => {
    target.current = moved;
    const timer = setTimeout(() => reportPosition(moved), POSITION_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [moved]);

  // If the map unmounts during an animation, store the position at the end of the animation.
  useEffect(
    () => () => {
      cancelAnimationFrame(animationFrame.current);
      reportPosition(target.current);
    },
    [],
  );

  const updateView = useCallback(
    (change: (view: View) => View) => {
      cancelAnimationFrame(animationFrame.current);
      setMoved((before) => change(before ? clampView(before, size) : home));
    },
    [size, home],
  );

  const animateTo = useCallback(
    (to: View | null) => {
      cancelAnimationFrame(animationFrame.current);
      if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
        setMoved(to);
        return;
      }
      let startedAt: number | undefined;
      const step = (now: number) => {
        startedAt ??= now;
        const progress = Math.min((now - startedAt) / ANIMATION_MS, 1);
        if (progress < 1) animationFrame.current = requestAnimationFrame(step);
        const eased = 1 - (1 - progress) ** 3;
        setMoved(progress < 1 ? interpolateViews(view, to ?? home, eased) : to);
      };
      animationFrame.current = requestAnimationFrame(step);
    },
    [view, home],
  );

  return { view, updateView, animateTo };
}

function toView({ latitude, longitude, level }: MapPosition): View {
  return { ...toPlane([longitude, latitude]), scale: scaleOf(level) };
}

function toMapPosition(view: View): MapPosition {
  const {
    coordinates: [longitude, latitude],
    level,
  } = toPosition(view);
  return { latitude, longitude, level };
}

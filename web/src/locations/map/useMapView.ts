import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { At } from "./address";
import { scaleOf, toPlane } from "./projection";
import { between, held, placeOf, type Size, type View } from "./view";

const DURATION = 280;
/** How long the map rests before the address follows it. */
const RESTED = 300;

interface MapView {
  readonly view: View;
  /** At once, as a hand moves it. */
  readonly move: (change: (view: View) => View) => void;
  /** In a short flight; null goes where the map is when nobody moved it. */
  readonly fly: (to: View | null) => void;
}

/**
 * What is seen of the map. Until it is moved by hand it is at `home`, which the filters decide; where it was moved to is
 * in the address.
 */
export function useMapView(size: Size, home: View, start: At | null, onRest: (at: At | null) => void): MapView {
  const [moved, setMoved] = useState<View | null>(() => start && fromAt(start));
  const view = moved ? held(moved, size) : home;
  const flight = useRef(0);
  const goal = useRef<View | null>(moved);
  const rest = useEffectEvent((at: View | null) => onRest(at && toAt(at)));

  useEffect(() => {
    goal.current = moved;
    const resting = setTimeout(() => rest(moved), RESTED);
    return () => clearTimeout(resting);
  }, [moved]);

  // Who leaves for the list in the middle of a flight finds the map at its end.
  useEffect(
    () => () => {
      cancelAnimationFrame(flight.current);
      rest(goal.current);
    },
    [],
  );

  const move = useCallback(
    (change: (view: View) => View) => {
      cancelAnimationFrame(flight.current);
      setMoved((before) => change(before ? held(before, size) : home));
    },
    [size, home],
  );

  const fly = useCallback(
    (to: View | null) => {
      cancelAnimationFrame(flight.current);
      if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
        setMoved(to);
        return;
      }
      let begun: number | undefined;
      const step = (now: number) => {
        begun ??= now;
        const progress = Math.min((now - begun) / DURATION, 1);
        if (progress < 1) flight.current = requestAnimationFrame(step);
        const eased = 1 - (1 - progress) ** 3;
        setMoved(progress < 1 ? between(view, to ?? home, eased) : to);
      };
      flight.current = requestAnimationFrame(step);
    },
    [view, home],
  );

  return { view, move, fly };
}

function fromAt({ latitude, longitude, level }: At): View {
  return { ...toPlane([longitude, latitude]), scale: scaleOf(level) };
}

function toAt(view: View): At {
  const {
    coordinates: [longitude, latitude],
    level,
  } = placeOf(view);
  return { latitude, longitude, level };
}

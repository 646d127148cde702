import { useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { LocationStatus } from "../../api/schema";
import type { LocationSummary } from "../list/locationIndex";
import type { At, MapAddress } from "./address";
import {
  coordinatesOf,
  firstOf,
  fridgesAt,
  indexFleet,
  isCluster,
  levelApart,
  marksIn,
  pointsOf,
  sightOf,
  type Mark,
  type StatusCounts,
} from "./clusters";
import { FridgeCard } from "./FridgeCard";
import { Land } from "./Land";
import { Legend } from "./Legend";
import { focusMark, focusReachable, Marks } from "./Marks";
import { isDirection, nearestTo, neighbour, type Direction } from "./neighbours";
import { levelOf, scaleOf, toPlane, type Point } from "./projection";
import { ScaleBar } from "./ScaleBar";
import { useGestures } from "./useGestures";
import { useMapView } from "./useMapView";
import { useRested } from "./useRested";
import { useSize } from "./useSize";
import { held, inWindow, panned, viewOf, wholeView, zoomed, type Size } from "./view";
import { mapTitle } from "./words";
import "./map.css";

interface Props extends MapAddress {
  /** What the list's filters let through, of all statuses that are shown. */
  readonly locations: readonly LocationSummary[];
  readonly status: LocationStatus;
  /** More than the status narrows the list: the map begins at what is left. */
  readonly narrowed: boolean;
  readonly loading: boolean;
  readonly onAlso: (also: readonly LocationStatus[]) => void;
  readonly onAt: (at: At | null) => void;
  readonly onFridge: (id: string | null) => void;
}

/** Clustering 10,000 takes longer than a key press: typing is not to wait for it. */
const RESTED = 200;
const STEP = 2;
const PAN = 90;
/** A mark that the keyboard reaches is to be this far from the edge. */
const EDGE = 32;
const ARROWS: Readonly<Record<Direction, readonly [right: number, down: number]>> = {
  ArrowLeft: [PAN, 0],
  ArrowRight: [-PAN, 0],
  ArrowUp: [0, PAN],
  ArrowDown: [0, -PAN],
};

/** The fleet on a map of the contiguous states. */
export default function FleetMap(props: Props) {
  const { status, also, narrowed, loading, onAlso, onFridge } = props;
  const locations = useRested(props.locations, RESTED);
  const index = useMemo(() => indexFleet(locations), [locations]);
  const counts = useMemo(() => countByStatus(locations), [locations]);
  const surface = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const cardHeading = useRef<HTMLHeadingElement>(null);
  const keysId = useId();
  const size = useSize(surface);

  const home = useMemo(() => (narrowed ? viewOf(pointsOf(index), size) : wholeView(size)), [narrowed, index, size]);
  const { view, move, fly } = useMapView(size, home, props.at, props.onAt);
  const { level, column, row } = sightOf(view, size);
  const marks = useMemo(() => marksIn(index, { level, column, row }, size), [index, level, column, row, size]);

  const zoomBy = (factor: number, about?: Point) => move((now) => zoomed(now, factor, size, about));
  useGestures(surface, {
    onPan: (right, down) => move((now) => panned(now, right, down, size)),
    onZoom: zoomBy,
  });

  // The mark that Tab reaches is in sight: the one where the focus was last, or was nearest to.
  const [last, setLast] = useState<Point | null>(null);
  const inSight = marks.filter((mark) => isWithin(inWindow(mark, view, size), size, 0));
  const middle = last && isWithin(inWindow(last, view, size), size, 0) ? last : view;
  const reachable = nearestTo(middle, inSight.length > 0 ? inSight : marks);

  const open = props.fridge === null ? undefined : locations.find(({ id }) => id === props.fridge);
  const here = useMemo(() => (open ? fridgesAt(index, open) : []), [index, open]);
  const opened = useMemo(() => {
    const coordinates = open && coordinatesOf(open);
    return coordinates ? nearestTo(toPlane(coordinates), marks) : null;
  }, [open, marks]);

  const show = (id: string) => {
    onFridge(id);
    // The card is drawn by then.
    requestAnimationFrame(() => cardHeading.current?.focus({ preventScroll: true }));
  };
  const openMark = (mark: Mark) => {
    if (!isCluster(mark)) return show(mark.location.id);
    const level = levelApart(index, mark);
    if (level === null) {
      const fridge = firstOf(index, mark);
      if (fridge) show(fridge.id);
      return;
    }
    const scale = scaleOf(Math.max(level, Math.floor(levelOf(view.scale)) + 1));
    fly(held({ x: mark.x, y: mark.y, scale }, size));
  };
  const reach = (mark: Mark, byKeyboard: boolean) => {
    setLast(mark);
    if (!byKeyboard || isWithin(inWindow(mark, view, size), size, EDGE)) return;
    move((now) => held({ ...now, x: mark.x, y: mark.y }, size));
  };
  const close = () => {
    onFridge(null);
    if (!focusReachable(layer.current)) surface.current?.focus({ preventScroll: true });
  };
  const showAll = () => fly(null);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!act(event.key, event.target)) return;
    event.preventDefault();
  };
  function act(key: string, target: EventTarget): boolean {
    if (key === "+" || key === "=") fly(zoomed(view, STEP, size));
    else if (key === "-" || key === "_") fly(zoomed(view, 1 / STEP, size));
    else if (key === "0" || key === "Home") showAll();
    else if (isDirection(key)) {
      const from = target === surface.current ? undefined : reachable;
      const next = from && neighbour(from, marks, key);
      if (next) focusMark(layer.current, next);
      else if (!from) move((now) => panned(now, ...ARROWS[key], size));
    } else return false;
    return true;
  }

  return (
    // Escape comes from the card as well as from the map.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="fleet-map" onKeyDown={(event) => event.key === "Escape" && open && close()}>
      {/* Keys reach the map itself, and from there its marks: screen readers are to leave them to it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={surface}
        className="map-surface"
        role="application"
        aria-roledescription="map"
        aria-label={mapTitle(index.count)}
        aria-describedby={keysId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Land view={view} size={size} />
        <Marks
          layer={layer}
          view={view}
          size={size}
          marks={marks}
          reachable={reachable}
          opened={opened}
          onOpen={openMark}
          onReach={reach}
        />
        <p id={keysId} className="map-keys">
          Arrow keys move, + and − zoom, 0 shows all. Tab goes to the marks: there the arrow keys go from one to the
          next, and Enter opens it. The list has the same locations.
        </p>
      </div>
      <div className="map-controls" role="group" aria-label="Map">
        <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => fly(zoomed(view, STEP, size))}>
          +
        </button>
        <button
          type="button"
          aria-label="Zoom out"
          title="Zoom out (−)"
          onClick={() => fly(zoomed(view, 1 / STEP, size))}
        >
          −
        </button>
        <button type="button" aria-label="Show all" title="Show all (0)" onClick={showAll}>
          ⤢
        </button>
      </div>
      {inSight.length === 0 && index.count > 0 && (
        <div className="map-empty">
          <button type="button" className="plain-button" onClick={() => fly(viewOf(pointsOf(index), size))}>
            None in sight: show all {index.count.toLocaleString("en-US")}
          </button>
        </div>
      )}
      <ScaleBar scale={view.scale} />
      <Legend status={status} also={also} counts={counts} loading={loading} unplaced={index.unplaced} onAlso={onAlso} />
      {open && <FridgeCard fridges={here} onClose={close} heading={cardHeading} />}
    </div>
  );
}

function countByStatus(locations: readonly LocationSummary[]): StatusCounts {
  const counts = { LIVE: 0, DEAD: 0, OFFLINE: 0 };
  for (const { status } of locations) counts[status] += 1;
  return counts;
}

function isWithin({ x, y }: Point, { width, height }: Size, edge: number): boolean {
  return x >= edge && x <= width - edge && y >= edge && y <= height - edge;
}

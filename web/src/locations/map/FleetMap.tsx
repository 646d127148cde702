import { useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { formatNumber } from "../../lib/formats";
import type { LocationStatus } from "../../api/schema";
import { PlainButton } from "../../ui/PlainButton";
import type { LocationSummary } from "../list/locationIndex";
import {
  cellOf,
  coordinatesOf,
  expansionLevel,
  findMarkers,
  firstFridge,
  fridgesAtSamePlace,
  indexFleet,
  isCluster,
  pointsOf,
  type Marker,
  type StatusCounts,
} from "./clusters";
import { FridgeCard } from "./FridgeCard";
import { Land } from "./Land";
import { mapLabel } from "./labels";
import { Legend } from "./Legend";
import type { MapParams, MapPosition } from "./mapParams";
import { focusMarker, focusTabStop, Markers } from "./Markers";
import { isDirection, nearestInDirection, nearestTo, type Direction } from "./neighbors";
import { levelOf, scaleOf, toPlane, type Point } from "./projection";
import { ScaleBar } from "./ScaleBar";
import { useDebouncedValue } from "./useDebouncedValue";
import { useGestures } from "./useGestures";
import { useMapView } from "./useMapView";
import { useSize } from "./useSize";
import { clampView, countryView, fitView, panView, toPixels, zoomView, type Size } from "./view";
import styles from "./fleetMap.module.css";

interface Props extends MapParams {
  /** The locations that match the list's filters, of all displayed statuses. */
  readonly locations: readonly LocationSummary[];
  readonly status: LocationStatus;
  /** Whether a filter other than the status is set. If so, the map initially fits the matching locations. */
  readonly filtered: boolean;
  readonly loading: boolean;
  readonly onExtraStatusesChange: (statuses: readonly LocationStatus[]) => void;
  readonly onPositionChange: (position: MapPosition | null) => void;
  readonly onFridgeChange: (id: string | null) => void;
}

/** Clustering 10,000 locations takes longer than a key press, so typing must not wait for it. */
const DEBOUNCE_MS = 200;
const ZOOM_FACTOR = 2;
const PAN_STEP = 90;
/** Minimum distance in pixels between a marker with keyboard focus and the edge of the map. */
const EDGE_MARGIN = 32;
const PAN_BY_KEY: Readonly<Record<Direction, readonly [right: number, down: number]>> = {
  ArrowLeft: [PAN_STEP, 0],
  ArrowRight: [-PAN_STEP, 0],
  ArrowUp: [0, PAN_STEP],
  ArrowDown: [0, -PAN_STEP],
};

/** The fleet on a map of the contiguous states. */
export default function FleetMap(props: Props) {
  const { status, extraStatuses, filtered, loading, onExtraStatusesChange, onFridgeChange } = props;
  const locations = useDebouncedValue(props.locations, DEBOUNCE_MS);
  const index = useMemo(() => indexFleet(locations), [locations]);
  const counts = useMemo(() => countByStatus(locations), [locations]);
  const surfaceRef = useRef<HTMLDivElement>(null);
  const layerRef = useRef<HTMLDivElement>(null);
  const cardHeading = useRef<HTMLHeadingElement>(null);
  const keyHelpId = useId();
  const size = useSize(surfaceRef);

  const home = useMemo(() => (filtered ? fitView(pointsOf(index), size) : countryView(size)), [filtered, index, size]);
  const { view, updateView, animateTo } = useMapView(size, home, props.position, props.onPositionChange);
  const { level, column, row } = cellOf(view, size);
  const markers = useMemo(() => findMarkers(index, { level, column, row }, size), [index, level, column, row, size]);

  const zoomBy = (factor: number, about?: Point) => updateView((now) => zoomView(now, factor, size, about));
  useGestures(surfaceRef, {
    onPan: (right, down) => updateView((now) => panView(now, right, down, size)),
    onZoom: zoomBy,
  });

  // Tab reaches one visible marker: the one nearest to the last focused marker, or else to the center of the map.
  const [lastFocused, setLastFocused] = useState<Point | null>(null);
  const visible = markers.filter((marker) => isWithin(toPixels(marker, view, size), size, 0));
  const reference = lastFocused && isWithin(toPixels(lastFocused, view, size), size, 0) ? lastFocused : view;
  const tabStop = nearestTo(reference, visible.length > 0 ? visible : markers);

  const open = props.fridgeId === null ? undefined : locations.find(({ id }) => id === props.fridgeId);
  const fridgesHere = useMemo(() => (open ? fridgesAtSamePlace(index, open) : []), [index, open]);
  const openedMarker = useMemo(() => {
    const coordinates = open && coordinatesOf(open);
    return coordinates ? nearestTo(toPlane(coordinates), markers) : null;
  }, [open, markers]);

  const show = (id: string) => {
    onFridgeChange(id);
    // The card is rendered in the next frame.
    requestAnimationFrame(() => cardHeading.current?.focus({ preventScroll: true }));
  };
  const openMarker = (marker: Marker) => {
    if (!isCluster(marker)) return show(marker.location.id);
    const level = expansionLevel(index, marker);
    if (level === null) {
      const fridge = firstFridge(index, marker);
      if (fridge) show(fridge.id);
      return;
    }
    const scale = scaleOf(Math.max(level, Math.floor(levelOf(view.scale)) + 1));
    animateTo(clampView({ x: marker.x, y: marker.y, scale }, size));
  };
  const onMarkerFocus = (marker: Marker, byKeyboard: boolean) => {
    setLastFocused(marker);
    if (!byKeyboard || isWithin(toPixels(marker, view, size), size, EDGE_MARGIN)) return;
    updateView((now) => clampView({ ...now, x: marker.x, y: marker.y }, size));
  };
  const close = () => {
    onFridgeChange(null);
    if (!focusTabStop(layerRef.current)) surfaceRef.current?.focus({ preventScroll: true });
  };
  const showAll = () => animateTo(null);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!handleKey(event.key, event.target)) return;
    event.preventDefault();
  };
  function handleKey(key: string, target: EventTarget): boolean {
    if (key === "+" || key === "=") animateTo(zoomView(view, ZOOM_FACTOR, size));
    else if (key === "-" || key === "_") animateTo(zoomView(view, 1 / ZOOM_FACTOR, size));
    else if (key === "0" || key === "Home") showAll();
    else if (isDirection(key)) {
      const from = target === surfaceRef.current ? undefined : tabStop;
      const next = from && nearestInDirection(from, markers, key);
      if (next) focusMarker(layerRef.current, next);
      else if (!from) updateView((now) => panView(now, ...PAN_BY_KEY[key], size));
    } else return false;
    return true;
  }

  return (
    // Escape closes the card from both the card and the map.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.map} onKeyDown={(event) => event.key === "Escape" && open && close()}>
      {/* role="application" makes screen readers pass key presses through to the map and its markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={surfaceRef}
        className={styles.surface}
        role="application"
        aria-roledescription="map"
        aria-label={mapLabel(index.count)}
        aria-describedby={keyHelpId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Land view={view} size={size} />
        <Markers
          layer={layerRef}
          view={view}
          size={size}
          markers={markers}
          tabStop={tabStop}
          openedMarker={openedMarker}
          onOpenMarker={openMarker}
          onFocusMarker={onMarkerFocus}
        />
        <p id={keyHelpId} className={styles.keys}>
          Arrow keys pan, + and − zoom, 0 shows all. Press Tab to reach the markers, the arrow keys to go to the next
          one, and Enter to open it. The list shows the same locations.
        </p>
      </div>
      <div className={styles.controls} role="group" aria-label="Map">
        <button
          type="button"
          aria-label="Zoom in"
          title="Zoom in (+)"
          onClick={() => animateTo(zoomView(view, ZOOM_FACTOR, size))}
        >
          +
        </button>
        <button
          type="button"
          aria-label="Zoom out"
          title="Zoom out (−)"
          onClick={() => animateTo(zoomView(view, 1 / ZOOM_FACTOR, size))}
        >
          −
        </button>
        <button type="button" aria-label="Show all" title="Show all (0)" onClick={showAll}>
          ⤢
        </button>
      </div>
      {visible.length === 0 && index.count > 0 && (
        <div className={styles.noneInView}>
          <PlainButton onClick={() => animateTo(fitView(pointsOf(index), size))}>
            No fridges in view. Show all {formatNumber(index.count)}
          </PlainButton>
        </div>
      )}
      <ScaleBar scale={view.scale} />
      <Legend
        status={status}
        extraStatuses={extraStatuses}
        counts={counts}
        loading={loading}
        unplaced={index.unplaced}
        onExtraStatusesChange={onExtraStatusesChange}
      />
      {open && <FridgeCard fridges={fridgesHere} onClose={close} heading={cardHeading} />}
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

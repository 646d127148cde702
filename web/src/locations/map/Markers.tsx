import {
  memo,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type RefObject,
} from "react";
import { formatNumber } from "../../lib/formats";
import { STATUSES } from "../list/filters";
import { isCluster, type ClusterMarker, type Marker, type StatusCounts } from "./clusters";
import { markerLabel } from "./labels";
import { StateNames } from "./Land";
import styles from "./markers.module.css";
import { planeTransform } from "./planeTransform";
import { StatusShape } from "./StatusShape";
import type { Size, View } from "./view";

interface MarkerButtonsProps {
  readonly markers: readonly Marker[];
  /** The only marker with tabIndex 0. The arrow keys move the focus to the others. */
  readonly tabStop: Marker | null;
  /** The marker whose card is open. */
  readonly openedMarker: Marker | null;
}

interface Props extends MarkerButtonsProps {
  readonly layer: RefObject<HTMLDivElement | null>;
  readonly view: View;
  readonly size: Size;
  readonly onOpenMarker: (marker: Marker) => void;
  readonly onFocusMarker: (marker: Marker, byKeyboard: boolean) => void;
}

/** The layer above the land, with elements that keep their size at every zoom: state names, fridges and clusters. */
export function Markers({ layer, view, size, markers, tabStop, openedMarker, onOpenMarker, onFocusMarker }: Props) {
  const focusedKey = useRef<string | null>(null);

  // If the focused marker has split or merged, move the focus to the current tab stop.
  useLayoutEffect(() => {
    if (focusedKey.current === null || markers.some(({ key }) => key === focusedKey.current)) return;
    focusedKey.current = null;
    focusTabStop(layer.current);
  }, [markers, layer]);

  const findMarker = (target: EventTarget): Marker | undefined => {
    const key = target instanceof Element ? target.closest<HTMLElement>("[data-key]")?.dataset.key : undefined;
    return markers.find((marker) => marker.key === key);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const marker = findMarker(target);
    if (!marker) return;
    focusedKey.current = marker.key;
    onFocusMarker(marker, target.matches(":focus-visible"));
  };
  const onClick = ({ target }: MouseEvent) => {
    const marker = findMarker(target);
    if (marker) onOpenMarker(marker);
  };

  const style = {
    transform: `translate(${size.width / 2 - view.x * view.scale}px, ${size.height / 2 - view.y * view.scale}px)`,
    "--scale": view.scale,
  } as CSSProperties;
  return (
    // The layer handles clicks and focus events of its buttons, so that the buttons render only if the markers change.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={layer}
      className={styles.layer}
      style={style}
      onFocus={onFocus}
      onBlur={() => (focusedKey.current = null)}
      onClick={onClick}
    >
      <StateNames view={view} />
      <MarkerButtons markers={markers} tabStop={tabStop} openedMarker={openedMarker} />
    </div>
  );
}

const MarkerButtons = memo(function MarkerButtons({ markers, tabStop, openedMarker }: MarkerButtonsProps) {
  return markers.map((marker) => {
    const name = markerLabel(marker);
    return (
      <button
        key={marker.key}
        type="button"
        className={styles.marker}
        style={planeTransform(marker.x, marker.y)}
        tabIndex={marker === tabStop ? 0 : -1}
        aria-label={name}
        aria-current={marker === openedMarker || undefined}
        title={name}
        data-key={marker.key}
      >
        {isCluster(marker) ? <Cluster marker={marker} /> : <StatusShape status={marker.location.status} />}
      </button>
    );
  });
});

/** Focuses the marker that Tab reaches. Returns false if there is no marker. */
export function focusTabStop(layer: HTMLElement | null): boolean {
  const marker = layer?.querySelector<HTMLElement>('button[tabindex="0"]');
  marker?.focus({ preventScroll: true });
  return Boolean(marker);
}

export function focusMarker(layer: HTMLElement | null, { key }: Marker): void {
  const markers = layer?.querySelectorAll<HTMLElement>("button[data-key]") ?? [];
  for (const marker of markers) if (marker.dataset.key === key) marker.focus({ preventScroll: true });
}

/** The number of fridges and the shapes of their statuses, inside a ring with the share of each status. */
function Cluster({ marker: { count, byStatus } }: { readonly marker: ClusterMarker }) {
  const statuses = STATUSES.filter((status) => byStatus[status] > 0);
  const style = {
    inlineSize: `${diameter(count)}px`,
    backgroundImage: `conic-gradient(${ringGradient(byStatus, count)})`,
  };
  return (
    <span className={styles.cluster} style={style}>
      <span className={styles.inside}>
        <span className={styles.shapes}>
          {statuses.map((status) => (
            <StatusShape key={status} status={status} size={8} />
          ))}
        </span>
        {formatNumber(count)}
      </span>
    </span>
  );
}

/** The color stops of the ring: one segment per status, in percent. */
function ringGradient(byStatus: StatusCounts, count: number): string {
  let end = 0;
  const shares = STATUSES.map((status) => {
    const start = end;
    end += (byStatus[status] / count) * 100;
    return `var(--status-${status.toLowerCase()}) ${start}% ${end}%`;
  });
  return shares.join(", ");
}

/** The diameter in pixels grows with the logarithm of the count. */
function diameter(count: number): number {
  return Math.round(30 + 7 * Math.log10(count));
}

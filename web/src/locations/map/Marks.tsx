import {
  memo,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type RefObject,
} from "react";
import { STATUSES } from "../list/filters";
import { isCluster, type ClusterMark, type Mark, type StatusCounts } from "./clusters";
import { StateNames } from "./Land";
import { spot } from "./spot";
import { StatusShape } from "./StatusShape";
import type { Size, View } from "./view";
import { howMany, nameOf } from "./words";

interface ButtonsProps {
  readonly marks: readonly Mark[];
  /** The one mark that Tab reaches; the arrow keys go on from it. */
  readonly reachable: Mark | null;
  /** The mark whose card is open. */
  readonly opened: Mark | null;
}

interface Props extends ButtonsProps {
  readonly layer: RefObject<HTMLDivElement | null>;
  readonly view: View;
  readonly size: Size;
  readonly onOpen: (mark: Mark) => void;
  readonly onReach: (mark: Mark, byKeyboard: boolean) => void;
}

/** What lies on the land and keeps its size: the states' names, and the fridges and clusters in sight. */
export function Marks({ layer, view, size, marks, reachable, opened, onOpen, onReach }: Props) {
  const focused = useRef<string | null>(null);

  // A mark that fell apart, or into another, takes the focus with it: it goes to what is there now.
  useLayoutEffect(() => {
    if (focused.current === null || marks.some(({ key }) => key === focused.current)) return;
    focused.current = null;
    focusReachable(layer.current);
  }, [marks, layer]);

  const markOf = (target: EventTarget): Mark | undefined => {
    const key = target instanceof Element ? target.closest<HTMLElement>("[data-key]")?.dataset.key : undefined;
    return marks.find((mark) => mark.key === key);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const mark = markOf(target);
    if (!mark) return;
    focused.current = mark.key;
    onReach(mark, target.matches(":focus-visible"));
  };
  const onClick = ({ target }: MouseEvent) => {
    const mark = markOf(target);
    if (mark) onOpen(mark);
  };

  const style = {
    transform: `translate(${size.width / 2 - view.x * view.scale}px, ${size.height / 2 - view.y * view.scale}px)`,
    "--scale": view.scale,
  } as CSSProperties;
  return (
    // Clicks and the focus come from the buttons inside, which are drawn anew only when there are others.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={layer}
      className="map-layer"
      style={style}
      onFocus={onFocus}
      onBlur={() => (focused.current = null)}
      onClick={onClick}
    >
      <StateNames view={view} />
      <MarkButtons marks={marks} reachable={reachable} opened={opened} />
    </div>
  );
}

const MarkButtons = memo(function MarkButtons({ marks, reachable, opened }: ButtonsProps) {
  return marks.map((mark) => {
    const name = nameOf(mark);
    return (
      <button
        key={mark.key}
        type="button"
        className={isCluster(mark) ? "mark mark-cluster" : "mark"}
        style={spot(mark.x, mark.y)}
        tabIndex={mark === reachable ? 0 : -1}
        aria-label={name}
        aria-current={mark === opened || undefined}
        title={name}
        data-key={mark.key}
      >
        {isCluster(mark) ? <Cluster mark={mark} /> : <StatusShape status={mark.location.status} />}
      </button>
    );
  });
});

/** Gives the focus to the mark that Tab would reach. False where there is none in sight. */
export function focusReachable(layer: HTMLElement | null): boolean {
  const mark = layer?.querySelector<HTMLElement>('button[tabindex="0"]');
  mark?.focus({ preventScroll: true });
  return Boolean(mark);
}

export function focusMark(layer: HTMLElement | null, { key }: Mark): void {
  const marks = layer?.querySelectorAll<HTMLElement>("button[data-key]") ?? [];
  for (const mark of marks) if (mark.dataset.key === key) mark.focus({ preventScroll: true });
}

/** The number, the shapes of the statuses in it, and around both a ring with their shares. */
function Cluster({ mark: { count, byStatus } }: { readonly mark: ClusterMark }) {
  const there = STATUSES.filter((status) => byStatus[status] > 0);
  const style = {
    inlineSize: `${diameter(count)}px`,
    backgroundImage: `conic-gradient(${ringOf(byStatus, count)})`,
  };
  return (
    <span className="cluster" style={style}>
      <span className="cluster-inside">
        <span className="cluster-statuses">
          {there.map((status) => (
            <StatusShape key={status} status={status} size={8} />
          ))}
        </span>
        {howMany(count)}
      </span>
    </span>
  );
}

/** The ring's colours, each with where it begins and ends. */
function ringOf(byStatus: StatusCounts, count: number): string {
  let upTo = 0;
  const shares = STATUSES.map((status) => {
    const from = upTo;
    upTo += (byStatus[status] / count) * 100;
    return `var(--status-${status.toLowerCase()}) ${from}% ${upTo}%`;
  });
  return shares.join(", ");
}

/** Ten times as many, somewhat larger. */
function diameter(count: number): number {
  return Math.round(30 + 7 * Math.log10(count));
}

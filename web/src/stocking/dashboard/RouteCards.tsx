import { useCallback, useMemo, useState } from "react";
import { useMedia } from "../../lib/media";
import { holdOrder } from "../../ui/table/rows";
import { useHeldOrder } from "../../ui/table/useHeldOrder";
import { useRowWindow } from "../../ui/table/useRowWindow";
import { columnsOn } from "./columns";
import { RouteCard } from "./RouteCard";
import styles from "./routeCards.module.css";
import type { RouteCardData } from "./rows";
import type { Delays } from "./useCards";

interface Props {
  readonly cards: readonly RouteCardData[];
  readonly delays: Delays;
  readonly day: string;
  readonly collapsed: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Identifies the order and the filters of the cards. */
  readonly selection: string;
}

/** Estimated heights in pixels until measured: the card's header with its margin, the column headers and a stop. */
const HEIGHTS = {
  lines: { header: 82, columnHeaders: 62, stop: 62 },
  cards: { header: 152, columnHeaders: 0, stop: 226 },
} as const;
/** Cards rendered outside the viewport. Few, because a card can have many stops. */
const OVERSCAN = 2;
const routeOf = ({ route }: RouteCardData) => route;

/** The cards of the routes. Only the visible cards are rendered. */
export function RouteCards(props: Props) {
  const layout = useMedia("phone") ? "cards" : "lines";
  // The measured heights apply to one layout.
  return <VisibleCards key={`${layout} ${props.collapsed}`} {...props} heights={HEIGHTS[layout]} />;
}

interface CardsProps extends Props {
  readonly heights: (typeof HEIGHTS)[keyof typeof HEIGHTS];
}

function VisibleCards({ cards: current, delays, day, collapsed, sort, onSort, selection, heights }: CardsProps) {
  // The delays change each minute. The order stays while the pointer or the focus is on the cards.
  const { order, enter, leave } = useHeldOrder(true, selection, current.length > 0);
  const cards = useMemo(() => (order ? holdOrder(current, routeOf, order) : current), [current, order]);
  const routes = () => current.map(routeOf);
  const columns = useMemo(() => columnsOn(day), [day]);
  const keyAt = useCallback((index: number) => cards[index]?.route ?? String(index), [cards]);
  const [focusedRoute, setFocusedRoute] = useState<string | null>(null);
  const focused = focusedRoute === null ? -1 : cards.findIndex(({ route }) => route === focusedRoute);
  const { isVirtual, visibleRows, totalHeight, measureRow, body } = useRowWindow<HTMLDivElement, HTMLDivElement>({
    count: cards.length,
    keyAt,
    estimatedHeight: (index) => {
      const stops = collapsed ? 0 : (cards[index]?.rows.length ?? 0);
      return heights.header + (stops > 0 ? heights.columnHeaders + stops * heights.stop : 0);
    },
    inDialog: false,
    height: undefined,
    // The focused card and its neighbors stay rendered, so that Tab continues from it.
    keptIndexes: focused < 0 ? [] : [focused - 1, focused, focused + 1],
    maxRendered: 0,
    overscan: OVERSCAN,
  });
  return (
    <div
      ref={body}
      className={styles.cards}
      data-virtual={isVirtual || undefined}
      style={{ blockSize: totalHeight }}
      onPointerEnter={() => enter("pointer", routes)}
      onPointerLeave={() => leave("pointer")}
      onFocus={() => enter("focus", routes)}
      onBlur={({ currentTarget, relatedTarget }) => {
        setFocusedRoute(null);
        if (!currentTarget.contains(relatedTarget)) leave("focus");
      }}
    >
      {visibleRows.map(({ index, offset }) => {
        const card = cards[index];
        return (
          card && (
            <div
              key={card.route}
              ref={measureRow}
              data-index={index}
              className={styles.position}
              // A transform would move the sticky column headers.
              style={isVirtual ? { insetBlockStart: offset } : undefined}
              onFocus={() => setFocusedRoute(card.route)}
            >
              <RouteCard
                card={card}
                behind={delays.get(card.route) ?? null}
                day={day}
                columns={columns}
                collapsed={collapsed}
                sort={sort}
                onSort={onSort}
              />
            </div>
          )
        );
      })}
    </div>
  );
}

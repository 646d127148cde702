import { useCallback } from "react";
import { useVisibleRows } from "../../ui/useVisibleRows";
import { RouteCard } from "./RouteCard";
import type { RouteCardData } from "./rows";
import type { Column, Sort } from "./view";

interface Props {
  readonly cards: readonly RouteCardData[];
  readonly day: string;
  readonly collapsed: boolean;
  readonly sort: Sort | null;
  readonly onSort: (column: Column) => void;
}

/** Estimated heights in pixels until measured: card header with margin, column headers, one stop. */
const HEADER = { line: 70, card: 110 };
const COLUMN_HEADERS = { line: 54, card: 0 };
const STOP = { line: 50, card: 203 };
/** Cards rendered outside the viewport. Few, because a card can have many stops. */
const OVERSCAN = 2;

/** The cards of the routes. Renders only visible cards. */
export function RouteCards({ cards, day, collapsed, sort, onSort }: Props) {
  const keyOf = useCallback((index: number) => cards[index]?.route ?? String(index), [cards]);
  const heightOf = useCallback(
    (index: number) => {
      const stops = collapsed ? 0 : (cards[index]?.rows.length ?? 0);
      const headers = stops > 0 ? COLUMN_HEADERS : { line: 0, card: 0 };
      return { line: HEADER.line + headers.line + stops * STOP.line, card: HEADER.card + stops * STOP.card };
    },
    [cards, collapsed],
  );
  const { rows: visibleCards, measureRow, bodyProps } = useVisibleRows(cards.length, keyOf, heightOf, OVERSCAN);
  return (
    <div className="stocking-cards" {...bodyProps}>
      {visibleCards.map(({ index, offset }) => {
        const card = cards[index];
        return (
          card && (
            <div
              key={card.route}
              ref={measureRow}
              data-index={index}
              className="stocking-card-position"
              style={{ transform: `translateY(${offset}px)` }}
            >
              <RouteCard card={card} day={day} collapsed={collapsed} sort={sort} onSort={onSort} />
            </div>
          )
        );
      })}
    </div>
  );
}

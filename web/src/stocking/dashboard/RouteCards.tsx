import { useCallback } from "react";
import { useRowsInSight } from "../../ui/useRowsInSight";
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

/** Heights before they are measured: of a card's header with the gap below it, of its columns' names, of a stop. */
const HEADER = { line: 70, card: 110 };
const NAMES = { line: 54, card: 0 };
const STOP = { line: 50, card: 203 };
/** Cards drawn beyond those in sight: each may be of many stops. */
const BEYOND = 2;

/** The routes' cards, of which those in sight are drawn. */
export function RouteCards({ cards, day, collapsed, sort, onSort }: Props) {
  const keyOf = useCallback((index: number) => cards[index]?.route ?? String(index), [cards]);
  const heightOf = useCallback(
    (index: number) => {
      const stops = collapsed ? 0 : (cards[index]?.rows.length ?? 0);
      const names = stops > 0 ? NAMES : { line: 0, card: 0 };
      return { line: HEADER.line + names.line + stops * STOP.line, card: HEADER.card + stops * STOP.card };
    },
    [cards, collapsed],
  );
  const { rows: inSight, measureRow, bodyProps } = useRowsInSight(cards.length, keyOf, heightOf, BEYOND);
  return (
    <div className="stocking-cards" {...bodyProps}>
      {inSight.map(({ index, offset }) => {
        const card = cards[index];
        return (
          card && (
            <div
              key={card.route}
              ref={measureRow}
              data-index={index}
              className="stocking-place"
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

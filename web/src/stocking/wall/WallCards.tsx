import { useState } from "react";
import { Button } from "../../ui/Button";
import type { RouteCardData } from "../dashboard/rows";
import type { Delays } from "../dashboard/useCards";
import { pageOf, pageSize, usePages } from "./pages";
import { useCapacity } from "./useCapacity";
import styles from "./wall.module.css";
import { WallCard } from "./WallCard";

interface Props {
  readonly cards: readonly RouteCardData[];
  readonly delays: Delays;
  readonly day: string;
}

/** The cards that fit on the screen. If there are more, pages follow each other. */
export function WallCards({ cards, delays, day }: Props) {
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const capacity = useCapacity(area);
  const size = pageSize(capacity);
  const { page, pages, isRotating, turn, toggleRotation } = usePages(cards.length, size);
  return (
    <>
      <div
        ref={setArea}
        className={styles.cards}
        style={{ gridTemplateColumns: `repeat(${capacity.columns}, minmax(0, 1fr))` }}
      >
        {pageOf(cards, page, size).map((card) => (
          <WallCard key={card.route} card={card} behind={delays.get(card.route) ?? null} day={day} />
        ))}
      </div>
      {pages > 1 && (
        <nav className={styles.pages} aria-label="Pages">
          <Button onClick={() => turn(-1)}>Previous</Button>
          <span>
            Page {page + 1} of {pages}
          </span>
          <Button onClick={() => turn(1)}>Next</Button>
          <Button onClick={toggleRotation}>{isRotating ? "Pause" : "Rotate pages"}</Button>
        </nav>
      )}
    </>
  );
}

import { useId } from "react";
import { DelayTag } from "./DelayTag";
import styles from "./mostBehind.module.css";
import { driverText } from "./routeTexts";
import type { RouteCardData } from "./rows";
import { orderCards, type Delays } from "./useCards";

/** The number of routes in the list. */
const COUNT = 3;

interface Props {
  readonly cards: readonly RouteCardData[];
  readonly delays: Delays;
}

/** The routes that are most behind, with their drivers. */
export function MostBehind({ cards, delays }: Props) {
  const titleId = useId();
  const behind = orderCards(cards, delays, "worst").filter(({ route }) => (delays.get(route) ?? 0) > 0);
  if (behind.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={styles.behind}>
      <h3 id={titleId}>Most behind</h3>
      <ol>
        {behind.slice(0, COUNT).map((card) => (
          <li key={card.route}>
            <strong>{card.route}</strong>
            <DelayTag minutes={delays.get(card.route) ?? null} />
            <span>{driverText(card)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

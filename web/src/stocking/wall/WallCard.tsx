import { memo } from "react";
import { formatPart } from "../../lib/formats";
import { Tag } from "../../ui/Tag";
import { DelayTag } from "../dashboard/DelayTag";
import { ProgressBar } from "../dashboard/ProgressBar";
import { driverText, expectedText, stopName } from "../dashboard/routeTexts";
import type { RouteCardData } from "../dashboard/rows";
import styles from "./wall.module.css";

interface Props {
  readonly card: RouteCardData;
  /** The minutes behind; null if they are unknown. */
  readonly behind: number | null;
  readonly day: string;
}

/** A route with its delay, its progress, its next stop and its driver. */
export const WallCard = memo(function WallCard({ card, behind, day }: Props) {
  const { route, counts, next } = card;
  return (
    <section className={styles.card} aria-label={`Route ${route}`} data-behind={(behind ?? 0) > 0 || undefined}>
      <h2>{route}</h2>
      <div className={styles.tags}>
        <DelayTag minutes={behind} />
        {counts.late > 0 && <Tag tone="warning">{counts.late} late</Tag>}
      </div>
      <div className={styles.progress}>
        <ProgressBar counts={counts} />
        <span>{formatPart(counts.done, counts.stops)} stops done</span>
      </div>
      {next && (
        <p>
          Next: <strong>{stopName(next)}</strong>, {expectedText(next, day)}
        </p>
      )}
      <p>{driverText(card)}</p>
    </section>
  );
});

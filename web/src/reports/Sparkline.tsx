import { VisuallyHidden } from "../ui/text";
import { describeDays, type DayCount } from "./rules/comparison";
import styles from "./headline.module.css";

const BAR_WIDTH = 10;
const HEIGHT = 40;
/** A time range has up to 92 days, so its bars are narrower. */
const MAX_WIDTH_REM = 16;

interface Props {
  readonly days: readonly DayCount[];
  /** What the counts are, such as "Per day, until 2:06 PM". */
  readonly label: string;
}

/** A small bar for each day, with the counts as text for screen readers. */
export function Sparkline({ days, label }: Props) {
  const max = Math.max(1, ...days.map(({ count }) => count));
  const text = `${label}: ${describeDays(days)}`;
  return (
    <div className={styles.sparkline} title={text} style={{ inlineSize: `${Math.min(days.length, MAX_WIDTH_REM)}rem` }}>
      <svg viewBox={`0 0 ${days.length * BAR_WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, count }, index) => {
          // A day without rows stays visible as a line.
          const height = Math.max(1, (HEIGHT * count) / max);
          return (
            <rect
              key={day}
              className={styles.bar}
              data-last={index === days.length - 1 || undefined}
              x={index * BAR_WIDTH + 1}
              y={HEIGHT - height}
              width={BAR_WIDTH - 2}
              height={height}
            />
          );
        })}
      </svg>
      <VisuallyHidden as="p">{text}</VisuallyHidden>
    </div>
  );
}

import { formatCount, formatNumber } from "../../lib/formats";
import { Muted, VisuallyHidden } from "../../ui/text";
import { Bar, Chart } from "./Chart";
import styles from "./chart.module.css";
import type { Count } from "./counts";

interface Props {
  readonly title: string;
  readonly counts: readonly Count[];
  /** The singular name of a row, such as "stock-out". */
  readonly rowName: string;
  /** Filters the report by the selected name. */
  readonly onChoose: (name: string) => void;
}

const MAX_BARS = 8;
const HEIGHT = 4;

/** A bar chart of the most frequent names, with their counts. */
export function Bars({ title, counts, rowName, onChoose }: Props) {
  const shown = counts.slice(0, MAX_BARS);
  const maxCount = shown[0]?.count ?? 1;
  const hiddenCount = counts.length - shown.length;
  return (
    <Chart title={title}>
      <ol className={styles.bars}>
        {shown.map(({ name, count }) => (
          <Bar
            key={name}
            label={name}
            value={
              <>
                {formatNumber(count)}
                <VisuallyHidden> {count === 1 ? rowName : `${rowName}s`}</VisuallyHidden>
              </>
            }
            title={`Show ${name} only`}
            height={HEIGHT}
            onClick={() => onChoose(name)}
          >
            <rect className={styles.part} width={(100 * count) / maxCount} height={HEIGHT} />
          </Bar>
        ))}
      </ol>
      {hiddenCount > 0 && <Muted as="p">and {formatCount(hiddenCount, "other")}</Muted>}
    </Chart>
  );
}

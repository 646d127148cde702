import { Link } from "react-router";
import { formatDay, formatDayWithWeekday, formatNumber } from "../lib/formats";
import { Facts } from "../ui/Facts";
import { Muted } from "../ui/text";
import { dayOf, describeChange, describeHours } from "./rules/comparison";
import type { TimeRange } from "./rules/timeRange";
import { ROWS_ID } from "./ReportRows";
import { Sparkline } from "./Sparkline";
import type { OtherCount, OtherDay, ReportComparison } from "./useComparison";
import styles from "./headline.module.css";

interface Props {
  readonly total: number;
  readonly range: TimeRange;
  /** Null for a report that cannot be compared. */
  readonly comparison: ReportComparison | null;
  /** Whether all rows are loaded. */
  readonly complete: boolean;
  /** The singular name of a row, such as "stock-out". */
  readonly rowName: string;
  /** The URL parameters of the rows of a range. */
  readonly paramsOf: (range: TimeRange) => Readonly<Record<string, string>>;
}

/** The total of a report, and its last day compared with earlier days. Each number links to its rows. */
export function Headline({ total, range, comparison, complete, rowName, paramsOf }: Props) {
  const linkTo = (linked: TimeRange) => ({
    search: `?${new URLSearchParams(paramsOf(linked)).toString()}`,
    hash: `#${ROWS_ID}`,
  });
  const hours = comparison ? describeHours(comparison.current) : "";
  const withHours = (label: string) => [label, hours].filter(Boolean).join(", ");
  // The rows of the compared hours can be all rows of the report.
  const isPart = comparison && (comparison.current.start !== range.start || comparison.count !== total);
  return (
    <section aria-label={`Comparison of ${rowName}s`} className={styles.headline}>
      <Facts
        layout="row"
        facts={[
          [
            "Total",
            <Link key="total" className={styles.total} to={linkTo(range)}>
              {formatNumber(total)}
            </Link>,
          ],
          [
            comparison ? withHours(formatDayWithWeekday(dayOf(comparison.current))) : "",
            isPart && complete ? (
              <Link key="current" to={linkTo(comparison.current)}>
                {formatNumber(comparison.count)}
              </Link>
            ) : null,
          ],
          ...(comparison?.others ?? []).map(
            (other) =>
              [
                withHours(other.label),
                typeof other.count === "number" ? (
                  <Link key={other.label} to={linkTo(other.range)}>
                    <Change current={comparison?.count ?? 0} other={other.count} range={other.range} />
                  </Link>
                ) : (
                  <Muted key={other.label}>{REASONS[other.count]}</Muted>
                ),
              ] as const,
          ),
        ]}
      />
      {comparison && complete && <Sparkline days={comparison.days} label={withHours("Per day")} />}
    </section>
  );
}

const REASONS: Readonly<Record<Exclude<OtherCount, number>, string>> = {
  loading: "Loading…",
  incomplete: "Not available until the report is complete",
  failed: "Not available: this day could not be loaded",
  tooMany: "Not available: this day has too many rows",
};

interface ChangeProps {
  readonly current: number;
  readonly other: number;
  readonly range: OtherDay["range"];
}

function Change({ current, other, range }: ChangeProps) {
  const isSame = current === other;
  return (
    <>
      {!isSame && <span aria-hidden="true">{current > other ? "▲ " : "▼ "}</span>}
      {`${describeChange(current, other)} ${isSame ? "from" : "than"} ${formatNumber(other)} on ${formatDay(dayOf(range))}`}
    </>
  );
}

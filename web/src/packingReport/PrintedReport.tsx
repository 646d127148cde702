import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatDay, formatNumber } from "../lib/formats";
import styles from "./printedReport.module.css";
import { listNeeds, type ItemPositions, type ReportLocation } from "./rules/report";

interface Props {
  readonly day: string;
  readonly summary: ReportLocation;
  readonly locations: readonly ReportLocation[];
  readonly positions: ItemPositions;
}

/** Prints all locations. They are rendered only while printing. */
export function usePrintAll() {
  const [isPrintingAll, setIsPrintingAll] = useState(false);
  useEffect(() => {
    const after = () => setIsPrintingAll(false);
    window.addEventListener("afterprint", after);
    return () => window.removeEventListener("afterprint", after);
  }, []);
  const printAll = () => {
    flushSync(() => setIsPrintingAll(true));
    window.print();
  };
  return { isPrintingAll, printAll };
}

/** The summary and each location, one per page. The lists are plain, because thousands are rendered at once. */
export function PrintedReport({ day, summary, locations, positions }: Props) {
  return (
    <div className={styles.printed} data-printed-report aria-hidden="true">
      {[summary, ...locations].map(({ location, driver, data_ids }) => (
        <section key={location}>
          <h2>
            {location}
            {driver && ` · Driver ${driver}`} · {formatDay(day)}
          </h2>
          <ul>
            <li>
              <span>Zone</span>
              <span>Bay</span>
              <span>Item</span>
              <span>Need</span>
            </li>
            {listNeeds(data_ids, positions).map(({ zone, bay, item, need }) => (
              <li key={item}>
                <span>{zone}</span>
                <span>{bay}</span>
                <span>{item}</span>
                <span>{formatNumber(need)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

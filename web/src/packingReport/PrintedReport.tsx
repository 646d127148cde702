import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatDay } from "../lib/formats";
import { NeedTable } from "./NeedTable";
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

/** The summary and each location, one per page. */
export function PrintedReport({ day, summary, locations, positions }: Props) {
  return (
    <div className="packing-printed" aria-hidden="true">
      {[summary, ...locations].map(({ location, driver, data_ids }) => (
        <section key={location}>
          <h2>
            {location}
            {driver && ` · Driver ${driver}`} · {formatDay(day)}
          </h2>
          <NeedTable label={location} needs={listNeeds(data_ids, positions)} />
        </section>
      ))}
    </div>
  );
}

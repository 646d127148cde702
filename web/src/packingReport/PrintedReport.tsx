import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatDay } from "../ui/day";
import { NeedTable } from "./NeedTable";
import { needsOf, type Places, type ReportLocation } from "./rules/report";

interface Props {
  readonly day: string;
  readonly summary: ReportLocation;
  readonly locations: readonly ReportLocation[];
  readonly places: Places;
}

/** Prints all locations: they are drawn for the printer alone, when it is asked for them. */
export function usePrintAll() {
  const [all, setAll] = useState(false);
  useEffect(() => {
    const after = () => setAll(false);
    window.addEventListener("afterprint", after);
    return () => window.removeEventListener("afterprint", after);
  }, []);
  const printAll = () => {
    flushSync(() => setAll(true));
    window.print();
  };
  return { all, printAll };
}

/** The summary and each location, a page each. */
export function PrintedReport({ day, summary, locations, places }: Props) {
  return (
    <div className="packing-printed" aria-hidden="true">
      {[summary, ...locations].map(({ location, driver, data_ids }) => (
        <section key={location}>
          <h2>
            {location}
            {driver && ` · Driver ${driver}`} · {formatDay(day)}
          </h2>
          <NeedTable label={location} needs={needsOf(data_ids, places)} />
        </section>
      ))}
    </div>
  );
}

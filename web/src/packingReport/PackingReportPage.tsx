import { businessDay } from "../lib/day";
import { useUrlState } from "../lib/useUrlState";
import { DayPage } from "../stocking/DayPage";
import { DayReport } from "./DayReport";

/** The items to pack on a day, by location and driver (docs/requirements/planning.md, PKG-1). */
export default function PackingReportPage() {
  const address = useUrlState("text");
  return (
    <DayPage
      title="Packing Slip Report"
      label="Date"
      changeLabel="Choose Another Date"
      address={address}
      initial={() => businessDay()}
    >
      {(day) => <DayReport key={day} day={day} address={address} />}
    </DayPage>
  );
}

import { formatDay } from "../lib/formats";
import { Button } from "../ui/Button";
import { DaySearch } from "../stocking/DaySearch";
import { businessDay, parseDay } from "../lib/day";
import { Page } from "../ui/Page";
import { useUrlState } from "../lib/useUrlState";
import { DayReport } from "./DayReport";
import "./packingReport.css";

const TITLE = "Packing Slip Report";

/** The items to pack on a day, by location and driver (docs/requirements/planning.md, PKG-1). */
export default function PackingReportPage() {
  const address = useUrlState("text");
  const day = parseDay(address.address.get("date") ?? "");
  if (!day) {
    return (
      <Page title={TITLE}>
        <DaySearch
          label="Date"
          initial={() => businessDay()}
          onSearch={(date) => address.go(() => new URLSearchParams({ date }))}
        />
      </Page>
    );
  }
  return (
    <Page
      title={`${TITLE} ${formatDay(day)}`}
      aside={<Button onClick={() => address.go(() => new URLSearchParams())}>Choose Another Date</Button>}
    >
      <DayReport key={day} day={day} address={address} />
    </Page>
  );
}

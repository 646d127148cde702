import { Button } from "../ui/Button";
import { DaySearch } from "../ui/DaySearch";
import { businessDay, formatDay, parseDay } from "../ui/day";
import { Page } from "../ui/Page";
import { useAddress } from "../ui/useAddress";
import { DayReport } from "./DayReport";
import "./packingReport.css";

const TITLE = "Packing Slip Report";

/** What is packed for which location and driver on a day (spec of planning and reporting, section 2). */
export default function PackingReportPage() {
  const address = useAddress("text");
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

import { Button } from "../ui/Button";
import { DaySearch } from "../ui/DaySearch";
import { formatDay, parseDay } from "../ui/day";
import { Page } from "../ui/Page";
import { useAddress } from "../ui/useAddress";
import { Drops } from "./dropOff/Drops";
import "./dropOff/dropOff.css";

const TITLE = "Drop Off Summary";

/** Drops that will not be completed normally, and overriding them (spec of fleet operations, section 2.5). */
export default function DropOffSummaryPage() {
  const parts = useAddress("find");
  const { address, go } = parts;
  const day = parseDay(address.get("date") ?? "");
  if (!day) {
    return (
      <Page title={TITLE}>
        <DaySearch label="Drop Off Date" onSearch={(date) => go(() => new URLSearchParams({ date }))} />
      </Page>
    );
  }
  return (
    <Page
      title={`${TITLE} ${formatDay(day)}`}
      aside={<Button onClick={() => go(() => new URLSearchParams())}>Choose another date</Button>}
    >
      <Drops key={day} day={day} address={parts} />
    </Page>
  );
}

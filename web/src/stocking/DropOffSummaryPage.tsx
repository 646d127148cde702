import { DayPage } from "../ui/DayPage";
import { useAddress } from "../ui/useAddress";
import { Drops } from "./dropOff/Drops";
import { currentStockingDay } from "./rules/stockingDay";
import "./dropOff/dropOff.css";

/** Drops that will not be completed normally, and overriding them (spec of fleet operations, section 2.5). */
export default function DropOffSummaryPage() {
  const address = useAddress("find");
  return (
    <DayPage title="Drop Off Summary" address={address} initial={currentStockingDay}>
      {(day) => <Drops key={day} day={day} address={address} />}
    </DayPage>
  );
}

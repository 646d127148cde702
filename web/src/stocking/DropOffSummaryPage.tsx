import { DayPage } from "./DayPage";
import { useUrlState } from "../lib/useUrlState";
import { Drops } from "./dropOff/Drops";
import { currentStockingDay } from "./rules/stockingDay";

/** Lists unconfirmed drops and lets dispatchers override their status (DRP-1 to DRP-6). */
export default function DropOffSummaryPage() {
  const address = useUrlState("find");
  return (
    <DayPage title="Drop Off Summary" address={address} initial={currentStockingDay}>
      {(day) => <Drops key={day} day={day} address={address} />}
    </DayPage>
  );
}

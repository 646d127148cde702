import { currentStockingDay } from "../stocking/rules/stockingDay";
import { DayPage } from "../stocking/DayPage";
import { useUrlState } from "../lib/useUrlState";
import { RequirePermission } from "../session/RequirePermission";
import { JitStops } from "./JitStops";

const TITLE = "JIT Management";

/** Switches JIT on or off for the stops of a day (docs/requirements/stocking.md, JIT-1 to JIT-4). */
export default function JitManagementPage() {
  const address = useUrlState("route");
  return (
    <RequirePermission title={TITLE} permission="GetUniqueRoutes" activity="view the routes">
      <DayPage title={TITLE} address={address} initial={currentStockingDay}>
        {(day) => <JitStops key={day} day={day} address={address} />}
      </DayPage>
    </RequirePermission>
  );
}

import { useMyPermissions } from "../session/permissions";
import { currentStockingDay } from "../stocking/rules/stockingDay";
import { DayPage } from "../ui/DayPage";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { useUrlState } from "../ui/useUrlState";
import { JitStops } from "./JitStops";
import "./jit.css";

const TITLE = "JIT Management";

/** Switches JIT on or off for the stops of a day (docs/requirements/stocking.md, JIT-1 to JIT-4). */
export default function JitManagementPage() {
  const { may } = useMyPermissions();
  const address = useUrlState("route");
  if (!may("GetUniqueRoutes")) {
    return (
      <Page title={TITLE}>
        <Forbidden action="view the routes" />
      </Page>
    );
  }
  return (
    <DayPage title={TITLE} address={address} initial={currentStockingDay}>
      {(day) => <JitStops key={day} day={day} address={address} />}
    </DayPage>
  );
}

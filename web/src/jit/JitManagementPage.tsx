import { useMyPermissions } from "../session/permissions";
import { currentStockingDay } from "../stocking/rules/stockingDay";
import { DayPage } from "../ui/DayPage";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { JitStops } from "./JitStops";
import "./jit.css";

const TITLE = "JIT Management";

/** Switching JIT off for stops of routes (spec of fleet operations, section 2.6). */
export default function JitManagementPage() {
  const { may } = useMyPermissions();
  const address = useAddress("route");
  if (!may("GetUniqueRoutes")) {
    return (
      <Page title={TITLE}>
        <Forbidden to="see the routes" />
      </Page>
    );
  }
  return (
    <DayPage title={TITLE} address={address} initial={currentStockingDay}>
      {(day) => <JitStops key={day} day={day} address={address} />}
    </DayPage>
  );
}

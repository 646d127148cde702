import { Link } from "react-router";
import { HandoverNotes } from "../../activity/HandoverNotes";
import { ContentsSummary } from "../../inventory/ContentsSummary";
import { paths } from "../../lib/paths";
import { RequirePermission } from "../../session/RequirePermission";
import { Panel, Panels } from "../../ui/Panel";
import { HistoryPanel } from "../detail/HistoryPanel";
import type { LocationDetail } from "../locationQuery";
import { timeZoneOf } from "../rules/options";
import { LocationTab } from "./LocationTab";
import { StatePanel } from "./StatePanel";
import { StockingPanel } from "./StockingPanel";

/** What a user needs on a call about one location: state, stockings, contents and recent changes. */
export default function OverviewPage() {
  return (
    <LocationTab path={paths.locationOverview} title={(id) => `Overview of ${id}`}>
      {(location) => <Overview location={location} />}
    </LocationTab>
  );
}

const MAX_CHANGES = 5;

function Overview({ location }: { readonly location: LocationDetail }) {
  const { id } = location;
  return (
    <Panels>
      <StatePanel location={location} />
      <StockingPanel location={location} />
      {location.type === "FRIDGE" && (
        <Panel title="Contents" aside={<Link to={paths.inventory(id)}>All slots</Link>}>
          <RequirePermission activity="view fridge inventory" permission="GetInventoryForLocation">
            <ContentsSummary id={id} />
          </RequirePermission>
        </Panel>
      )}
      <Panel title="Handover notes" aside={<Link to={paths.handoverNotes}>All open notes</Link>}>
        <HandoverNotes object={{ kind: "FRIDGE", id }} />
      </Panel>
      <Panel title="Recent changes" aside={<Link to={paths.locationHistory(id)}>All changes</Link>}>
        <HistoryPanel location={location} zone={timeZoneOf(location.timeZone)} max={MAX_CHANGES} />
      </Panel>
    </Panels>
  );
}

import { useNavigate } from "react-router";
import { ConnectionHistory } from "../../connections/ConnectionHistory";
import { paths, withQuery } from "../../lib/paths";
import { HistoryPanel } from "../detail/HistoryPanel";
import { timeZoneOf } from "../rules/options";
import { LocationTab } from "./LocationTab";

/** The history of one location and of its connection. An earlier value opens on the settings, where it can be saved. */
export default function LocationHistoryPage() {
  const navigate = useNavigate();
  return (
    <LocationTab path={paths.locationHistory} title={(id) => `History of ${id}`}>
      {(location) => (
        <>
          <HistoryPanel
            location={location}
            zone={timeZoneOf(location.timeZone)}
            onRevert={({ row, value }) => {
              const address = withQuery(paths.location(location.id), { edit: row.attribute });
              void navigate(address, { state: { revert: { value } } });
            }}
          />
          {location.type === "FRIDGE" && (
            <ConnectionHistory id={location.id} zone={timeZoneOf(location.timeZone).iana} />
          )}
        </>
      )}
    </LocationTab>
  );
}

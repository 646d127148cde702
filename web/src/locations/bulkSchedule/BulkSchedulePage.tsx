import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { suggestedTime } from "../../schedules/actionTime";
import { usePickedTime } from "../../schedules/usePickedTime";
import { WhenFields } from "../../schedules/WhenFields";
import { useMyPermissions } from "../../session/permissions";
import { useLeaveGuard } from "../../ui/leaving";
import { Page } from "../../ui/Page";
import { Forbidden } from "../../ui/states";
import { namesQuery } from "../names";
import { ChangesEditor } from "./ChangesEditor";
import { idsOf } from "./chosen";
import { ClockNotice } from "./ClockNotice";
import { faultsOf, searched, type BulkEdit } from "./edits";
import { LocationsChooser } from "./LocationsChooser";
import { clockOf } from "./plan";
import { Preview } from "./Preview";
import { useChosenLocations } from "./useChosenLocations";
import { usePlan } from "./usePlan";
import { useScheduling } from "./useScheduling";
import "./bulkSchedule.css";

const TITLE = "Bulk Schedule";

/** Schedules the same changes for many locations at once. */
export default function BulkSchedulePage() {
  const { may } = useMyPermissions();
  if (may("AddScheduledEvent")) return <BulkSchedule />;
  return (
    <Page title={TITLE}>
      <Forbidden to="schedule changes" />
    </Page>
  );
}

function BulkSchedule() {
  const [text, setText] = useState("");
  const [edits, setEdits] = useState<readonly BulkEdit[]>([]);
  const ids = useMemo(() => idsOf(text), [text]);
  const chosen = useChosenLocations(ids);
  const { locations } = chosen;

  const { zone, shared } = useMemo(() => clockOf(locations), [locations]);
  const [wall, setWall] = useState(() => suggestedTime(new Date(), zone));
  const { picked, now } = usePickedTime(wall, zone);

  const attributes = [...new Set(searched(edits))];
  const names = useQueries({ queries: attributes.map((attribute) => namesQuery(attribute)) });
  const offered = Object.fromEntries(attributes.map((attribute, index) => [attribute, names[index]?.data ?? []]));
  const faults = edits.map((edit) => faultsOf(edit, offered));
  const sound = edits.length > 0 && faults.every((of) => of.length === 0);

  const plan = usePlan(locations, edits, sound && picked.ok ? picked.instant : null);
  const scheduling = useScheduling();
  const left = plan.filter(({ unchanged, key }) => !unchanged && scheduling.outcomes.get(key)?.kind !== "scheduled");
  const begun = ids.length > 0 && edits.length > 0 && (plan.length === 0 || left.length > 0);

  useLeaveGuard(begun || scheduling.progress !== null, {
    title: "Leave without scheduling?",
    message: scheduling.progress ? "Changes are being scheduled." : "What you chose here was not scheduled.",
    confirm: "Leave",
  });

  /** Why nothing can be scheduled yet. */
  function hindrance(): string | undefined {
    if (ids.length === 0) return "Choose locations first";
    if (chosen.pending) return "The locations are being looked up";
    if (chosen.error) return "The locations could not be looked up";
    if (chosen.unknown.length > 0) return "Remove the unknown ids first";
    if (edits.length === 0) return "Add a property first";
    if (!sound) return faults.flat()[0]?.message;
    if (!picked.ok) return picked.message;
    return left.length === 0 ? "There is nothing left to schedule" : undefined;
  }

  return (
    <Page title={TITLE} aside={<Link to="/locations/all">Locations</Link>}>
      <div className="bulk">
        <LocationsChooser text={text} onChange={setText} ids={ids} chosen={chosen} />
        <ChangesEditor edits={edits} faults={faults} onChange={setEdits} />
        <section className="bulk-part" aria-labelledby="bulk-when">
          <h2 id="bulk-when">When</h2>
          <ClockNotice locations={locations} zone={zone} shared={shared} at={picked.ok ? picked.instant : null} />
          <WhenFields
            value={wall}
            onChange={setWall}
            picked={picked}
            now={now}
            zone={zone}
            legend="Date and time"
            place={`in ${zone.label} time`}
          />
        </section>
        <Preview plan={plan} left={left} scheduling={scheduling} hindrance={hindrance()} zone={zone} />
      </div>
    </Page>
  );
}

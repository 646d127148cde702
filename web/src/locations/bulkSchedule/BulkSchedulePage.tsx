import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../api/errors";
import { suggestedTime } from "../../schedules/actionTime";
import { pendingChangesQuery, UNABLE_TO_LOAD_CHANGES } from "../../schedules/queries";
import { usePickedTime } from "../../schedules/usePickedTime";
import { WhenFields } from "../../schedules/WhenFields";
import { useMyPermissions } from "../../session/permissions";
import { useLeaveGuard } from "../../ui/leaving";
import { Page } from "../../ui/Page";
import { Failure, Forbidden } from "../../ui/states";
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
  if (may("AddScheduledEvent") && may("UpdateLocation")) return <BulkSchedule />;
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

  const { may } = useMyPermissions();
  const at = sound && picked.ok ? picked.instant : null;
  const mayRead = may("GetScheduledEvents");
  const locationIds = useMemo(() => locations.map(({ id }) => id), [locations]);
  const pending = useQuery({
    ...pendingChangesQuery(
      locationIds,
      edits.map(({ row }) => row.attribute),
      mayRead ? at : null,
    ),
  });
  const plan = usePlan(locations, edits, at, mayRead ? pending.data : null);
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
    if (mayRead && pending.isError) return "Scheduled changes could not be loaded";
    if (mayRead && pending.isPending) return "Scheduled changes are being loaded";
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
        {mayRead && pending.isError && (
          <Failure
            message={messageOf(pending.error, UNABLE_TO_LOAD_CHANGES)}
            onRetry={() => void pending.refetch()}
            retrying={pending.isFetching}
          />
        )}
        {!mayRead && (
          <p className="muted">
            You don&rsquo;t have permission to view scheduled changes. The preview shows the values of today, and leaves
            nothing out.
          </p>
        )}
        <Preview plan={plan} left={left} scheduling={scheduling} hindrance={hindrance()} zone={zone} />
      </div>
    </Page>
  );
}

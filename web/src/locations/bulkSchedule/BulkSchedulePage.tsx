import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../lib/paths";
import { suggestedTime } from "../../schedules/actionTime";
import { pendingChangesQuery, UNABLE_TO_LOAD_CHANGES } from "../../schedules/queries";
import { usePickedTime } from "../../schedules/usePickedTime";
import { ScheduleTimeFields } from "../../schedules/ScheduleTimeFields";
import { useMyPermissions } from "../../session/permissions";
import { useUnsavedChangesGuard } from "../../ui/useUnsavedChangesGuard";
import { Page } from "../../ui/Page";
import { Panel, Panels } from "../../ui/Panel";
import { Muted } from "../../ui/text";
import { readBulkIds } from "../bulkIds";
import { namesQuery } from "../names";
import { QueryError } from "../../ui/query/ErrorNotice";
import { RequirePermission } from "../../session/RequirePermission";
import { ChangesEditor } from "./ChangesEditor";
import { parseIds } from "./idList";
import { TimeZoneNotice } from "./TimeZoneNotice";
import { validateEdit, searchAttributes, type BulkEdit } from "./edits";
import { LocationsChooser } from "./LocationsChooser";
import { selectTimeZone } from "./plan";
import { Preview } from "./Preview";
import { useSelectedLocations } from "./useSelectedLocations";
import { usePlan } from "./usePlan";
import { useScheduling } from "./useScheduling";

const TITLE = "Bulk Schedule";

/** Schedules the same changes for many locations. */
export default function BulkSchedulePage() {
  return (
    <RequirePermission title={TITLE} permission={["AddScheduledEvent", "UpdateLocation"]} activity="schedule changes">
      <BulkSchedule />
    </RequirePermission>
  );
}

function BulkSchedule() {
  // Ids that another screen selected. The user can change them here.
  const address = useLocation();
  const [text, setText] = useState(() => readBulkIds(address.state).join("\n"));
  const [edits, setEdits] = useState<readonly BulkEdit[]>([]);
  const ids = useMemo(() => parseIds(text), [text]);
  const selection = useSelectedLocations(ids);
  const { locations } = selection;

  const { zone, shared } = useMemo(() => selectTimeZone(locations), [locations]);
  const [wall, setWall] = useState(() => suggestedTime(new Date(), zone));
  const { picked, now } = usePickedTime(wall, zone);

  const attributes = [...new Set(searchAttributes(edits))];
  const names = useQueries({ queries: attributes.map((attribute) => namesQuery(attribute)) });
  const offered = Object.fromEntries(attributes.map((attribute, index) => [attribute, names[index]?.data ?? []]));
  const errors = edits.map((edit) => validateEdit(edit, offered));
  const isValid = edits.length > 0 && errors.every((each) => each.length === 0);

  const { may } = useMyPermissions();
  const at = isValid && picked.ok ? picked.instant : null;
  const canViewScheduled = may("GetScheduledEvents");
  const locationIds = useMemo(() => locations.map(({ id }) => id), [locations]);
  const pending = useQuery({
    ...pendingChangesQuery(
      locationIds,
      edits.map(({ row }) => row.attribute),
      canViewScheduled ? at : null,
    ),
  });
  const plan = usePlan(locations, edits, at, canViewScheduled ? pending.data : null);
  const scheduling = useScheduling();
  const remaining = plan.filter(
    ({ unchanged, key }) => !unchanged && scheduling.outcomes.get(key)?.kind !== "scheduled",
  );
  const hasUnsavedChanges = ids.length > 0 && edits.length > 0 && (plan.length === 0 || remaining.length > 0);

  useUnsavedChangesGuard(hasUnsavedChanges || scheduling.progress !== null, {
    title: "Leave without scheduling?",
    message: scheduling.progress ? "Changes are being scheduled." : "Your changes are not scheduled yet.",
    confirm: "Leave",
  });

  /** Why the Schedule button is disabled; undefined if it is enabled. */
  function getDisabledReason(): string | undefined {
    if (ids.length === 0) return "Select locations first";
    if (selection.pending) return "Loading locations";
    if (selection.error) return "Could not load locations";
    if (selection.unknown.length > 0) return "Remove the unknown IDs first";
    if (edits.length === 0) return "Add a property first";
    if (!isValid) return errors.flat()[0]?.message;
    if (!picked.ok) return picked.message;
    if (canViewScheduled && pending.isError) return "Could not load scheduled changes";
    if (canViewScheduled && pending.isPending) return "Loading scheduled changes";
    return remaining.length === 0 ? "No changes left to schedule" : undefined;
  }

  return (
    <Page title={TITLE} aside={<Link to={paths.locations}>Locations</Link>}>
      <Panels>
        <LocationsChooser text={text} onChange={setText} ids={ids} selection={selection} />
        <Panels>
          <ChangesEditor edits={edits} errors={errors} onChange={setEdits} />
          <Panel title="When">
            <TimeZoneNotice locations={locations} zone={zone} shared={shared} at={picked.ok ? picked.instant : null} />
            <ScheduleTimeFields
              value={wall}
              onChange={setWall}
              picked={picked}
              now={now}
              zone={zone}
              legend="Date and time"
              clockLabel={`in ${zone.label} time`}
            />
          </Panel>
        </Panels>
      </Panels>
      {canViewScheduled && <QueryError query={pending} message={UNABLE_TO_LOAD_CHANGES} />}
      {!canViewScheduled && (
        <Muted as="p">
          You don&rsquo;t have permission to view scheduled changes. The preview shows today&rsquo;s values and skips no
          changes.
        </Muted>
      )}
      <Preview plan={plan} remaining={remaining} scheduling={scheduling} disabledReason={getDisabledReason()} />
    </Page>
  );
}

import { check, fallback, object, parse, picklist, pipe, string } from "valibot";
import { omitParams, useUrlState } from "../lib/useUrlState";
import { useMyPermissions } from "../session/permissions";
import { RequirePermission } from "../session/RequirePermission";
import { Page } from "../ui/Page";
import { PastUploads } from "../uploads/UploadScreen";
import { REQUEST_TYPES } from "./formats";
import { SchedulePanel } from "./schedule/SchedulePanel";
import { ViewPanel } from "./view/ViewPanel";

/** The parameters of the address. Invalid ones have their default. */
const ADDRESS = object({
  type: fallback(picklist(REQUEST_TYPES), "UPDATE"),
  layout: fallback(string(), ""),
  at: fallback(
    pipe(
      string(),
      check((at) => !Number.isNaN(Date.parse(at))),
    ),
    "",
  ),
});

/** Schedules planograms from a file and shows them (docs/requirements/planning.md, PLN-1 to PLN-4). */
export default function PlanogramsPage() {
  const { may } = useMyPermissions();
  const { address, set, change } = useUrlState("");
  const { type, layout, at } = parse(ADDRESS, Object.fromEntries(address));
  return (
    <Page title="Planogram">
      <RequirePermission permission="SchedulePlanogram" activity="schedule planograms">
        <SchedulePanel key={type} type={type} onType={(next) => set("type", next === "UPDATE" ? "" : next)} />
      </RequirePermission>
      <ViewPanel
        layoutName={layout}
        at={at}
        onLayout={(layoutName) =>
          change((current) => {
            const next = omitParams(current, ["at", "layout"]);
            if (layoutName) next.set("layout", layoutName);
            return next;
          })
        }
        onAt={(next) => set("at", next)}
      />
      {may("SchedulePlanogram") && <PastUploads folder="planogram-uploads" />}
    </Page>
  );
}

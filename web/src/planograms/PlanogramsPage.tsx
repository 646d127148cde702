import { useMyPermissions } from "../session/permissions";
import { Page } from "../ui/Page";
import { useUrlState } from "../lib/useUrlState";
import { PastUploads } from "../uploads/UploadScreen";
import { RequirePermission } from "../session/RequirePermission";
import { ViewPanel } from "./view/ViewPanel";
import { SchedulePanel } from "./schedule/SchedulePanel";
import "./planograms.css";

/** Schedules planograms from a file and shows them (docs/requirements/planning.md, PLN-1 to PLN-4). */
export default function PlanogramsPage() {
  const { may } = useMyPermissions();
  const { address, set, change } = useUrlState("");
  const type = address.get("type") === "CREATE" ? "CREATE" : "UPDATE";
  const at = address.get("at") ?? "";
  const allowed = may("SchedulePlanogram");
  return (
    <Page title="Planogram">
      <RequirePermission permission="SchedulePlanogram" activity="schedule planograms">
        <SchedulePanel key={type} type={type} onType={(next) => set("type", next === "UPDATE" ? "" : next)} />
      </RequirePermission>
      <ViewPanel
        layoutName={address.get("layout") ?? ""}
        at={Number.isNaN(Date.parse(at)) ? "" : at}
        onLayout={(layoutName) =>
          change((current) => {
            const next = new URLSearchParams(current);
            next.delete("at");
            if (layoutName) next.set("layout", layoutName);
            else next.delete("layout");
            return next;
          })
        }
        onAt={(next) => set("at", next)}
      />
      {allowed && <PastUploads folder="planogram-uploads" />}
    </Page>
  );
}

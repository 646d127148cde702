import { useMyPermissions } from "../session/permissions";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { PastUploads } from "../uploads/UploadScreen";
import { LookPanel } from "./look/LookPanel";
import { SchedulePanel } from "./schedule/SchedulePanel";
import "./planograms.css";

/** Planograms: scheduled by a file, and looked at (spec of planning and reporting, section 2). */
export default function PlanogramsPage() {
  const { may } = useMyPermissions();
  const { address, set, change } = useAddress("");
  const type = address.get("type") === "CREATE" ? "CREATE" : "UPDATE";
  const at = address.get("at") ?? "";
  const allowed = may("SchedulePlanogram");
  return (
    <Page title="Planogram">
      {allowed ? (
        <SchedulePanel key={type} type={type} onType={(next) => set("type", next === "UPDATE" ? "" : next)} />
      ) : (
        <Forbidden to="schedule planograms" />
      )}
      <LookPanel
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

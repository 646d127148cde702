import { UploadScreen } from "../uploads/UploadScreen";
import { scheduleUpload } from "./schedule/scheduleUpload";
import { UploadTabs } from "./UploadTabs";

/** Uploads the stops of each route and day (docs/requirements/routes.md, RTE-5). */
export default function RouteUploadPage() {
  return (
    <UploadScreen kind={scheduleUpload}>
      <UploadTabs />
    </UploadScreen>
  );
}

import { UploadScreen } from "../uploads/UploadScreen";
import { scheduleUpload } from "./schedule/scheduleUpload";
import { UploadTabs } from "./UploadTabs";

/** Route and stop schedule upload (spec of locations, section 2.8). */
export default function RouteUploadPage() {
  return (
    <UploadScreen upload={scheduleUpload}>
      <UploadTabs />
    </UploadScreen>
  );
}

import { UploadScreen } from "../uploads/UploadScreen";
import { driverUpload } from "./drivers/driverUpload";
import { UploadTabs } from "./UploadTabs";

/** Uploads the route and stop of each location (docs/requirements/routes.md, RTE-4). */
export default function DriverUploadPage() {
  return (
    <UploadScreen kind={driverUpload}>
      <UploadTabs />
    </UploadScreen>
  );
}

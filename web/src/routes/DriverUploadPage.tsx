import { UploadScreen } from "../uploads/UploadScreen";
import { driverUpload } from "./drivers/driverUpload";
import { UploadTabs } from "./UploadTabs";

/** Driver and route upload (spec of locations, section 2.8). */
export default function DriverUploadPage() {
  return (
    <UploadScreen upload={driverUpload}>
      <UploadTabs />
    </UploadScreen>
  );
}

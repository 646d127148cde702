import { Link } from "react-router";
import { UploadScreen } from "../uploads/UploadScreen";
import { forecastUpload } from "./upload/forecastUpload";

/** Forecast upload (docs/requirements/planning.md, FCT-1 to FCT-3). */
export default function ForecastUploadPage() {
  return (
    <UploadScreen upload={forecastUpload}>
      <p>
        <Link to="/forecast/view">View forecast</Link>
      </p>
    </UploadScreen>
  );
}

import { Link } from "react-router";
import { UploadScreen } from "../uploads/UploadScreen";
import { forecastUpload } from "./upload/forecastUpload";

/** Forecast upload (spec of planning and reporting, section 2). */
export default function ForecastUploadPage() {
  return (
    <UploadScreen upload={forecastUpload}>
      <p>
        <Link to="/forecast/view">View the forecast</Link>
      </p>
    </UploadScreen>
  );
}

import { Link } from "react-router";
import { paths } from "../lib/paths";
import { UploadScreen } from "../uploads/UploadScreen";
import { forecastUpload } from "./upload/forecastUpload";

/** Forecast upload (docs/requirements/planning.md, FCT-1 to FCT-3). */
export default function ForecastUploadPage() {
  return (
    <UploadScreen kind={forecastUpload}>
      <p>
        <Link to={paths.forecast}>View forecast</Link>
      </p>
    </UploadScreen>
  );
}

import { paths } from "../../lib/paths";
import type { Folder } from "../../uploads/kinds";

/** Upload folders with the action that permits reading them and the screen that lists their uploads. */
export const UPLOAD_FOLDERS = [
  ["routes-upload", "UploadRoutes", paths.routeUpload],
  ["par-allocation-uploads", "UploadPars", paths.parsUpload],
  ["forecast-uploads", "UpdateForecast", paths.forecastUpload],
] as const satisfies readonly (readonly [Folder, string, string])[];

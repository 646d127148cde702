import { serveCheck } from "../../uploads/checkWorker";
import { forecastCheck } from "./forecastCheck";

serveCheck(forecastCheck);

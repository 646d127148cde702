import { serveCheck } from "../../uploads/checkWorker";
import { scheduleCheck } from "./scheduleCheck";

serveCheck(scheduleCheck);

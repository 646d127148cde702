import { serveCheck } from "../../uploads/checkWorker";
import { planogramCheck } from "./planogramCheck";

serveCheck(planogramCheck("UPDATE"));

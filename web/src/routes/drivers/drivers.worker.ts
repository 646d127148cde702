import { serveCheck } from "../../uploads/checkWorker";
import { driverCheck } from "./driverCheck";

serveCheck(driverCheck);

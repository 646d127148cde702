import { serveCheck } from "../../uploads/checkWorker";
import { parCheck } from "./parCheck";

serveCheck(parCheck);

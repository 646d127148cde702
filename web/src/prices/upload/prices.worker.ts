import { serveCheck } from "../../uploads/checkWorker";
import { priceCheck } from "./priceCheck";

serveCheck(priceCheck);

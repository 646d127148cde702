import { serveCheck } from "../../uploads/checkWorker";
import { importCheck } from "./importCheck";

serveCheck(importCheck);

/** The states of a LogiNext sync for one fulfillment center (docs/requirements/stocking.md, LGX-5). */
import type { LogiNextCenterState } from "../api/schema";
import { STATE_LABELS } from "../logistics/rules/sync";
import type { Definition } from "./definition";

export const SYNC_STATES: Readonly<Record<LogiNextCenterState, Definition>> = {
  IN_PROGRESS: {
    label: STATE_LABELS.IN_PROGRESS,
    meaning: "Larder is sending the center's routes to LogiNext.",
    rule: "A call, or the next attempt after a failed one, is pending.",
  },
  SYNCED: {
    label: STATE_LABELS.SYNCED,
    meaning: "LogiNext has the center's routes of the selected days.",
    rule: "LogiNext accepted the routes.",
  },
  FAILED: {
    label: STATE_LABELS.FAILED,
    meaning: "LogiNext does not have the center's routes. Start another sync.",
    rule: "The last attempt failed and no other one follows. The reason is shown with it.",
  },
};

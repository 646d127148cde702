/** The states of a scheduled change (docs/requirements/schedules.md). */
import type { ScheduleChangeState } from "../api/schema";
import { STATE_LABELS } from "../schedules/scheduledItems";
import type { Definition } from "./definition";

export const SCHEDULE_STATES: Readonly<Record<ScheduleChangeState, Definition>> = {
  PENDING: {
    label: STATE_LABELS.PENDING,
    meaning: "The change will be applied at its time.",
    rule: "Its time is in the future. An applied change leaves the list and appears in the location's history.",
  },
  FAILED: {
    label: STATE_LABELS.FAILED,
    meaning: "The change was not applied. It stays in the list of failed changes until someone retries or deletes it.",
    rule: "At its time the value did not pass the rules of an edit. The reason is shown with it.",
  },
  HELD: {
    label: STATE_LABELS.HELD,
    meaning: "The change was not applied. An administrator can release or delete it.",
    rule: "At its time its author was disabled or no longer permitted to make the edit.",
  },
};

/** Labels of the notices about an alert. */
import type { AlertNoticeEvent, AlertNoticeOutcome } from "../../api/schema";

const EVENTS: Record<AlertNoticeEvent, string> = {
  OPENED: "Notified",
  ESCALATED: "Escalated to",
  CLEARED: "Notified of the end",
};

const OUTCOMES: Record<AlertNoticeOutcome, string> = {
  SENT: "",
  UNCONFIRMED: "not delivered: the receiver has not confirmed",
  FAILED: "not sent",
};

export const noticeEventLabel = (event: AlertNoticeEvent): string => EVENTS[event];

/** Why a notice did not reach its receiver; empty if it was sent. */
export const noticeProblem = (outcome: AlertNoticeOutcome): string => OUTCOMES[outcome];

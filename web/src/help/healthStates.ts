/** The problems of a fridge, and the kinds of alerts. Limits come from the rules that apply them. */
import type { FridgeAlertKind } from "../api/schema";
import { alertKindLabel, TOO_WARM_AFTER } from "../health/rules/alerts";
import { READY_STATE, RECENT_CHANGE_PERIOD, SLOW_NETWORK_SECONDS } from "../health/rules/colors";
import { PROBLEMS, type ProblemName } from "../health/rules/problems";
import { SILENT_AFTER } from "../health/rules/silence";
import {
  formatPeriod,
  formatSeconds,
  GREEN_MAX_TEMPERATURE as GREEN_MAX,
  ORANGE_MAX_TEMPERATURE as ORANGE_MAX,
} from "../lib/formats";
import type { Definition } from "./definition";

const HOUR = 60 * 60_000;
const RECENTLY = `less than ${RECENT_CHANGE_PERIOD / HOUR} hours ago`;
const REPORTS_NO = "The last report says No.";
const REPORTS_YES = "The last report says Yes.";

const problemLabel = (name: ProblemName) => PROBLEMS.find((problem) => problem.name === name)?.label ?? name;

const define = (name: ProblemName, meaning: string, rule: string): Definition => ({
  label: problemLabel(name),
  meaning,
  rule,
});

export const HEALTH_PROBLEMS: Readonly<Record<ProblemName, Definition>> = {
  tooWarm: define(
    "tooWarm",
    "The food may become unsafe.",
    `The temperature in the last report is above ${ORANGE_MAX} °F. The alert “${alertKindLabel("TOO_WARM")}” opens only if this lasts.`,
  ),
  safetyHold: define("safetyHold", "The fridge stopped selling to protect customers.", REPORTS_YES),
  outOfOrder: define("outOfOrder", "The fridge does not sell.", REPORTS_YES),
  silent: define(
    "silent",
    "The fridge no longer reports, so its values can be out of date. The fridge itself can be healthy.",
    `The last report arrived more than ${formatPeriod(SILENT_AFTER)} ago by the server's clock.`,
  ),
  noReport: define("noReport", "Nothing is known about the fridge's health.", "The fridge has never reported."),
  disconnected: define(
    "disconnected",
    "The fridge lost its connection to Larder. It receives no commands until it reconnects, which it tries by itself.",
    "The message broker reported that the connection ended. A lost network is detected after about 45 seconds.",
  ),
  inaccessible: define("inaccessible", "The fridge is marked as inaccessible.", REPORTS_YES),
  vendingState: define(
    "vendingState",
    "The vending machine is not ready to sell.",
    `The last report has a vending state other than ${READY_STATE}.`,
  ),
  noNetwork: define("noNetwork", "The fridge could not measure its network.", "The last report has no network speed."),
  cardReader: define("cardReader", "The card reader is not connected, so customers cannot pay by card.", REPORTS_NO),
  elo: define("elo", "The touchscreen is not connected.", REPORTS_NO),
  hdmi: define("hdmi", "The screen's HDMI cable is not connected.", REPORTS_NO),
  electricalLayout: define("electricalLayout", "The fridge has no electrical layout of its slots.", REPORTS_NO),
  activeTicket: define("activeTicket", "A ticket for the fridge is open.", REPORTS_YES),
  warm: define(
    "warm",
    "The fridge is warmer than it should be, but the food is safe.",
    `The temperature in the last report is above ${GREEN_MAX} °F and at most ${ORANGE_MAX} °F.`,
  ),
  safetyHoldEnded: define(
    "safetyHoldEnded",
    "The fridge sells again after a safety hold.",
    `The safety hold ended ${RECENTLY}.`,
  ),
  outOfOrderEnded: define(
    "outOfOrderEnded",
    "The fridge sells again after it was out of order.",
    `The state ended ${RECENTLY}.`,
  ),
  slowNetwork: define(
    "slowNetwork",
    "The fridge's network is slow.",
    `The last network probe took ${formatSeconds(SLOW_NETWORK_SECONDS)} or longer.`,
  ),
};

export const ALERTS: Readonly<Record<FridgeAlertKind, Definition>> = {
  TOO_WARM: {
    label: `Alert: ${alertKindLabel("TOO_WARM")}`,
    meaning: "The fridge has been warm for so long that its food may be unsafe.",
    rule: `A LIVE fridge has reported more than ${ORANGE_MAX} °F for more than ${formatPeriod(TOO_WARM_AFTER)}. A report of ${ORANGE_MAX} °F or less clears the alert.`,
  },
  OUT_OF_ORDER: {
    label: `Alert: ${alertKindLabel("OUT_OF_ORDER")}`,
    meaning: "The fridge does not sell.",
    rule: "A LIVE fridge has reported that it is out of order. A report that it is not clears the alert.",
  },
  SILENT: {
    label: `Alert: ${alertKindLabel("SILENT")}`,
    meaning: "The fridge no longer reports.",
    rule: `The last report of a LIVE fridge is more than ${formatPeriod(SILENT_AFTER)} old. The next report clears the alert.`,
  },
};

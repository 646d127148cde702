import { ALERTS_POLL_INTERVAL } from "../../health/fridgeAlerts";
import { EVENTS_POLL_INTERVAL, HEALTH_POLL_INTERVAL } from "../../health/fridgeHealth";
import { formatPeriod } from "../../lib/formats";
import { paths } from "../../lib/paths";
import type { HelpArea } from "../screen";

const REPORTS = "The reports that fridges send.";

export const HEALTH: HelpArea = {
  title: "Fridge Health",
  screens: [
    {
      path: paths.health,
      title: "Fridge Health Monitoring",
      purpose:
        "Shows the health of all LIVE fridges. “Worst first” lists the fridges with the most severe problems at the top. The chart counts the fridges that are inaccessible, out of order or on safety hold.",
      states: ["problems", "data"],
      problems: [
        {
          problem: "A fridge with problems is not in the list of locations",
          solution:
            "The switches show only fridges whose value equals the setting, by default healthy ones. A notice counts the hidden fridges. “Worst first” ignores the switches.",
        },
        {
          problem: "More fridges are above the limit than there are alerts",
          solution:
            "This screen shows the last report of each fridge. An alert opens only after the problem has lasted.",
        },
        {
          problem: "A fridge shows Unknown",
          solution: "The fridge did not report the value. It counts as neither affected nor unaffected.",
        },
      ],
      operations: ["locations", "fridgeHealth", "fridgeAlerts"],
      data: {
        source: `${REPORTS} The list of LIVE fridges comes from the locations.`,
        age: "Live. The time next to the title is that of the last complete read. “Reported” is the time of each fridge's own report.",
      },
    },
    {
      path: `${paths.fridgeHealth.screen}/:id`,
      title: "Health of a fridge",
      purpose:
        "Shows what one fridge last reported, its alerts, its temperature of the last 24 hours, its events and its software. You send commands to the fridge here.",
      states: ["problems", "alerts", "commands", "data"],
      problems: [
        {
          problem: "A command expires",
          solution: "The fridge did not receive it. Check whether the fridge is Silent, then send the command again.",
        },
        {
          problem: "A command is missing or disabled",
          solution:
            "Each command needs its own feature flag in addition to the permission. Ask an administrator for the flag, or for feature-flag-admin, which includes all.",
        },
        {
          problem: "“Oops, there was an error loading your request.”",
          solution: "Press Retry. The last loaded values stay visible with their age.",
        },
      ],
      operations: [
        "fridgeHealth",
        "fridgeAlerts",
        "acknowledgeFridgeAlert",
        "fridgeTemperatures",
        "getFridgeEvents",
        "getFridgeSegmentEvents",
        "readQueueMessages",
        "createQueueMessage",
        "sendConfirmedInventoryAndConfirmedReservation",
        "fridgeSoftwareHistory",
        "location",
      ],
      data: {
        source: REPORTS,
        age: `Live. Without the live connection, health is read every ${formatPeriod(HEALTH_POLL_INTERVAL)}, events and temperatures every ${formatPeriod(EVENTS_POLL_INTERVAL)}. “Reported” is the time at which the report arrived.`,
      },
    },
    {
      path: paths.alerts,
      title: "Alerts",
      purpose:
        "Lists the open alerts of the fleet, worst first, and the cleared ones. Acknowledge an alert, with a note, so that other users know that you handle it.",
      states: ["alerts", "data"],
      problems: [
        {
          problem: "An alert stays open after it was acknowledged",
          solution: "Only a report of the fridge clears an alert. An acknowledged alert moves below the others.",
        },
        {
          problem: "A fridge with a problem has no alert",
          solution: "The fridge is not LIVE, or the problem has not lasted long enough. See the rules.",
        },
      ],
      operations: ["fridgeAlerts", "acknowledgeFridgeAlert"],
      data: {
        source: "Larder raises and clears alerts when fridges report or stop reporting.",
        age: `Live, otherwise read every ${formatPeriod(ALERTS_POLL_INTERVAL)}.`,
      },
    },
  ],
};

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
        "Shows the health of all LIVE fridges. “Worst first” lists the fridges with the most severe problems at the top. The chart counts the fridges that are inaccessible, out of order or on safety hold. The line below it counts the disconnected fridges. Select fridges in “Worst first” to send one command to all of them, schedule a change or export them.",
      pictures: [{ name: "fleet-health", alt: "Fleet health with the most severe problems first" }],
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
          problem: "A fridge is Disconnected but not Silent",
          solution:
            "Its last report is recent, so its values still count. Most fridges reconnect by themselves. The connection on its health page shows the reason.",
        },
        {
          problem: "A fridge shows Unknown",
          solution: "The fridge did not report the value. It counts as neither affected nor unaffected.",
        },
      ],
      operations: [
        "locations",
        "fridgeHealth",
        "fridgeAlerts",
        "disconnectedFridges",
        "createQueueMessage",
        "sendConfirmedInventoryAndConfirmedReservation",
      ],
      data: {
        source: `${REPORTS} The list of LIVE fridges comes from the locations.`,
        age: "Live. The time next to the title is that of the last complete read. “Reported” in “Worst first” is the time at which a report arrived; in the details of a fridge it is the time by the fridge's own clock.",
      },
    },
    {
      path: `${paths.fridgeHealth.screen}/:id`,
      title: "Health of a fridge",
      purpose:
        "Shows what one fridge last reported, its connection, its alerts, its temperature of the last 24 hours, its events and its software. You send commands to the fridge here, and issue and revoke its certificates.",
      states: ["problems", "alerts", "commands", "data"],
      problems: [
        {
          problem: "A command expires",
          solution:
            "The fridge did not receive it. Check whether the fridge is Disconnected or Silent, then send the command again.",
        },
        {
          problem: "A fridge's computer was replaced",
          solution:
            "Press Replace computer before the new computer starts. For 24 hours it can request a certificate. Revoke the old certificate if the old computer is lost or stolen.",
        },
        {
          problem: "A second computer uses the identity of a fridge",
          solution:
            "Turn one of the two computers off. If you do not know the other one, revoke the certificate and issue a new one: its key was copied.",
        },
        {
          problem: "The connection shows “Connected, silent”",
          solution:
            "The computer is connected, but no report arrived for some time. Restart the agent on the computer.",
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
        "followFridge",
        "fridgeConnection",
        "issueFridgeCertificate",
        "revokeFridgeCertificate",
        "allowFridgeReplacement",
        "fridgeAlerts",
        "acknowledgeFridgeAlert",
        "alertNotices",
        "alertSnoozes",
        "snoozeFridgeAlerts",
        "endFridgeAlertSnooze",
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
        age: `Live. Without the live connection, health and connection are read every ${formatPeriod(HEALTH_POLL_INTERVAL)}, events and temperatures every ${formatPeriod(EVENTS_POLL_INTERVAL)}. The time next to the title is that at which the last report arrived at the server. “Reported” among the values is the time of the report by the fridge's own clock.`,
      },
    },
    {
      path: `${paths.temperatureRecord.screen}/:id`,
      title: "Temperature record",
      purpose:
        "Shows and prints the temperatures of one fridge in the last 7, 30 or 90 days for inspectors: the time above 41 °F, each excursion, times without data, safety holds, and what staff did about them.",
      problems: [
        {
          problem: "The time above 41 °F seems too short",
          solution:
            "Times without readings for more than 30 minutes count as “No data”, not as safe and not as too warm. They are listed below the excursions.",
        },
        {
          problem: "“Record action” is disabled",
          solution: "You need RecordTemperature. An excursion that started before the period needs a longer period.",
        },
      ],
      operations: [
        "temperatureReadings",
        "safetyHoldChanges",
        "correctiveActions",
        "recordCorrectiveAction",
        "fridgeHealth",
        "location",
      ],
      data: {
        source: `${REPORTS} Temperatures are kept for 92 days, changes of the safety hold for 396 days, and corrective actions without a limit.`,
        age: "Read when the page opens and when the period changes. “Generated” is the time of the read.",
      },
    },
    {
      path: paths.alerts,
      title: "Alerts",
      purpose:
        "Lists the open alerts of the fleet, worst first, and the cleared ones. Acknowledge an alert, with a note, so that other users know that you handle it.",
      pictures: [{ name: "alerts", alt: "The list of open alerts with their age and their fridges" }],
      states: ["alerts", "data"],
      problems: [
        {
          problem: "A command to many fridges shows “Already pending” for some of them",
          solution: "The same command is still in the queue of these fridges. It was not sent a second time.",
        },
        {
          problem: "An alert stays open after it was acknowledged",
          solution: "Only a report of the fridge clears an alert. An acknowledged alert moves below the others.",
        },
        {
          problem: "A fridge with a problem has no alert",
          solution: "The fridge is not LIVE, or the problem has not lasted long enough. See the rules.",
        },
      ],
      operations: [
        "fridgeAlerts",
        "fridgeHealth",
        "acknowledgeFridgeAlert",
        "alertSnoozes",
        "snoozeFridgeAlerts",
        "endFridgeAlertSnooze",
        "createQueueMessage",
        "sendConfirmedInventoryAndConfirmedReservation",
      ],
      data: {
        source: "Larder raises and clears alerts when fridges report or stop reporting.",
        age: `Live, otherwise read every ${formatPeriod(ALERTS_POLL_INTERVAL)}.`,
      },
    },
    {
      path: paths.alertNotifications,
      title: "Alert Notifications",
      purpose:
        "Sends alerts by email or webhook. Each rule states the regions, the kinds of alerts, the shift in Central time, the receiver and the escalation. Messages are sent within a minute or two after an alert opens or clears. Alerts of the same moment to one receiver share a message.",
      states: ["alerts", "data"],
      problems: [
        {
          problem: "A receiver is “Waiting for confirmation”",
          solution:
            "Amazon SNS sent a request to confirm. The receiver opens the link in the email, or the webhook requests the SubscribeURL. The request is valid for a few days; Test sends a new one after that.",
        },
        {
          problem: "No message arrives",
          solution:
            "Press Test. Check that the shift is active, that the fridge is not snoozed, and that the alert opened after the rule was created. The fridge's page shows who was notified of an alert.",
        },
        {
          problem: "A message arrives twice",
          solution:
            "Delivery is at least once. A webhook compares the ids of alerts and the event to ignore a repetition.",
        },
      ],
      operations: ["alertSubscriptions", "putAlertSubscription", "deleteAlertSubscription", "testAlertSubscription"],
      data: {
        source: "The rules that users store, and the confirmations of receivers.",
        age: "Read when the screen opens, and repeatedly while a receiver has not confirmed.",
      },
    },
  ],
};

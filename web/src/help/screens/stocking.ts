import { REFRESH_INTERVAL as JIT_REFRESH_INTERVAL } from "../../jit/day";
import { formatNames, formatPeriod } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { BLACKOUT } from "../../logistics/rules/blackout";
import { ACTIVE_POLL_MS, IDLE_POLL_MS } from "../../logistics/syncs";
import { MAX_DAYS } from "../../reports/rules/timeRange";
import { EXCLUDED_CLIENTS } from "../../stocking/rules/dropOverride";
import { MAX_REFRESHES, REFRESH_INTERVAL } from "../../stocking/rules/refresh";
import type { HelpArea } from "../screen";

const REPORT_AGE = "Read when you request the report. It does not change afterwards: press Refresh to read it again.";
const LONG_RANGE = {
  problem: "The report takes long or stops",
  solution: `A range has at most ${MAX_DAYS} days and is read page by page. Select a shorter range, or resume.`,
};
const LOAD_FAILURE = {
  problem: "“Unable to load data, Please check your internet and your permissions”",
  solution: "Check your connection and the permissions below, then request the report again.",
};

export const REPORTING: HelpArea = {
  title: "Reporting",
  screens: [
    {
      path: paths.checkpoints,
      aliases: ["/checkpoints"],
      title: "Stocking Real-Time Dashboard",
      purpose:
        "Shows the progress of the selected routes on a stocking day, stop by stop, with the times of scanning and stocking, the driver and the fridge's state. A stocking day is from 6 PM Central on the previous day to 6 PM Central.",
      pictures: [{ name: "stocking-dashboard", alt: "The routes of a day with the progress of their stops" }],
      states: ["stops", "data"],
      problems: [
        {
          problem: "“You have been on this page for a while. Please refresh the page to continue.”",
          solution: `The page refreshes itself ${MAX_REFRESHES} times. Reload it to continue.`,
        },
        {
          problem: "A message says that some data may be missing",
          solution: "That part could not be read and shows its previous data. Press the refresh icon.",
        },
        {
          problem: "A route has no delay, or a stop has no expected time",
          solution:
            "Expected times are estimates from the last six weeks. A stop needs two stockings by the same route on the same weekday. The legend explains the rules.",
        },
        {
          problem: "The home page counts more unreachable locations than the dashboard",
          solution:
            "The home page counts each location with an unreachable report. A stop that was stocked, removed or decommissioned anyway has that status here.",
        },
      ],
      operations: [
        "locationRoutes",
        "getPackingSlipsV3",
        "getDriverAction",
        "opsLocations",
        "fridgeHealth",
        "openHandoverNotes",
        "handoverNotes",
        "addHandoverNote",
        "completeHandoverNote",
      ],
      data: {
        source:
          "The uploaded routes, the packing slips, the actions that drivers report, and the fridges' reports. Expected times come from the drivers' reports of the last six weeks.",
        age: `New driver actions are live. Everything is read again every ${formatPeriod(REFRESH_INTERVAL)}. “As of” is the time of the last read. Account tiers and fulfillment centers are read once a day.`,
      },
    },
    {
      path: paths.stockingWall,
      title: "Stocking Wall Screen",
      purpose:
        "Shows the routes of the current stocking day on a large screen, the route that is most behind first. Pages follow each other if not all routes fit. Press Escape to return to the dashboard.",
      problems: [
        {
          problem: "“You have been on this page for a while. Please refresh the page to continue.”",
          solution: `The page refreshes itself ${MAX_REFRESHES} times. Live driver actions still arrive. Reload the page to continue.`,
        },
        {
          problem: "Pages do not follow each other",
          solution:
            "The pages are paused. They start paused if this computer is set to reduce motion. Press Rotate pages.",
        },
        {
          problem: "You are signed out when you leave the screen",
          solution:
            "The screen is exempt from the sign-out of idle sessions while it is visible. Without activity for the usual time, the session ends when you leave it. Other tabs are not exempt, and a sign-in lasts at most 12 hours.",
        },
      ],
      operations: ["locationRoutes", "getPackingSlipsV3", "getDriverAction", "opsLocations"],
      data: {
        source: "The same data as on the Stocking Real-Time Dashboard, without the health of fridges.",
        age: `New driver actions are live. Everything is read again every ${formatPeriod(REFRESH_INTERVAL)}.`,
      },
    },
    {
      path: paths.stockOuts,
      title: "Stock Outs",
      purpose: "Lists the items of which a fridge sold the last unit on a day, with time and location.",
      pictures: [{ name: "stock-outs", alt: "The products that sold out, with the comparison to earlier days" }],
      problems: [LOAD_FAILURE],
      operations: ["GET /reports/stockouts/{date}"],
      data: { source: "The fridges' reports. Times are Central.", age: REPORT_AGE },
    },
    {
      path: paths.emptyChannels,
      title: "Empty Channel",
      purpose: "Lists the channels that dispensed nothing on a day, with item, time and position in the fridge.",
      problems: [LOAD_FAILURE],
      operations: ["GET /reports/emptychannel/{date}"],
      data: { source: "The fridges' reports. Times are Central.", age: REPORT_AGE },
    },
    {
      path: paths.stockingLogs,
      title: "Stocking Logs",
      purpose:
        "Lists the requests that the driver app sent to fridges in a time range, with their responses and errors. Use it to find out why a driver could not open or stock a fridge.",
      problems: [
        {
          problem: "“Error while processing this request”",
          solution:
            "The fridge or the app reported the error in the same row. The request stays marked even if the app retried it.",
        },
        LONG_RANGE,
        LOAD_FAILURE,
      ],
      operations: ["GET /reports/driverlog", "GET /reports/driverlog/cognitoemails"],
      data: { source: "The log of the driver app. Times are Central.", age: REPORT_AGE },
    },
    {
      path: paths.routeTemperatures,
      title: "Route Temperatures",
      purpose:
        "Lists the temperatures that drivers measured on their routes in a time range. Temperatures above the limit are highlighted.",
      problems: [LONG_RANGE, LOAD_FAILURE],
      operations: ["GET /reports/routetemperatures"],
      data: { source: "The driver app. Times are Central.", age: REPORT_AGE },
    },
    {
      path: paths.dropOffSummary,
      title: "Drop Off Summary",
      purpose:
        "Lists the drops of a day that no driver confirmed. You decide whether each one is Complete or Not Delivering, with a reason.",
      pictures: [{ name: "drop-off-summary", alt: "The drops of a day with their status and reason" }],
      states: ["drops", "data"],
      problems: [
        {
          problem: "A row is locked",
          solution: "The drop is already decided. Only the first decision is stored.",
        },
        {
          problem: "A fridge cannot be set to Complete",
          solution: "Only a driver's report completes the drop of a fridge. Not Delivering is possible.",
        },
        {
          problem: "A drop is missing",
          solution: `Drops that are done, locations reported as unreachable, internal orders, deleted slips and the clients ${formatNames(EXCLUDED_CLIENTS)} are not listed.`,
        },
      ],
      operations: ["getPackingSlipsV3", "getDriverAction", "locationRoutes", "opsLocations", "createDriverAction"],
      flag: "drop-override",
      data: {
        source: "The packing slips of the day, the actions that drivers report, and the decisions of dispatchers.",
        age: "Live, otherwise read at the times that are shown next to the list.",
      },
    },
  ],
};

export const ROUTES: HelpArea = {
  title: "Routes",
  screens: [
    {
      path: paths.routes,
      title: "View Routes By Date",
      purpose: "Shows the stops of all routes on a day, grouped by route, with the number of stops and totes.",
      problems: [
        {
          problem: "“No routes available for given date”",
          solution: "No routes are uploaded for the day. Select another date or upload the weekly routes.",
        },
        {
          problem: "Routes are missing",
          solution: "Select the region ALL and clear the search.",
        },
      ],
      operations: ["locationRoutes"],
      data: {
        source: "The uploaded weekly routes and the totes of the packing slips.",
        age: "Read when the page opens.",
      },
    },
    {
      path: paths.driverUpload,
      title: "Upload Drivers",
      purpose:
        "Sets the route and the stop of locations from a CSV file. A preview shows the changes before you send them.",
      states: ["uploads"],
      problems: [
        {
          problem: "A row is rejected",
          solution: "Its location is unknown, or a column is empty. The reason is next to the row.",
        },
        {
          problem: "Some rows failed",
          solution: "Send the failed part again. The rows that were saved are not sent twice.",
        },
      ],
      operations: [
        "opsLocations",
        "PATCH /locations/{id}",
        "PATCH /locations/wholesale/{id}",
        "POST /uploads",
        "GET /uploads",
      ],
      data: {
        source: "The selected file, compared with the stored locations.",
        age: "Locations are read when you select the file.",
      },
    },
    {
      path: paths.routeUpload,
      title: "Upload Routes",
      purpose:
        "Replaces the stops of routes from a CSV file. Each date and route in the file replaces all stops of that route on that date.",
      states: ["uploads"],
      problems: [
        {
          problem: "A row is rejected",
          solution: "All seven columns need a value and the location must exist. The reason is next to the row.",
        },
        {
          problem: "Stops of a route disappeared",
          solution: "The file contained only a part of the route's stops. Upload the complete route.",
        },
      ],
      operations: ["opsLocations", "locationRoutes", "createRouteStops", "POST /uploads", "GET /uploads"],
      data: {
        source: "The selected file, compared with the stored routes.",
        age: "Locations and routes are read when you select the file.",
      },
    },
    {
      path: paths.logiNext,
      title: "LogiNext",
      purpose:
        "Sends the routes of the selected drop-off days and fulfillment centers to LogiNext, and shows the result for each center.",
      states: ["syncs"],
      problems: [
        {
          problem: `“${BLACKOUT}”`,
          solution: "All routes are synced at this time of the day. Start the sync later.",
        },
        {
          problem: "A sync failed for a center",
          solution: "Read the result in its row and start another sync for that center.",
        },
        {
          problem: "A fulfillment center is not offered",
          solution: "A center is offered if a location belongs to it.",
        },
      ],
      operations: ["syncLogiNextLocRoutes", "logiNextSyncs", "opsLocations"],
      data: {
        source: "The syncs and LogiNext's responses, which Larder stores.",
        age: `Read every ${formatPeriod(ACTIVE_POLL_MS)} while a sync is in progress, otherwise every ${formatPeriod(IDLE_POLL_MS)}.`,
      },
    },
    {
      path: paths.jit,
      title: "JIT Management",
      purpose: "Turns just-in-time allocation off or on for the stops of a drop-off day. Off needs a reason.",
      problems: [
        {
          problem: "A row is locked",
          solution:
            "Its JIT was already updated or is not on, the stop is stocked, or the day is over. The row says which.",
        },
        {
          problem: "A past day cannot be changed",
          solution: "Past days are read-only.",
        },
      ],
      operations: ["locationRoutes", "jitLocations", "opsLocations", "updateJITLocationStatus"],
      flag: "jit-management",
      data: {
        source: "The uploaded pars and routes, and the decisions of dispatchers.",
        age: `Read every ${formatPeriod(JIT_REFRESH_INTERVAL)}.`,
      },
    },
  ],
};

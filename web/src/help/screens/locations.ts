import { formatPeriod } from "../../lib/formats";
import { ALERTS_POLL_INTERVAL } from "../../health/fridgeAlerts";
import { HEALTH_POLL_INTERVAL } from "../../health/fridgeHealth";
import { INVENTORY_POLL_INTERVAL } from "../../inventory/inventory";
import { paths } from "../../lib/paths";
import { MAX_CACHE_AGE } from "../../locations/fleetList";
import { ALL_DAY_HOURS } from "../../locations/rules/customerRecord";
import { MAX_OFFERED } from "../../software/rules/versions";
import { ACTIVE_POLL_MS, LIST_POLL_MS } from "../../software/deploymentPolling";
import type { HelpArea } from "../screen";

const CACHE_DAYS = MAX_CACHE_AGE / (24 * 60 * 60_000);
const LOCATIONS_SOURCE = "The locations that Larder stores.";
const CUSTOMER_RECORDS = "Some properties come from the customer-relationship system.";
const EDITS = ["PATCH /locations/{id}", "createScheduleChanges"] as const;
const PLANNED_CHANGES = ["completeScheduleChange", "deleteScheduleChange", "retryScheduleChange"] as const;
const CONFLICT = {
  problem: "Another user changed the value while you edited it",
  solution: "Compare both values. Use the saved value, or save yours, which overwrites it.",
};

export const LOCATIONS: HelpArea = {
  title: "Locations",
  screens: [
    {
      path: paths.locations,
      title: "Locations",
      purpose:
        "Finds fridges by id, name, driver, status and allocation, as a list or on a map. Each entry links the location's detail, inventory and health.",
      pictures: [{ name: "locations", alt: "The list of locations with its filters" }],
      states: ["locations"],
      problems: [
        {
          problem: "A fridge is missing",
          solution:
            "Select its status: the list shows LIVE locations unless you select another one. Then clear the other filters.",
        },
        {
          problem: "“Unable to load locations, Please check your internet and your permissions”",
          solution: "The list shows what this browser stored. Check your connection, then press Refresh.",
        },
        {
          problem: "A change of another user is not visible",
          solution: "Press Refresh. It reads the whole list again.",
        },
      ],
      operations: ["locations", "createQueueMessage", "sendConfirmedInventoryAndConfirmedReservation"],
      data: {
        source: LOCATIONS_SOURCE,
        age: `The list appears from this browser's cache and refreshes in the background. A cache older than ${CACHE_DAYS} days is read again completely. The age is next to the title.`,
      },
    },
    {
      path: `${paths.locationOverview.screen}/:id`,
      title: "Overview of a location",
      purpose:
        "Shows what you need on a call about one location: its state, its last and next stocking, its contents and its recent changes.",
      pictures: [{ name: "fridge-overview", alt: "One fridge with its state, its panels and its tabs" }],
      states: ["locations", "problems", "alerts", "data"],
      problems: [
        {
          problem: "A part is missing",
          solution: "You have no permission for its data. See the permissions below.",
        },
        {
          problem: "The state is old",
          solution:
            "The time next to it shows the cause. “Not reporting” means that the fridge is Silent; the time is that of its last report. “Could not be refreshed” means that this browser could not read newer reports: check your connection, then press Retry.",
        },
      ],
      operations: [
        "location",
        "locationHistory",
        "fridgeHealth",
        "fridgeConnection",
        "fridgeAlerts",
        "GET /locations/{id}/inventory",
        "locationRoutes",
        "jitLocations",
        "handoverNotes",
        "addHandoverNote",
        "completeHandoverNote",
      ],
      data: {
        source: "The location, the fridge's reports, the uploaded routes and pars.",
        age: `Health, connection and alerts are live. Without the live connection, health and connection are read every ${formatPeriod(HEALTH_POLL_INTERVAL)} and alerts every ${formatPeriod(ALERTS_POLL_INTERVAL)}. The contents are read every ${formatPeriod(INVENTORY_POLL_INTERVAL)}, the rest when the page opens.`,
      },
    },
    {
      path: `${paths.locationHistory.screen}/:id`,
      title: "History of a location",
      purpose:
        "Lists all changes of one location with user, time and reason, and of a fridge also the changes of its certificates. You can open an earlier value on the settings and save it again.",
      states: ["locations"],
      problems: [
        {
          problem: "An earlier value is not accepted",
          solution: "It must pass the current rules of an edit. For example, its layout may not exist any more.",
        },
      ],
      operations: ["location", "locationHistory", "fridgeConnectionHistory", "PATCH /locations/{id}"],
      data: { source: "Every change that Larder saved.", age: "Read when the page opens and after each edit." },
    },
    {
      path: `${paths.location.screen}/:id?`,
      title: "Settings of a location",
      purpose:
        "Shows all properties of one location and who changed them. You edit a property now or schedule the change for a later time.",
      states: ["locations", "scheduledChanges"],
      problems: [
        {
          problem: "A property cannot be edited",
          solution:
            "It is synced from the customer-relationship system or reported by the fridge. Its row says which. Change it there.",
        },
        CONFLICT,
        {
          problem: "The allocation was changed after 6 PM",
          solution:
            "The change is accepted but misses the next stocking. The dialog names the first stocking that includes it.",
        },
        {
          problem: "Save is disabled",
          solution: "Select a layout, schema or template from the list. Other values are not accepted.",
        },
      ],
      operations: [
        "location",
        "locationHistory",
        "readScheduleChange",
        ...EDITS,
        ...PLANNED_CHANGES,
        "getPlanogramNames",
        "getPriceMapTemplates",
        "getFridgeSchemasTemplates",
        "generateAprivaDeviceAddress",
      ],
      data: {
        source: `${LOCATIONS_SOURCE} ${CUSTOMER_RECORDS}`,
        age: "Read when the page opens, after each edit, and when a scheduled change is due.",
      },
    },
    {
      path: `${paths.locationSchedule.screen}/:id`,
      title: "Scheduled Changes of a location",
      purpose: "Lists all changes of one location that are scheduled for later, failed or held.",
      states: ["scheduledChanges"],
      problems: [
        {
          problem: "A change failed",
          solution: "Read its reason. Retry it if the reason no longer applies, otherwise delete it.",
        },
        {
          problem: "A change is held",
          solution: "Its author lost the permission. An administrator releases or deletes it.",
        },
        {
          problem: "A value for the same time is already scheduled",
          solution: "The message names the value and its author. Delete that change or select another time.",
        },
      ],
      operations: [
        "GET /locations/{id}/schedule",
        "completeScheduleChange",
        "deleteScheduleChange",
        "retryScheduleChange",
        "releaseScheduleChange",
      ],
      data: {
        source: "The scheduled changes that Larder stores. Times are in the location's time zone.",
        age: "Read every minute, and each second while a due change is being applied.",
      },
    },
    {
      path: paths.failedChanges,
      title: "Failed Changes",
      purpose:
        "Lists the scheduled changes of all locations that could not be applied, newest first. A failed change is never dropped: it stays until someone retries or deletes it.",
      states: ["scheduledChanges"],
      problems: [
        {
          problem: "Many changes failed for the same reason",
          solution:
            "Fix the reason, select the changes and press “Retry all selected”. Each change shows its own result.",
        },
        {
          problem: "A retry fails again",
          solution: "The value does not pass the rules of an edit. Delete the change and schedule a valid value.",
        },
        {
          problem: "A held change cannot be retried",
          solution: "An administrator must release it, because its author no longer has the permission.",
        },
      ],
      operations: ["failedScheduleChanges", "retryScheduleChange", "deleteScheduleChange", "releaseScheduleChange"],
      data: { source: "The scheduled changes that Larder stores.", age: "Read when the page opens." },
    },
    {
      path: paths.createLocation,
      title: "Add Fridge",
      purpose: "Creates one location with a form. The state sets the tax rate, and the time zone the stocking days.",
      states: ["locations"],
      problems: [
        {
          problem: "The id is already in use",
          solution: "Ids are compared without regard to case. Select another one.",
        },
        {
          problem: "“Unable to load Layout names, Please check your internet and your permissions”",
          solution: "Check your connection and the permissions below, then reload the page.",
        },
      ],
      operations: ["POST /locations", "getPlanogramNames", "getPriceMapTemplates", "getFridgeSchemasTemplates"],
      data: {
        source: "The form. The name lists come from the stored layouts and templates.",
        age: "The lists are read when the page opens.",
      },
    },
    {
      path: paths.importLocations,
      title: "Import Locations",
      purpose:
        "Creates many locations from a spreadsheet that the customer-relationship system exported. Each row is checked and previewed before anything is created.",
      problems: [
        {
          problem: "A row is invalid",
          solution: `A row needs a POS_NAME__c and Business_Hours__c equal to “${ALL_DAY_HOURS}”. Its message names the other errors. Correct the file and select it again.`,
        },
        {
          problem: "Some rows stay in the table after the upload",
          solution: "They failed. Created rows leave the table. Correct the failed rows or send them again.",
        },
      ],
      operations: ["POST /locations", "opsLocations", "getPriceMapTemplates"],
      data: {
        source: "The selected file, which stays in this browser until you confirm.",
        age: "As old as the export.",
      },
    },
    {
      path: paths.bulkSchedule,
      title: "Bulk Schedule",
      purpose:
        "Schedules changes of one or more properties for many locations at one time. The preview shows the value now and the value at that time.",
      states: ["scheduledChanges"],
      problems: [
        {
          problem: "An id is unknown",
          solution: "Correct or remove it. Unknown ids block the whole request.",
        },
        {
          problem: "A change is skipped",
          solution: "The location already has the value at that time, so the change would have no effect.",
        },
      ],
      operations: ["locations", "locationsById", "pendingScheduleChanges", "createScheduleChanges"],
      data: {
        source: "The stored locations and their scheduled changes.",
        age: "Read when you select locations. The server checks each change again at its time.",
      },
    },
    {
      path: paths.fridgeSoftware,
      title: "Fridge Software",
      purpose:
        "Shows the software versions and the pilots of each fridge, deploys a version to selected fridges at once or in stages, and rolls fridges back to their previous version.",
      pictures: [{ name: "fridge-software", alt: "The list of fridges with the versions of their software" }],
      states: ["locations"],
      problems: [
        {
          problem: "The version is not offered",
          solution: `Only the ${MAX_OFFERED} newest versions in the artifacts bucket are offered.`,
        },
        {
          problem: "DEPLOY is disabled",
          solution:
            "Enter at least one known fridge, and a software with its version, a complete pilot, or both. Remove unknown ids.",
        },
        {
          problem: "It is not known which fridges run the version of an immediate deployment",
          solution: "Press “Watch” in its result, or filter by the version and compare the running versions.",
        },
        {
          problem: "A fridge still runs another version after a deployment",
          solution: "Compare the deployed version with the versions that the fridge reported, on its health page.",
        },
      ],
      operations: [
        "locations",
        "getFridgeArtifacts",
        "getAvailableFridgeArtifacts",
        "getFridgeSoftwarePilots",
        "fridgeSoftwareHistory",
        "fridgeHealth",
        "updateFridgeArtifacts",
        "rollBackFridgeArtifacts",
        "putFridgeSoftwarePilot",
        "createFridgeDeployment",
      ],
      data: {
        source: "The deployments and pilots that Larder stores, and the versions in the artifacts bucket.",
        age: "Read when the page opens and after a deployment.",
      },
    },
    {
      path: paths.deployments,
      title: "Software Deployments",
      purpose: "Lists the deployments in stages, newest first, with their state and their number of updated fridges.",
      states: ["deployments"],
      problems: [
        {
          problem: "A deployment is missing",
          solution: "Only deployments in stages are listed. An immediate deployment is in the history of its fridges.",
        },
      ],
      operations: ["fridgeDeployments"],
      data: {
        source: "The deployments that Larder stores.",
        age: `Updates every ${formatPeriod(LIST_POLL_MS)}.`,
      },
    },
    {
      path: `${paths.deployment.screen}/:id`,
      title: "Software Deployment",
      purpose:
        "Shows how far a deployment in stages is: its stages, the version that each fridge should run and runs, and who changed it. You pause it, continue with the next stage or all stages, and roll it back here.",
      states: ["deployments", "deploymentFridges"],
      problems: [
        {
          problem: "The deployment stopped automatically",
          solution:
            "More than 10% of a stage's updated fridges, and at least 2, have a new alert or stopped reporting. Check these fridges on their health pages, then roll back.",
        },
        {
          problem: "A fridge failed",
          solution:
            "It did not report the version within 4 hours. Check on its health page whether it reports, and which version it runs.",
        },
        {
          problem: "A fridge is in another active deployment",
          solution: "Finish or roll back the other deployment, or remove the fridge from the new one.",
        },
      ],
      operations: [
        "fridgeDeployment",
        "fridgeDeploymentTargets",
        "continueFridgeDeployment",
        "pauseFridgeDeployment",
        "rollBackFridgeDeployment",
      ],
      data: {
        source: "The deployment that Larder stores, and the versions that the fridges report.",
        age: `The server checks the fridges every minute. The page updates every ${formatPeriod(ACTIVE_POLL_MS)} until the deployment is finished.`,
      },
    },
    {
      path: `${paths.inventory.screen}/:id?`,
      title: "Fridge Inventory",
      purpose: "Shows the food in one fridge, slot by slot. A slot lists the production date and expiry of each unit.",
      states: ["data"],
      problems: [
        {
          problem: "An expiry is UNKNOWN",
          solution: "The item has no shelf life in the fridge's report.",
        },
        {
          problem: "The inventory is old",
          solution:
            "The header shows the age of the fridge's report. Check on the health page whether the fridge is Silent.",
        },
      ],
      operations: ["GET /locations/{id}/inventory", "location"],
      data: {
        source: "The fridge's own inventory report.",
        age: `Live, otherwise read every ${formatPeriod(INVENTORY_POLL_INTERVAL)}. The header shows the minutes since the fridge made the report.`,
      },
    },
  ],
};

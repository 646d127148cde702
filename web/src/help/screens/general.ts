import { paths } from "../../lib/paths";
import { FLAGS } from "../../users/rules/flags";
import type { HelpArea } from "../screen";

export const GENERAL: HelpArea = {
  title: "General",
  screens: [
    {
      path: paths.home,
      aliases: ["/"],
      title: "Home",
      purpose:
        "Shows what needs attention today: fridge alerts, failed scheduled changes, stops that could not be reached, failed LogiNext syncs and failed uploads. It shows today's delivery with the routes that are most behind, what changed since yesterday, recent items and favorite screens, finds a fridge by id or name, and links all screens that you have permission for. “Arrange this page” selects and orders the tiles, which can also be saved views of tables.",
      pictures: [
        { name: "home", alt: "The home page with the fridge search and the tiles" },
        { name: "search", alt: "The search over all fridges, routes and screens, with its results" },
      ],
      states: ["alerts", "scheduledChanges", "uploads", "syncs"],
      problems: [
        {
          problem: "A card is missing",
          solution: "You have no permission for its data. See the permissions below.",
        },
        {
          problem: "“Arrange this page” is missing",
          solution: "Your arrangement could not be loaded, so the default tiles are shown. Reload the page.",
        },
        {
          problem: "A saved view is missing on the home page",
          solution: "The view was deleted, or you have no permission for its screen.",
        },
        {
          problem: "A card says “Couldn't load”",
          solution: "Press Retry. If it fails again, check your internet connection.",
        },
        {
          problem: "The number of fridge alerts differs from the number of fridges with problems",
          solution:
            "An alert opens only for a LIVE fridge and, for temperature, only if the problem lasts. Fleet health lists every problem of the last reports. The rules are in the glossary.",
        },
      ],
      operations: [
        "fridgeAlerts",
        "failedScheduleChanges",
        "getDriverAction",
        "locationRoutes",
        "getPackingSlipsV3",
        "opsLocations",
        "logiNextSyncs",
        "GET /uploads",
        "myPreferences",
        "updateMyPreferences",
      ],
      data: {
        source:
          "The alerts, scheduled changes, driver actions, syncs and uploads that Larder stores. Syncs and uploads are those of the last day.",
        age: "Read when the page opens and when you return to its tab. Syncs are also read again while the page is open.",
      },
    },
    {
      path: paths.help,
      title: "Help",
      purpose:
        "Contains the help of all screens and the definitions of all states. You can search it and print it. The Help button in the top bar shows the part about the current screen.",
      problems: [
        {
          problem: "A word on a screen is not in the glossary",
          solution: "The glossary contains states. Search for the name of the screen to find the other words.",
        },
      ],
      operations: [],
      data: { source: "This version of Larder.", age: "As old as the version in the user menu." },
    },
    {
      path: paths.account,
      title: "Account",
      purpose:
        "Manages your own sign-in: set up an authenticator app, change your password, view your latest sign-ins and end all sessions.",
      problems: [
        {
          problem: "A sign-in in the list is not yours",
          solution: "End all sessions, change your password and inform an administrator.",
        },
        {
          problem: "The authenticator app's code is rejected",
          solution: "Set the clock of the phone to automatic time, then enter the next code.",
        },
      ],
      operations: ["mySignIns"],
      data: { source: "The sign-in service.", age: "Read when the page opens. Sign-ins are kept for 90 days." },
    },
    {
      path: paths.permissions,
      title: "User Permissions",
      purpose:
        "Administrators invite staff, grant and revoke permissions, apply roles, copy the permissions and feature flags of one user to another, disable accounts and switch feature flags. Drivers have a separate list. The matrix shows people and permissions. The reference lists what each operation requires.",
      pictures: [{ name: "permissions", alt: "The list of people with their permissions" }],
      problems: [
        {
          problem: "“Error! User Action Prohibited!”",
          solution: "You need ManagePermissions, and must sign in with an authenticator app's code.",
        },
        {
          problem: "The last administrator cannot be disabled",
          solution: "Grant ManagePermissions to another user who can sign in first.",
        },
        {
          problem: "“The permissions of … changed while you were working”",
          solution: "Another administrator changed them. Check the preview, and apply the role again.",
        },
        {
          problem: "A changed role does not change its people",
          solution: "A role is a template. Apply it to each person again.",
        },
        {
          problem: "A user does not see a command or a screen despite the permission",
          solution: `Switch on the feature flag. The flags are ${FLAGS.map(([flag]) => flag).join(", ")}.`,
        },
      ],
      operations: [
        "GET /users/permissions",
        "POST /users/permissions",
        "POST /users/permissions/remove",
        "copyPermissions",
        "roles",
        "applyRole",
        "saveRole",
        "removeRole",
        "roleHistory",
        "createStaffAccount",
        "resendInvitation",
        "setStaffAccountEnabled",
        "permissionHistory",
        "staffFlags",
        "setFeatureFlag",
        "featureFlagHistory",
        "locations",
      ],
      data: {
        source: "The staff accounts, permissions and feature flags that Larder stores.",
        age: "Read when the page opens. The server applies a change with the user's next call.",
      },
    },
    {
      path: paths.accessCheck,
      title: "Why can't I…?",
      purpose:
        "Explains why a person can or cannot do something: the required permissions and feature flags, the state of the account, and who can change it. Administrators can ask for any person.",
      problems: [
        {
          problem: "An action is not in the list",
          solution: "Type a word of its description, or the name of the permission that a message shows.",
        },
        {
          problem: "The check says that you can, but the screen still shows a missing permission",
          solution: "Reload the page. It shows changed permissions after a reload.",
        },
      ],
      operations: [
        "myPermissions",
        "featureFlags",
        "administrators",
        "GET /users/permissions",
        "staffFlags",
        "permissionHistory",
        "lastSignIn",
      ],
      data: {
        source: "The permissions, feature flags, accounts and sign-ins that Larder stores.",
        age: "Read when the page opens.",
      },
    },
    {
      path: paths.usage,
      title: "Usage",
      purpose:
        "Shows administrators how the console is used in a range of days: calls with failures and response times by route, views by screen, and activity by user and day.",
      problems: [
        {
          problem: "A screen has no views",
          solution:
            "No user opened it in the selected days. Page views are sent in batches, so the latest ones follow.",
        },
      ],
      operations: ["usage", "routeCalls"],
      data: {
        source: "Each REST call and page view is recorded with its user. The email is the only personal data.",
        age: "Read when the page opens or the days change.",
      },
    },
    {
      path: paths.activity,
      title: "Activity Log",
      purpose:
        "Lists the changes of all areas, newest first: who changed what, when, from which value to which value, and why. Select days, an area, a person or an object. Export CSV contains all changes of the selection, at most 10,000.",
      problems: [
        {
          problem: "A change from a moment ago is missing",
          solution: "The log can be a few seconds behind. Press Refresh.",
        },
        {
          problem: "The search does not find a change",
          solution:
            "The search covers only the loaded changes. Show earlier changes, or filter by area, person or object: these filters cover all selected days.",
        },
        {
          problem: "The filter by object finds nothing",
          solution:
            "Enter the complete ID, such as a location's ID, a route, a layout, a price schema, a coupon's code or a user's email.",
        },
        {
          problem: "A long value shows only its number of entries",
          solution: "Open the object: its own history has the complete values.",
        },
      ],
      operations: ["activityLog"],
      data: {
        source: "Each change is stored together with its entry, so no change is missing. Entries do not expire.",
        age: "Read when the page opens or the selection changes. The newest entries can be a few seconds late.",
      },
    },
    {
      path: paths.handoverNotes,
      title: "Handover Notes",
      purpose:
        "Lists the open handover notes on fridges and routes, the earliest last day first. Add a note on the overview of a location or on the card of a route in the stocking dashboard.",
      problems: [
        {
          problem: "A note disappeared",
          solution:
            "It was marked as done, or its last day has passed. The fridge or the route shows it under earlier notes for 90 days, and the activity log keeps its text.",
        },
        {
          problem: "Add note or Done is disabled",
          solution: "You need the permission WriteHandoverNote.",
        },
      ],
      operations: ["openHandoverNotes", "handoverNotes", "addHandoverNote", "completeHandoverNote"],
      data: {
        source: "The notes that staff added in Larder.",
        age: "Read when the page opens and every two minutes.",
      },
    },
  ],
};

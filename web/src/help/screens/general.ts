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
        "Shows what needs attention today: fridge alerts, failed scheduled changes, stops that could not be reached, failed LogiNext syncs and failed uploads. It finds a fridge by id or name and links all screens that you have permission for.",
      states: ["alerts", "scheduledChanges", "uploads", "syncs"],
      problems: [
        {
          problem: "A card is missing",
          solution: "You have no permission for its data. See the permissions below.",
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
      operations: ["fridgeAlerts", "failedScheduleChanges", "getDriverAction", "logiNextSyncs", "GET /uploads"],
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
        "Administrators invite staff, grant and revoke permissions, copy the permissions of one user to another, disable accounts and switch feature flags. The reference lists what each operation requires.",
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
          problem: "A user does not see a command or a screen despite the permission",
          solution: `Switch on the feature flag. The flags are ${FLAGS.map(([flag]) => flag).join(", ")}.`,
        },
      ],
      operations: [
        "GET /users/permissions",
        "POST /users/permissions",
        "POST /users/permissions/remove",
        "copyPermissions",
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
  ],
};

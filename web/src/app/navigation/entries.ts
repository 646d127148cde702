/** The navigation entries (SHL-20), used by the sidebar, the breadcrumbs, the search and the home page. */
import { matchPath } from "react-router";
import { paths } from "../../lib/paths";
import type { LinkName } from "../../api/config";
import type { Action } from "../../api/actions";
import type { Flag, Permissions } from "../../session/permissions";

interface Entry {
  readonly label: string;
  /** The entry is visible only to users with this feature flag. */
  readonly flag?: Flag;
}

/** A screen of the console. */
export interface Internal extends Entry {
  readonly to: string;
  /** Other addresses of the screen. */
  readonly aliases?: readonly string[];
  /** The entry is visible only to users with this permission, or with any of several permissions. */
  readonly requiredAction?: Action | readonly Action[];
  /** Words in addition to the label and the group by which the search finds the screen. */
  readonly keywords?: string;
}

/** Another application, opened in a new tab. Its URL is part of the configuration (SHL-23). */
export interface External extends Entry {
  readonly link: LinkName;
}

export type NavigationEntry = Internal | External;

export interface NavigationGroup {
  readonly label: string;
  readonly icon: GroupIcon;
  readonly entries: readonly NavigationEntry[];
}

export type GroupIcon =
  "apps" | "chart" | "route" | "trend" | "list" | "pin" | "pulse" | "grid" | "ticket" | "people" | "help";

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: "Internal Apps",
    icon: "apps",
    entries: [
      { label: "Facility CMS", link: "facilityCms" },
      { label: "Driver App", link: "driverApp" },
    ],
  },
  {
    label: "Reporting",
    icon: "chart",
    entries: [
      { label: "Today's Packing Slip", link: "todaysPackingSlip" },
      { label: "Historical Allocation", link: "historicalAllocation" },
      {
        label: "Checkpoints",
        to: paths.checkpoints,
        aliases: ["/checkpoints"],
        requiredAction: "GetCheckPointStatus",
        keywords: "stocking real-time dashboard progress drivers",
      },
      {
        label: "Stocking Wall Screen",
        to: paths.stockingWall,
        requiredAction: "GetCheckPointStatus",
        keywords: "checkpoints monitor kiosk behind routes",
      },
      { label: "Stock Outs", to: paths.stockOuts, keywords: "sold out empty" },
      { label: "Empty Channel", to: paths.emptyChannels, requiredAction: "GetEmptyChannel", keywords: "slots" },
      {
        label: "Stocking Logs",
        to: paths.stockingLogs,
        requiredAction: "GetCheckPointStatus",
        keywords: "driver log requests",
      },
      {
        label: "Route Temperatures",
        to: paths.routeTemperatures,
        requiredAction: "RecordTemperature",
        keywords: "van",
      },
      {
        label: "Drop Off Summary",
        to: paths.dropOffSummary,
        requiredAction: "OverrideDrop",
        flag: "drop-override",
        keywords: "override packing slips",
      },
      { label: "Receiving Invoices", link: "receivingInvoices" },
    ],
  },
  {
    label: "Routes",
    icon: "route",
    entries: [
      { label: "View", to: paths.routes, requiredAction: "GetUniqueRoutes", keywords: "stops drivers by date" },
      { label: "Upload", to: paths.driverUpload, requiredAction: "UploadRoutes", keywords: "drivers csv" },
      {
        label: "Upload Weekly Routes",
        to: paths.routeUpload,
        requiredAction: "UploadRoutes",
        keywords: "schedule stops csv",
      },
      { label: "LogiNext", to: paths.logiNext, requiredAction: "SyncLogiNext", keywords: "sync" },
      {
        label: "Handover Notes",
        to: paths.handoverNotes,
        requiredAction: ["GetSpecificLocation", "GetUniqueRoutes"],
        keywords: "shift open notes fridges routes",
      },
      {
        label: "JIT Management",
        to: paths.jit,
        requiredAction: "UpdateJit",
        flag: "jit-management",
        keywords: "just in time",
      },
    ],
  },
  {
    label: "Forecast",
    icon: "trend",
    entries: [
      { label: "View", to: paths.forecast },
      { label: "Upload", to: paths.forecastUpload, requiredAction: "UpdateForecast", keywords: "csv" },
    ],
  },
  {
    label: "Pars",
    icon: "list",
    entries: [
      { label: "View", to: paths.pars, requiredAction: "GetUniqueRoutes" },
      { label: "Upload", to: paths.parsUpload, requiredAction: "UploadPars", keywords: "allocation csv" },
      {
        label: "Packing Slip Report",
        to: paths.packingReport,
        requiredAction: "GetUniqueRoutes",
        keywords: "production kitchen zones",
      },
    ],
  },
  {
    label: "Locations",
    icon: "pin",
    entries: [
      { label: "All", to: paths.locations, requiredAction: "GetAllLocation", keywords: "fridges list map" },
      { label: "Add Fridge", to: paths.createLocation, requiredAction: "CreateLocation", keywords: "create new" },
      {
        label: "Import Locations",
        to: paths.importLocations,
        requiredAction: "CreateLocation",
        keywords: "customer records crm bulk create",
      },
      {
        label: "Bulk Schedule",
        to: paths.bulkSchedule,
        requiredAction: "AddScheduledEvent",
        keywords: "schedule changes of many fridges",
      },
      {
        label: "Failed Changes",
        to: paths.failedChanges,
        requiredAction: "GetScheduledEvents",
        keywords: "scheduled held errors",
      },
      {
        label: "View Fridge Software",
        to: paths.fridgeSoftware,
        requiredAction: "GetAllLocation",
        keywords: "deploy versions artifacts roll back",
      },
      { label: "Software Deployments", to: paths.deployments, keywords: "rollout stages pause continue roll back" },
    ],
  },
  {
    label: "Fridge Health",
    icon: "pulse",
    entries: [
      {
        label: "Fleet health",
        to: paths.health,
        requiredAction: "GetAllLocation",
        keywords: "monitoring temperature offline portfolio",
      },
      { label: "Alerts", to: paths.alerts, keywords: "too warm problems" },
      {
        label: "Alert Notifications",
        to: paths.alertNotifications,
        requiredAction: "ManageAlertNotifications",
        keywords: "email webhook shift escalation snooze",
      },
    ],
  },
  {
    label: "Channel Management",
    icon: "grid",
    entries: [
      {
        label: "Planogram",
        to: paths.planograms,
        requiredAction: ["SchedulePlanogram", "GetUniqueLayoutNames"],
        keywords: "layouts slots menu",
      },
      {
        label: "Download Item Prices",
        to: paths.itemPrices,
        requiredAction: ["GetUniquePMTNames", "UpdateItemPrices"],
        keywords: "price schemas csv",
      },
      {
        label: "Update Item Prices",
        to: paths.itemPriceUpload,
        requiredAction: "UpdateItemPrices",
        keywords: "upload csv",
      },
    ],
  },
  {
    label: "Customer Service",
    icon: "ticket",
    entries: [
      { label: "Coupons", to: paths.coupons, requiredAction: "GenerateCoupon", keywords: "refund code discount" },
    ],
  },
  {
    label: "Administration",
    icon: "people",
    entries: [
      {
        label: "User Permissions",
        to: paths.permissions,
        requiredAction: "ManagePermissions",
        keywords: "staff accounts feature flags invite",
      },
      { label: "Usage", to: paths.usage, requiredAction: "ManagePermissions", keywords: "analytics calls" },
      {
        label: "Activity Log",
        to: paths.activity,
        requiredAction: "ReadActivityLog",
        keywords: "audit history changes who",
      },
    ],
  },
  {
    label: "Documentation",
    icon: "help",
    entries: [
      { label: "Help and glossary", to: paths.help, keywords: "manual states definitions problems" },
      { label: "Why can't I…?", to: paths.accessCheck, keywords: "permission access missing prohibited ask" },
    ],
  },
];

/**
 * Screens without an entry, with the entry under which they appear in the breadcrumbs. A screen is an aspect of a fridge
 * unless it has its own label.
 */
const CHILD_SCREENS = [
  { pattern: `${paths.location.screen}/:id`, parent: paths.locations },
  { pattern: `${paths.locationOverview.screen}/:id`, parent: paths.locations },
  { pattern: `${paths.locationHistory.screen}/:id`, parent: paths.locations, label: "History" },
  { pattern: `${paths.inventory.screen}/:id`, parent: paths.locations, label: "Inventory" },
  { pattern: `${paths.locationSchedule.screen}/:id`, parent: paths.locations, label: "Scheduled Changes" },
  { pattern: `${paths.fridgeHealth.screen}/:id`, parent: paths.health },
  { pattern: `${paths.deployment.screen}/:id`, parent: paths.deployments, ownLabel: "Deployment" },
  { pattern: `${paths.temperatureRecord.screen}/:id`, parent: paths.health, label: "Temperature record" },
] as const satisfies readonly {
  readonly pattern: string;
  readonly parent: string;
  readonly label?: string;
  readonly ownLabel?: string;
}[];

export function isHome(pathname: string): boolean {
  return pathname === "/" || pathname.toLowerCase() === paths.home;
}

export const isInternal = (entry: NavigationEntry): entry is Internal => "to" in entry;

/** The groups with the entries that are visible with these permissions and feature flags. Empty groups are left out. */
export function visibleNavigation(may: Permissions["may"], flags: readonly string[]): readonly NavigationGroup[] {
  const isVisible = (entry: NavigationEntry) => {
    const required = isInternal(entry) ? [entry.requiredAction ?? []].flat() : [];
    return (required.length === 0 || required.some(may)) && (!entry.flag || flags.includes(entry.flag));
  };
  return NAVIGATION.map((group) => ({ ...group, entries: group.entries.filter(isVisible) })).filter(
    ({ entries }) => entries.length > 0,
  );
}

/** The place of a screen in the navigation. */
export interface Place {
  readonly group: string;
  readonly entry: Internal;
  /** The parts below the entry, such as a fridge's id and its inventory. */
  readonly below: readonly { readonly label: string; readonly to: string }[];
}

/** The place of the screen at `pathname`; null for the home page, the account page and notices. */
export function placeOf(pathname: string): Place | null {
  const child = CHILD_SCREENS.map((candidate) => ({ candidate, match: matchPath(candidate.pattern, pathname) })).find(
    ({ match }) => match,
  );
  const id = child?.match?.params.id;
  const path = (child ? child.candidate.parent : pathname).toLowerCase().replace(/(?<=.)\/$/, "");
  for (const { label, entries } of NAVIGATION) {
    const entry = entries.filter(isInternal).find(({ to, aliases }) => to === path || aliases?.includes(path));
    if (!entry) continue;
    if (!child || id === undefined) return { group: label, entry, below: [] };
    if ("ownLabel" in child.candidate) {
      return { group: label, entry, below: [{ label: child.candidate.ownLabel, to: pathname }] };
    }
    const fridge = { label: id, to: entry.to === paths.health ? paths.fridgeHealth(id) : paths.location(id) };
    const aspect = "label" in child.candidate ? [{ label: child.candidate.label, to: pathname }] : [];
    return { group: label, entry, below: [fridge, ...aspect] };
  }
  return null;
}

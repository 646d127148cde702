/** The addresses of the console's screens. The route table and all links use them. */

type Path = `/${string}`;

/** Builds the address of a screen for one location or fridge. `screen` is the address without the id. */
interface PathWithId {
  (id: string): Path;
  readonly screen: Path;
}

function withId(screen: Path): PathWithId {
  return Object.assign((id: string): Path => `${screen}/${encodeURIComponent(id)}`, { screen });
}

export const paths = {
  home: "/home",
  account: "/account",
  help: "/help",

  locations: "/locations/all",
  location: withId("/locations/detail"),
  locationOverview: withId("/locations/overview"),
  locationHistory: withId("/locations/history"),
  locationSchedule: withId("/locations/schedule"),
  failedChanges: "/locations/schedule",
  createLocation: "/locations/new",
  importLocations: "/locations/bulk_new",
  bulkSchedule: "/locations/bulk_schedule",
  inventory: withId("/locations/inventory"),
  fridgeHealth: withId("/locations/health"),
  temperatureRecord: withId("/locations/temperature-record"),
  fridgeSoftware: "/locations/fridge_software",
  deployments: "/locations/fridge_software/deployments",
  deployment: withId("/locations/fridge_software/deployments"),

  routes: "/locations/view_routes",
  driverUpload: "/locations/update_routes",
  routeUpload: "/locations/update_weekly_routes",

  health: "/portfoliohealth",
  alerts: "/portfoliohealth/alerts",
  alertNotifications: "/portfoliohealth/alerts/notifications",

  forecast: "/forecast/view",
  forecastUpload: "/forecast/upload",
  pars: "/pars/list",
  parsUpload: "/pars/upload",
  packingReport: "/pars/prodreport",

  checkpoints: "/reports/checkpoints",
  stockingWall: "/reports/checkpoints/wall",
  emptyChannels: "/reports/emptychannels",
  stockingLogs: "/reports/stockinglogs",
  routeTemperatures: "/reports/routetemperatures",
  stockOuts: "/reports/stockouts",
  dropOffSummary: "/reports/dropoffsummary",
  jit: "/jit-management",
  logiNext: "/loginext",

  planograms: "/planograms",
  itemPrices: "/item-prices-landing",
  itemPriceUpload: "/csv-pricing",
  coupons: "/coupons",
  permissions: "/users/permissions",
  accessCheck: "/users/access",
  usage: "/users/usage",
  activity: "/activity",
  handoverNotes: "/activity/notes",
} as const;

/** An address with query parameters. */
export function withQuery(path: Path, params: Readonly<Record<string, string>>): Path {
  return `${path}?${new URLSearchParams(params).toString()}`;
}

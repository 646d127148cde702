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
  fridgeSoftware: "/locations/fridge_software",

  routes: "/locations/view_routes",
  driverUpload: "/locations/update_routes",
  routeUpload: "/locations/update_weekly_routes",

  health: "/portfoliohealth",
  alerts: "/portfoliohealth/alerts",

  forecast: "/forecast/view",
  forecastUpload: "/forecast/upload",
  pars: "/pars/list",
  parsUpload: "/pars/upload",
  packingReport: "/pars/prodreport",

  checkpoints: "/reports/checkpoints",
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
  usage: "/users/usage",
} as const;

/** An address with query parameters. */
export function withQuery(path: Path, params: Readonly<Record<string, string>>): Path {
  return `${path}?${new URLSearchParams(params).toString()}`;
}

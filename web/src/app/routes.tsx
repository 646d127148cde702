/**
 * The route table (SHL-10). Each screen is a separate chunk that is loaded at the first visit. Paths are matched
 * case-insensitively.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { redirect, type LoaderFunction, type NonIndexRouteObject, type Params, type RouteObject } from "react-router";
import { paths } from "../lib/paths";
import { featureFlagsQuery, type Flag } from "../session/permissions";
import { BareShell } from "./BareShell";
import { ErrorPage } from "./ErrorPage";
import { HomePage } from "./HomePage";
import { onDemand } from "../ui/onDemand";
import { Loading } from "../ui/states";
import { RouteError } from "./RouteError";
import { homeAfterRedirect } from "./redirectNotice";
import { Shell } from "./Shell";

const DeliveryNotice = onDemand(async () => (await import("./notices")).DeliveryNotice);
const GroupNotice = onDemand(async () => (await import("./notices")).GroupNotice);
const NotFoundPage = onDemand(async () => (await import("./NotFoundPage")).NotFoundPage);

/** Page views report the path of a route without its first slash. */
const relative = (path: string) => path.slice(1);

type Load = () => Promise<{ default: ComponentType }>;

/** The files of the screens by path in lower case. */
const loads = new Map<string, Load>();

/** The function that loads the files of a screen without parameters. */
export function loadOf(path: string): Load | undefined {
  return loads.get(path.toLowerCase());
}

/** A screen that is loaded at its first visit. */
function screen(path: string, load: Load): NonIndexRouteObject {
  loads.set(path.toLowerCase(), load);
  return { path: relative(path), lazy: async () => ({ Component: (await load()).default }) };
}

/** A redirect. It keeps the query parameters. */
function redirectRoute(path: string, target: (params: Params) => string): RouteObject {
  const loader: LoaderFunction = ({ params, request }) => redirect(`${target(params)}${new URL(request.url).search}`);
  return { path: relative(path), loader, element: null };
}

/** Redirects a path with more segments between the screen and the id. The last segment is the id. */
function redirectToLastSegment(path: typeof paths.location): RouteObject {
  return redirectRoute(`${path.screen}/*`, (params) => path(params["*"]?.split("/").at(-1) ?? ""));
}

export function routes(queryClient: QueryClient): RouteObject[] {
  /** A route for users with the feature flag. Others are redirected to the home page, which shows the reason. */
  function flagged(flag: Flag, route: NonIndexRouteObject): RouteObject {
    const loader: LoaderFunction = async () => {
      const flags = await queryClient.ensureQueryData(featureFlagsQuery).catch(() => null);
      if (flags?.includes(flag)) return null;
      return redirect(homeAfterRedirect(flag, flags === null ? "unknown" : "off"));
    };
    return { ...route, loader };
  }

  return [
    {
      element: <Shell />,
      errorElement: <RouteError />,
      hydrateFallbackElement: <Loading label="the screen" />,
      children: [
        {
          errorElement: <RouteError />,
          children: [
            { index: true, element: <HomePage /> },
            { path: relative(paths.home), element: <HomePage /> },

            screen(paths.locations, () => import("../locations/list/LocationsPage")),
            {
              lazy: async () => ({ Component: (await import("../locations/workspace/WorkspaceLayout")).default }),
              children: [
                screen(`${paths.locationOverview.screen}/:id`, () => import("../locations/workspace/OverviewPage")),
                screen(`${paths.fridgeHealth.screen}/:id`, () => import("../health/FridgeHealthPage")),
                screen(`${paths.temperatureRecord.screen}/:id`, () => import("../health/TemperatureRecordPage")),
                screen(`${paths.inventory.screen}/:id?`, () => import("../inventory/FridgeInventoryPage")),
                screen(`${paths.locationSchedule.screen}/:id`, () => import("../schedules/LocationSchedulePage")),
                screen(`${paths.location.screen}/:id?`, () => import("../locations/detail/LocationDetailPage")),
                screen(
                  `${paths.locationHistory.screen}/:id`,
                  () => import("../locations/workspace/LocationHistoryPage"),
                ),
              ],
            },
            redirectToLastSegment(paths.location),
            redirectToLastSegment(paths.locationSchedule),
            redirectToLastSegment(paths.inventory),
            redirectRoute(paths.fridgeHealth.screen, () => paths.health),
            redirectToLastSegment(paths.fridgeHealth),
            screen(paths.failedChanges, () => import("../schedules/FailedChangesPage")),
            screen(paths.createLocation, () => import("../locations/create/CreateLocationPage")),
            screen(paths.importLocations, () => import("../locations/import/ImportLocationsPage")),
            screen(paths.bulkSchedule, () => import("../locations/bulkSchedule/BulkSchedulePage")),
            screen(paths.routes, () => import("../routes/ViewRoutesPage")),
            screen(paths.driverUpload, () => import("../routes/DriverUploadPage")),
            screen(paths.routeUpload, () => import("../routes/RouteUploadPage")),
            screen(paths.fridgeSoftware, () => import("../software/FridgeSoftwarePage")),
            screen(paths.deployments, () => import("../software/DeploymentsPage")),
            screen(`${paths.deployment.screen}/:id`, () => import("../software/DeploymentPage")),

            screen(paths.health, () => import("../health/PortfolioHealthPage")),
            screen(paths.alerts, () => import("../health/AlertsPage")),
            screen(paths.alertNotifications, () => import("../health/notifications/AlertNotificationsPage")),
            screen(paths.forecast, () => import("../forecast/ForecastViewPage")),
            screen(paths.forecastUpload, () => import("../forecast/ForecastUploadPage")),
            screen(paths.pars, () => import("../pars/ParsPage")),
            screen(paths.parsUpload, () => import("../pars/ParsUploadPage")),
            screen(paths.packingReport, () => import("../packingReport/PackingReportPage")),
            redirectRoute("/pars/*", () => paths.pars),

            screen(paths.checkpoints, () => import("../stocking/StockingDashboardPage")),
            screen("/checkpoints", () => import("../stocking/StockingDashboardPage")),
            screen(paths.emptyChannels, () => import("../reports/EmptyChannelsPage")),
            screen(paths.stockingLogs, () => import("../reports/StockingLogsPage")),
            screen(paths.routeTemperatures, () => import("../reports/RouteTemperaturesPage")),
            screen(paths.stockOuts, () => import("../reports/StockOutsPage")),
            flagged(
              "drop-override",
              screen(paths.dropOffSummary, () => import("../stocking/DropOffSummaryPage")),
            ),
            flagged(
              "jit-management",
              screen(paths.jit, () => import("../jit/JitManagementPage")),
            ),
            screen(paths.logiNext, () => import("../logistics/LogiNextPage")),

            screen(paths.planograms, () => import("../planograms/PlanogramsPage")),
            screen(paths.itemPrices, () => import("../prices/ItemPricesPage")),
            screen(paths.itemPriceUpload, () => import("../prices/ItemPriceUploadPage")),
            screen(paths.coupons, () => import("../coupons/CouponsPage")),
            screen(paths.permissions, () => import("../users/PermissionsPage")),
            screen(paths.accessCheck, () => import("../users/AccessCheckPage")),
            screen(paths.usage, () => import("../analytics/UsagePage")),
            screen(paths.activity, () => import("../activity/ActivityPage")),
            screen(paths.handoverNotes, () => import("../activity/HandoverNotesPage")),

            screen(paths.account, () => import("../account/AccountPage")),
            screen(paths.help, () => import("../help/HelpPage")),

            { path: "delivery", element: <DeliveryNotice /> },
            { path: "customers/group", element: <GroupNotice /> },
            { path: "Error", element: <ErrorPage /> },
            { path: "*", element: <NotFoundPage /> },
          ],
        },
      ],
    },
    {
      element: <BareShell />,
      errorElement: <RouteError />,
      hydrateFallbackElement: <Loading label="the screen" />,
      children: [screen(paths.stockingWall, () => import("../stocking/StockingWallPage"))],
    },
  ];
}

/**
 * The route table (SHL-10). Each screen is a separate chunk that is loaded at the first visit. Paths are matched
 * case-insensitively.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { redirect, type LoaderFunction, type NonIndexRouteObject, type Params, type RouteObject } from "react-router";
import { featureFlagsQuery, type Flag } from "../session/permissions";
import { DeliveryNotice, GroupNotice } from "./notices";
import { ErrorPage } from "./ErrorPage";
import { HomePage } from "./HomePage";
import { NotFoundPage } from "./NotFoundPage";
import { Loading } from "../ui/states";
import { RouteError } from "./RouteError";
import { homeAfterRedirect } from "./redirectNotice";
import { Shell } from "./Shell";

/** A screen that is loaded at its first visit. */
function screen(path: string, load: () => Promise<{ default: ComponentType }>): NonIndexRouteObject {
  return { path, lazy: async () => ({ Component: (await load()).default }) };
}

/** A redirect. */
function redirectRoute(path: string, target: (params: Params) => string): RouteObject {
  return { path, loader: ({ params }) => redirect(target(params)), element: null };
}

/** Redirects a path with more segments between the screen and the id. The last segment is the id. */
function redirectToLastSegment(screenPath: string): RouteObject {
  return redirectRoute(`${screenPath}/*`, (params) => {
    const id = params["*"]?.split("/").at(-1) ?? "";
    return `/${screenPath}/${encodeURIComponent(id)}`;
  });
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
            { path: "home", element: <HomePage /> },

            screen("locations/all", () => import("../locations/list/LocationsPage")),
            screen("locations/detail/:id?", () => import("../locations/detail/LocationDetailPage")),
            redirectToLastSegment("locations/detail"),
            screen("locations/schedule", () => import("../schedules/FailedChangesPage")),
            screen("locations/schedule/:id", () => import("../schedules/LocationSchedulePage")),
            redirectToLastSegment("locations/schedule"),
            screen("locations/new", () => import("../locations/create/CreateLocationPage")),
            screen("locations/bulk_new", () => import("../locations/import/ImportLocationsPage")),
            screen("locations/bulk_schedule", () => import("../locations/bulkSchedule/BulkSchedulePage")),
            screen("locations/view_routes", () => import("../routes/ViewRoutesPage")),
            screen("locations/update_routes", () => import("../routes/DriverUploadPage")),
            screen("locations/update_weekly_routes", () => import("../routes/RouteUploadPage")),
            screen("locations/fridge_software", () => import("../software/FridgeSoftwarePage")),
            screen("locations/inventory/:id?", () => import("../inventory/FridgeInventoryPage")),
            redirectToLastSegment("locations/inventory"),
            redirectRoute("locations/health", () => "/portfoliohealth"),
            screen("locations/health/:id", () => import("../health/FridgeHealthPage")),
            redirectToLastSegment("locations/health"),

            screen("portfoliohealth", () => import("../health/PortfolioHealthPage")),
            screen("portfoliohealth/alerts", () => import("../health/AlertsPage")),
            screen("forecast/view", () => import("../forecast/ForecastViewPage")),
            screen("forecast/upload", () => import("../forecast/ForecastUploadPage")),
            screen("pars/list", () => import("../pars/ParsPage")),
            screen("pars/upload", () => import("../pars/ParsUploadPage")),
            screen("pars/prodreport", () => import("../packingReport/PackingReportPage")),
            redirectRoute("pars/*", () => "/pars/list"),

            screen("reports/checkpoints", () => import("../stocking/StockingDashboardPage")),
            screen("checkpoints", () => import("../stocking/StockingDashboardPage")),
            screen("reports/emptychannels", () => import("../reports/EmptyChannelsPage")),
            screen("reports/stockinglogs", () => import("../reports/StockingLogsPage")),
            screen("reports/routetemperatures", () => import("../reports/RouteTemperaturesPage")),
            screen("reports/stockouts", () => import("../reports/StockOutsPage")),
            flagged(
              "drop-override",
              screen("reports/dropoffsummary", () => import("../stocking/DropOffSummaryPage")),
            ),
            flagged(
              "jit-management",
              screen("jit-management", () => import("../jit/JitManagementPage")),
            ),
            screen("loginext", () => import("../logistics/LogiNextPage")),

            screen("planograms", () => import("../planograms/PlanogramsPage")),
            screen("item-prices-landing", () => import("../prices/ItemPricesPage")),
            screen("csv-pricing", () => import("../prices/ItemPriceUploadPage")),
            screen("coupons", () => import("../coupons/CouponsPage")),
            screen("users/permissions", () => import("../users/PermissionsPage")),
            screen("users/usage", () => import("../analytics/UsagePage")),

            screen("account", () => import("../account/AccountPage")),

            { path: "delivery", element: <DeliveryNotice /> },
            { path: "customers/group", element: <GroupNotice /> },
            { path: "Error", element: <ErrorPage /> },
            { path: "*", element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ];
}

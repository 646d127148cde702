/**
 * The main tasks of a dispatcher on a delivery day, with the number of interactions from the home page (a click, a
 * selection or a typed value is one): docs/requirements/stocking.md. The sidebar's group is open, as the browser
 * remembers it.
 */
import { parseDate, parseTime, toCalendarDateTime, toZoned } from "@internationalized/date";
import type { Page } from "@playwright/test";
import { stockingDayOf } from "../src/stocking/rules/stockingDay";
import { expect, signIn, test } from "./fixtures";
import { sendOpenDrop } from "./open-rows";
import { callGraphql, listLocations, storeStops, uniqueRoute } from "./route-stops";
import { openHome, startCounting } from "./task";
import { sendTelemetry } from "./telemetry";

/** The last completed stocking day. The browser's clock runs during it, so that the time of day is known. */
const DAY = parseDate(stockingDayOf(new Date())).subtract({ days: 1 });

/** The instant of a Central time, some weeks before that day. */
function at(time: string, weeksBefore = 0): Date {
  const day = DAY.subtract({ weeks: weeksBefore });
  return toZoned(toCalendarDateTime(day, parseTime(time)), "America/Chicago").toDate();
}

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main" });

/** Stores a route of one stop that was stocked at `time` in each of the last two weeks. Returns its name. */
async function storeRouteWithHistory(page: Page, location: string, time: string, driver: string): Promise<string> {
  const route = uniqueRoute();
  await storeStops(page, [
    {
      stockingDate: DAY.toString(),
      market: "MW",
      id: location,
      route,
      stop: 1,
      stockingIndex: 9,
      stopType: "STOCK",
    },
  ]);
  for (const weeks of [1, 2]) {
    const occurredAt = at(time, weeks).toISOString();
    const data = { stockingIndex: 9, route };
    await sendTelemetry("DriverAction", location, { eventType: "LocationStocked", user: driver, occurredAt, data });
  }
  return route;
}

interface ExpectedTimes {
  readonly locationRoutes: {
    readonly routes: readonly { readonly route: string; readonly expectedTime: string | null }[];
    readonly nextToken: string | null;
  };
}

/** The routes of these names that have an expected time. */
async function routesWithExpectedTimes(page: Page, routes: readonly string[]): Promise<readonly string[]> {
  const query = `query ($filter: LocationRoutesFilter!, $nextToken: String) {
    locationRoutes(filter: $filter, nextToken: $nextToken) { routes { route expectedTime } nextToken }
  }`;
  const found: string[] = [];
  let nextToken: string | null = null;
  do {
    const filter = { stockingDate: DAY.toString(), expectedTimes: true };
    const [data]: ExpectedTimes[] = await callGraphql<ExpectedTimes>(page, query, [{ filter, nextToken }]);
    for (const { route, expectedTime } of data?.locationRoutes.routes ?? []) {
      if (expectedTime !== null && routes.includes(route)) found.push(route);
    }
    nextToken = data?.locationRoutes.nextToken ?? null;
  } while (nextToken !== null);
  return found;
}

test("names the three routes most behind and their drivers in one interaction", { tag: "@long" }, async ({ page }) => {
  // The test waits for actions to pass the queue.
  test.slow();
  await signIn(page, "admin", "/home");
  const fridges = (await listLocations(page)).filter(({ type }) => type === "FRIDGE").slice(20, 24);
  const [first = "", second = "", third = "", fourth = ""] = fridges.map(({ id }) => id);
  // The browser's clock shows 4 AM.
  const routes = [
    await storeRouteWithHistory(page, first, "02:30", "ana@drivers.example"),
    await storeRouteWithHistory(page, second, "06:00", "bo@drivers.example"),
    await storeRouteWithHistory(page, third, "01:00", "cy@drivers.example"),
    await storeRouteWithHistory(page, fourth, "03:00", "di@drivers.example"),
  ] as const;
  await expect.poll(async () => (await routesWithExpectedTimes(page, routes)).length).toBe(routes.length);
  await page.clock.install({ time: at("04:00") });
  await page.goto("/reports/checkpoints?show=filters");
  await page.getByRole("button", { name: "Deselect ALL" }).click();
  for (const route of routes) await page.getByRole("checkbox", { name: route }).check();
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("4 of 4 stops")).toBeVisible();
  await openHome(page, "Reporting");

  const { interact, count } = startCounting();
  await interact(sidebar(page).getByRole("link", { name: "Checkpoints" }).click());
  const behind = page.getByRole("region", { name: "Most behind" }).getByRole("listitem");
  await expect(behind).toHaveText([
    new RegExp(`^${routes[2]}18\\d min behind \\(estimate\\).*cy@drivers\\.example$`),
    new RegExp(`^${routes[0]}9\\d min behind \\(estimate\\).*ana@drivers\\.example$`),
    new RegExp(`^${routes[3]}6\\d min behind \\(estimate\\).*di@drivers\\.example$`),
  ]);
  const cards = page.getByRole("region", { name: /^Route / }).getByRole("heading", { level: 2 });
  await expect(cards.first()).toHaveText(routes[2]);
  expect(count()).toBe(1);
});

test("overrides a drop in five interactions", async ({ page }) => {
  await signIn(page, "logistics", "/home");
  await sendOpenDrop(page);
  await openHome(page, "Reporting");

  const { interact, count } = startCounting();
  await interact(sidebar(page).getByRole("link", { name: "Drop Off Summary" }).click());
  // The screen starts with the current stocking day.
  const row = page
    .getByRole("row")
    .filter({ has: page.locator('select[aria-label^="Drop status"]:enabled') })
    .first();
  await interact(row.getByLabel(/^Drop status/).selectOption("Not Delivering"));
  await interact(row.getByLabel(/^Reason/).selectOption("Missing Totes"));
  await interact(page.getByRole("button", { name: "Confirm Override (1)" }).click());
  await interact(page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click());
  await expect(page.getByText("Successfully updated drop status for 1 element(s)")).toBeVisible();
  expect(count()).toBe(5);
});

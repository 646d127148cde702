/** The stocking dashboard in a real browser, against a deployed stack (spec of fleet operations, 2.4 and 4.4). */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { knownLocations, routeOfOwn, storeStops, type Stop } from "./route-stops";
import { tell } from "./telemetry";

const HOUR = 3_600_000;

/** The stocking day of now: from 18:00 Central on it is the next one. */
function today(): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Chicago" });
  return day.format(new Date(Date.now() + 6 * HOUR));
}

const card = (page: Page, route: string) => page.getByRole("region", { name: `Route ${route}`, exact: true });
const row = (page: Page, route: string, location: string) => card(page, route).getByRole("row", { name: location });

/** A route of three stops at fridges today. */
async function storeRoute(page: Page): Promise<{ route: string; ids: string[] }> {
  const fridges = (await knownLocations(page)).filter(({ type }) => type === "FRIDGE");
  const ids = fridges.slice(0, 3).map(({ id }) => id);
  const route = routeOfOwn();
  const stop = { stockingDate: today(), market: "MW", route, stockingIndex: 7, stopType: "STOCK" } as const;
  await storeStops(
    page,
    ids.map((id, index): Stop => ({ ...stop, id, stop: index + 1 })),
  );
  return { route, ids };
}

test.beforeEach(({ page }) => signIn(page, "admin"));

test("filters lead to a card per route, are in the address and remembered, and come back", async ({ page }) => {
  const { route, ids } = await storeRoute(page);
  await page.goto("/reports/checkpoints?region=MW");
  await expect(page.getByText(/^(\d+) of \1 routes chosen$/)).toBeVisible();
  await page.getByRole("button", { name: "Deselect ALL" }).click();
  await page.getByRole("checkbox", { name: route }).check();
  await page.getByRole("button", { name: "Search" }).click();
  await expect(card(page, route).getByRole("row")).toHaveCount(4);
  await expect(card(page, route).getByRole("row").nth(1)).toContainText(ids[0] ?? "");
  await expect(page.getByText(/^As of /)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`region=MW&route=${route}&show=routes$`));
  await expectAccessible(page);

  await page.getByRole("button", { name: "Collapsed" }).click();
  await expect(card(page, route).getByRole("row")).toHaveCount(0);
  await page.getByRole("button", { name: "Update Route Filters" }).click();
  await expect(page.getByText(/^1 of \d+ routes chosen$/)).toBeVisible();

  await page.goto("/checkpoints");
  await expect(page.getByLabel("Region")).toHaveValue("MW");
  await expect(page.getByRole("checkbox", { name: route })).toBeChecked();
});

test("what a driver tells through the queue is on the dashboard: by itself, and after a refresh", async ({ page }) => {
  const { route, ids } = await storeRoute(page);
  const [first = "", second = ""] = ids;
  await page.goto(`/checkpoints?route=${route}&show=routes`);
  await expect(row(page, route, first)).toContainText("Not Started");

  const user = "ana@drivers.example";
  const at = { data: { stockingIndex: 7, route } };
  await tell("DriverAction", first, { eventType: "PackingSlipQuery", user, ...at });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(row(page, route, first)).toContainText("In Progress", { timeout: 2000 });
  }).toPass();
  await expect(row(page, route, first)).toContainText(user);

  await tell("DriverAction", second, { eventType: "PackingSlipQuery", user, ...at });
  await tell("DriverAction", second, { eventType: "LocationStocked", user, ...at });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(row(page, route, second)).toContainText("Completed", { timeout: 2000 });
  }).toPass();
  // The driver went on, and the first is left behind.
  await expect(row(page, route, first)).toContainText("Incomplete");
  await expect(row(page, route, first)).toContainText("Late");
  await expect(card(page, route)).toContainText("1 of 3 stops done");
});

test("a driver's action is on the dashboard without a refresh", async ({ page }) => {
  const { route, ids } = await storeRoute(page);
  const [first = ""] = ids;
  await page.goto(`/checkpoints?route=${route}&show=routes`);
  await expect(row(page, route, first)).toContainText("Not Started");
  await expect(page.getByText("Live")).toBeVisible();
  const refreshes = page.waitForRequest((request) => request.postData()?.includes("NewDriverActions") ?? false);
  await tell("DriverAction", first, {
    eventType: "PackingSlipQuery",
    user: "ana@drivers.example",
    data: { stockingIndex: 7, route },
  });
  await refreshes;
  await expect(row(page, route, first)).toContainText("In Progress");
});

test("what cannot be had is told beside the rest", async ({ page }) => {
  const { route, ids } = await storeRoute(page);
  await page.route("**/graphql", async (call) => {
    const body = call.request().postDataJSON() as { operationName?: string; variables?: { filter?: object } };
    const failing =
      body.operationName === "fridgeHealth" ||
      (body.operationName === "getDriverAction" && JSON.stringify(body.variables).includes("VanTemperature"));
    if (!failing) return call.fallback();
    const errors = [{ message: "Broken", errorType: "Internal" }];
    return call.fulfill({ json: { data: null, errors } });
  });
  await page.goto(`/checkpoints?route=${route}&show=routes`);
  await expect(row(page, route, ids[0] ?? "")).toContainText("Not Started");
  await expect(page.getByRole("alert")).toHaveText([
    "Something went wrong with fetching the following Driver Actions: VanTemperature",
    "Error getting fridge health data. Some data may be missing.",
  ]);
});

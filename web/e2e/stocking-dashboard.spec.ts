/** The stocking dashboard (docs/requirements/stocking.md). */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { listLocations, uniqueRoute, storeStops, type Stop } from "./route-stops";
import { sendTelemetry } from "./telemetry";

const HOUR_MS = 3_600_000;

/** The current stocking day. The next one starts at 18:00 Central. */
function currentStockingDay(): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Chicago" });
  return day.format(new Date(Date.now() + 6 * HOUR_MS));
}

const card = (page: Page, route: string) => page.getByRole("region", { name: `Route ${route}`, exact: true });
const row = (page: Page, route: string, location: string) => card(page, route).getByRole("row", { name: location });

/** Stores a route of three fridges on the current stocking day. */
async function storeRoute(page: Page): Promise<{ route: string; ids: string[] }> {
  const fridges = (await listLocations(page)).filter(({ type }) => type === "FRIDGE");
  const ids = fridges.slice(0, 3).map(({ id }) => id);
  const route = uniqueRoute();
  const stop = {
    stockingDate: currentStockingDay(),
    market: "MW",
    route,
    stockingIndex: 7,
    stopType: "STOCK",
  } as const;
  await storeStops(
    page,
    ids.map((id, index): Stop => ({ ...stop, id, stop: index + 1 })),
  );
  return { route, ids };
}

test.beforeEach(({ page }) => signIn(page, "admin"));

test(
  "shows a card per selected route, and keeps the filters in the URL and the browser",
  { tag: "@long" },
  async ({ page }) => {
    const { route, ids } = await storeRoute(page);
    await page.goto("/reports/checkpoints?region=MW");
    await expect(page.getByText(/^(\d+) of \1 routes selected$/)).toBeVisible();
    await page.getByRole("button", { name: "Deselect ALL" }).click();
    await page.getByRole("checkbox", { name: route }).check();
    await page.getByRole("button", { name: "Search" }).click();
    await expect(card(page, route).getByRole("row")).toHaveCount(4);
    await expect(card(page, route).getByRole("row").nth(1)).toContainText(ids[0] ?? "");
    await expect(page.getByText(/^As of /)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`region=MW&route=${route}&show=routes$`));
    await expectAccessible(page);

    await page.getByRole("radio", { name: "Collapsed" }).click();
    await expect(card(page, route).getByRole("row")).toHaveCount(0);
    await page.getByRole("button", { name: "Update Route Filters" }).click();
    await expect(page.getByText(/^1 of \d+ routes selected$/)).toBeVisible();

    await page.goto("/checkpoints");
    await expect(card(page, route)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`region=MW&route=${route}&show=routes$`));
    await page.getByRole("button", { name: "Update Route Filters" }).click();
    await expect(page.getByLabel("Region")).toHaveValue("MW");
    await expect(page.getByRole("checkbox", { name: route })).toBeChecked();
  },
);

test("shows driver actions from the queue after a refresh", async ({ page }) => {
  const { route, ids } = await storeRoute(page);
  const [first = "", second = ""] = ids;
  await page.goto(`/checkpoints?route=${route}&show=routes`);
  await expect(row(page, route, first)).toContainText("Not Started");

  const user = "ana@drivers.example";
  const actionData = { data: { stockingIndex: 7, route } };
  await sendTelemetry("DriverAction", first, { eventType: "PackingSlipQuery", user, ...actionData });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(row(page, route, first)).toContainText("In Progress", { timeout: 2000 });
  }).toPass();
  await expect(row(page, route, first)).toContainText(user);

  await sendTelemetry("DriverAction", second, { eventType: "PackingSlipQuery", user, ...actionData });
  await sendTelemetry("DriverAction", second, { eventType: "LocationStocked", user, ...actionData });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(row(page, route, second)).toContainText("Completed", { timeout: 2000 });
  }).toPass();
  // The driver scanned a later stop, so the first one is incomplete.
  await expect(row(page, route, first)).toContainText("Incomplete");
  await expect(row(page, route, first)).toContainText("Late");
  await expect(card(page, route)).toContainText("1 of 3 stops done");
});

test("shows a driver action without a refresh", async ({ page }) => {
  const { route, ids } = await storeRoute(page);
  const [first = ""] = ids;
  await page.goto(`/checkpoints?route=${route}&show=routes`);
  await expect(row(page, route, first)).toContainText("Not Started");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const refreshes = page.waitForRequest((request) => request.postData()?.includes("NewDriverActions") ?? false);
  await sendTelemetry("DriverAction", first, {
    eventType: "PackingSlipQuery",
    user: "ana@drivers.example",
    data: { stockingIndex: 7, route },
  });
  await refreshes;
  await expect(row(page, route, first)).toContainText("In Progress");
});

test("shows failed requests next to the loaded data", async ({ page }) => {
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

test("shows the wall screen without the navigation, updates it live, and leaves it with Escape", async ({ page }) => {
  const { route, ids } = await storeRoute(page);
  const [first = ""] = ids;
  await page.goto(`/reports/checkpoints/wall?route=${route}`);
  await expect(card(page, route)).toContainText("0 of 3 stops done");
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expectAccessible(page);

  const data = { stockingIndex: 7, route };
  await sendTelemetry("DriverAction", first, { eventType: "LocationStocked", user: "ana@drivers.example", data });
  await expect(card(page, route)).toContainText("1 of 3 stops done");
  await expect(card(page, route)).toContainText("Driver: ana@drivers.example");

  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`/reports/checkpoints\\?route=${route}&show=routes$`));
  await expect(card(page, route)).toBeVisible();
});

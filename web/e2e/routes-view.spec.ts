/** View Routes By Date (docs/requirements/routes.md, RTE-3). */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { uniqueDays, listLocations, uniqueRoute, storeStops, type Stop } from "./route-stops";

const count = (page: Page) => page.getByRole("status").filter({ hasText: /stops?$/ });
const formatDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/** Stores two routes: one of three stops with a removal, and one of a single stop in another region. */
async function storeDay(page: Page, day: string) {
  const [a = "", b = "", c = ""] = (await listLocations(page)).map(({ id }) => id);
  const route = uniqueRoute();
  const stop: Stop = { stockingDate: day, market: "MW", id: a, route, stop: 1, stockingIndex: 1, stopType: "STOCK" };
  await storeStops(page, [
    { ...stop, id: c, stop: 3, stopType: "REMOVAL" },
    { ...stop, id: b, stop: 2 },
    stop,
    { ...stop, market: "NE", route: `${route}_east` },
  ]);
  return { route, ids: [a, b, c] };
}

test.beforeEach(({ page }) => signIn(page, "admin", "/locations/view_routes"));

test("opens on today in the format MM/dd/y", async ({ page }) => {
  const today = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/Chicago",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue(today.format(new Date()));
  await expect(page.getByLabel("Region")).toHaveValue("ALL");
});

test("groups a day's routes with header and summary, and shows removals in bold", async ({ page }) => {
  const [day = ""] = uniqueDays(1);
  const { route, ids } = await storeDay(page, day);
  await page.goto(`/locations/view_routes?date=${day}`);
  await expect(count(page)).toHaveText("2 routes, 4 stops");

  const rows = page.getByRole("row");
  await expect(rows.nth(1)).toHaveText(`ROUTE: ${route}`);
  await expect(rows.nth(2).getByRole("cell")).toHaveText([formatDay(day), "MW", "1", ids[0] ?? "", "unknown", "STOCK"]);
  await expect(rows.nth(5)).toContainText("SUMMARY");
  await expect(rows.nth(5)).toContainText("3 stops");
  await expect(rows.nth(5)).toContainText("unknown totes");
  await expect(rows.nth(4).getByRole("cell", { name: "REMOVAL" })).toHaveCSS("font-weight", "700");
  await expect(rows.nth(3).getByRole("cell", { name: "STOCK" })).toHaveCSS("font-weight", "400");

  const rowColor = (index: number) => rows.nth(index).evaluate((row) => getComputedStyle(row).backgroundColor);
  expect(await rowColor(1)).toBe(await rowColor(5));
  expect(await rowColor(1)).not.toBe(await rowColor(6));

  await page.getByRole("link", { name: ids[1] ?? "" }).click();
  await expect(page).toHaveURL(new RegExp(`/locations/detail/${ids[1]}$`));
});

test("filters by region, day and text, and keeps the filters in the URL", async ({ page }) => {
  const [day = "", dayAfter = ""] = uniqueDays(2);
  const { route } = await storeDay(page, day);
  await page.goto(`/locations/view_routes?date=${day}`);
  await page.getByLabel("Region").selectOption("NE");
  await expect(count(page)).toHaveText("1 route, 1 stop");
  await page.getByLabel("Filter routes").fill(`${route}_EAST`);
  await expect(page).toHaveURL(new RegExp(`\\?date=${day}&region=NE&text=${route}_EAST$`));
  await page.reload();
  await expect(page.getByText(`ROUTE: ${route}_east`)).toBeVisible();
  await expect(page.getByLabel("Filter routes")).toHaveValue(`${route}_EAST`);

  await page.getByRole("button", { name: "Next day" }).click();
  await expect(page.getByText("No routes available for given date")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`date=${dayAfter}`));
  await page.goBack();
  await expect(page.getByText(`ROUTE: ${route}_east`)).toBeVisible();

  const date = page.getByLabel("Date", { exact: true });
  await date.fill(formatDay(dayAfter));
  await date.press("Enter");
  await expect(page.getByText("No routes available for given date")).toBeVisible();
});

test("renders only visible rows of 300 routes with 6,000 stops", async ({ page }) => {
  const [day = ""] = uniqueDays(1);
  const name = uniqueRoute();
  // The response is mocked, because the upload test covers storing and reading a day of this size.
  const routes = Array.from({ length: 6000 }, (_, index) => {
    const stop = { id: `FRIDGE_${index}`, stop: (index % 20) + 1, stockingIndex: 1 };
    const route = `${name}_${Math.floor(index / 20)}`;
    const totes = { toteCountPerStop: null, toteCountPerRoute: null };
    return { stockingDate: day, market: "WC", route, stopType: "STOCK", ...stop, ...totes };
  });
  await page.route("**/graphql", (route) => {
    const body = route.request().postDataJSON() as { operationName?: string } | null;
    if (body?.operationName !== "locationRoutes") return route.continue();
    return route.fulfill({ json: { data: { locationRoutes: { routes, nextToken: null } } } });
  });
  await page.goto(`/locations/view_routes?date=${day}`);
  await expect(count(page)).toHaveText("300 routes, 6,000 stops");
  expect(await page.getByRole("row").count()).toBeLessThan(120);

  // Scrolls to the last route.
  await page.keyboard.press("End");
  await expect(page.getByText(`ROUTE: ${name}_299`)).toBeVisible();

  await page.getByLabel("Filter routes").fill(`${name}_17`);
  await expect(count(page)).toHaveText("11 routes, 220 stops of 300 routes, 6,000 stops");

  // The printed page has all rows and no controls.
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("row").count()).toBe(1 + 11 * 22);
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("row").last()).toContainText("SUMMARY");
});

test("is accessible with and without routes", { tag: "@accessible" }, async ({ page }) => {
  const [day = ""] = uniqueDays(1);
  await storeDay(page, day);
  await page.goto(`/locations/view_routes?date=${day}`);
  await expect(count(page)).toHaveText("2 routes, 4 stops");
  await expectAccessibleEverywhere(page);
  await page.goto("/locations/view_routes?date=2099-01-01");
  await expect(page.getByText("No routes available for given date")).toBeVisible();
  await expectAccessible(page);
});

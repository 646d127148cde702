/** View Routes By Date in a real browser, against a deployed stack (spec of locations, section 2.7). */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { daysOfOwn, knownLocations, routeOfOwn, storeStops, type Stop } from "./route-stops";

const count = (page: Page) => page.getByRole("status").filter({ hasText: /stops?$/ });
const shownAs = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/** Two routes on a day of their own: one of three stops with a removal, one of a single stop in another region. */
async function storeDay(page: Page, day: string) {
  const [a = "", b = "", c = ""] = (await knownLocations(page)).map(({ id }) => id);
  const route = routeOfOwn();
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

test("opens on today, in the format MM/dd/y", async ({ page }) => {
  const today = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/Chicago",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue(today.format(new Date()));
  await expect(page.getByLabel("Region")).toHaveValue("ALL");
});

test("a day's routes are grouped, with header, summary, and removals in bold", async ({ page }) => {
  const [day = ""] = daysOfOwn(1);
  const { route, ids } = await storeDay(page, day);
  await page.goto(`/locations/view_routes?date=${day}`);
  await expect(count(page)).toHaveText("2 routes, 4 stops");

  const rows = page.getByRole("row");
  await expect(rows.nth(1)).toHaveText(`ROUTE: ${route}`);
  await expect(rows.nth(2).getByRole("cell")).toHaveText([shownAs(day), "MW", "1", ids[0] ?? "", "unknown", "STOCK"]);
  await expect(rows.nth(5)).toContainText("SUMMARY");
  await expect(rows.nth(5)).toContainText("3 stops");
  await expect(rows.nth(5)).toContainText("unknown totes");
  await expect(rows.nth(4).getByRole("cell", { name: "REMOVAL" })).toHaveCSS("font-weight", "700");
  await expect(rows.nth(3).getByRole("cell", { name: "STOCK" })).toHaveCSS("font-weight", "400");

  const colour = (index: number) => rows.nth(index).evaluate((row) => getComputedStyle(row).backgroundColor);
  expect(await colour(1)).toBe(await colour(5));
  expect(await colour(1)).not.toBe(await colour(6));

  await page.getByRole("link", { name: ids[1] ?? "" }).click();
  await expect(page).toHaveURL(new RegExp(`/locations/detail/${ids[1]}$`));
});

test("region, day buttons and text filter; the address keeps all of them", async ({ page }) => {
  const [day = "", dayAfter = ""] = daysOfOwn(2);
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
  await date.fill(shownAs(dayAfter));
  await date.press("Enter");
  await expect(page.getByText("No routes available for given date")).toBeVisible();
});

test("300 routes with 6,000 stops stay quick", async ({ page }) => {
  const [day = ""] = daysOfOwn(1);
  const name = routeOfOwn();
  // What is measured against is the screen: that a day of such a size is stored and read, the upload's test shows.
  const routes = Array.from({ length: 6000 }, (_, index) => {
    const place = { id: `FRIDGE_${index}`, stop: (index % 20) + 1, stockingIndex: 1 };
    const route = `${name}_${Math.floor(index / 20)}`;
    const totes = { toteCountPerStop: null, toteCountPerRoute: null };
    return { stockingDate: day, market: "WC", route, stopType: "STOCK", ...place, ...totes };
  });
  await page.route("**/graphql", (route) => {
    const body = route.request().postDataJSON() as { operationName?: string } | null;
    if (body?.operationName !== "locationRoutes") return route.continue();
    return route.fulfill({ json: { data: { locationRoutes: { routes, nextToken: null } } } });
  });
  await page.goto(`/locations/view_routes?date=${day}`);
  await expect(count(page)).toHaveText("300 routes, 6,000 stops");
  expect(await page.getByRole("row").count()).toBeLessThan(120);

  // The last route comes into sight, and its summary is at the end.
  await page.keyboard.press("End");
  await expect(page.getByText(`ROUTE: ${name}_299`)).toBeVisible();

  await page.getByLabel("Filter routes").fill(`${name}_17`);
  await expect(count(page)).toHaveText("11 routes, 220 stops of 300 routes, 6,000 stops");

  // On paper all rows are there, and nothing of the controls.
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("row").count()).toBe(1 + 11 * 22);
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("row").last()).toContainText("SUMMARY");
});

test("is accessible, with routes and without", async ({ page }) => {
  const [day = ""] = daysOfOwn(1);
  await storeDay(page, day);
  await page.goto(`/locations/view_routes?date=${day}`);
  await expect(count(page)).toHaveText("2 routes, 4 stops");
  await expectAccessibleEverywhere(page);
  await page.goto("/locations/view_routes?date=2099-01-01");
  await expect(page.getByText("No routes available for given date")).toBeVisible();
  await expectAccessible(page);
});

/** View Routes By Date in a real browser, against a deployed stack (spec of locations, section 2.7). */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
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
  test.slow();
  const [day = ""] = daysOfOwn(1);
  const ids = (await knownLocations(page)).slice(0, 20).map(({ id }) => id);
  const name = routeOfOwn();
  const stops = Array.from({ length: 6000 }, (_, index): Stop => {
    const place = { id: ids[index % 20] ?? "", stop: (index % 20) + 1, stockingIndex: index % 20 };
    return { stockingDate: day, market: "WC", route: `${name}_${Math.floor(index / 20)}`, stopType: "STOCK", ...place };
  });
  await storeStops(page, stops);
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

for (const [name, width] of [
  ["a desk", 1280],
  ["a phone", 390],
] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`is accessible on ${name}, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      const [day = ""] = daysOfOwn(1);
      await storeDay(page, day);
      await page.goto(`/locations/view_routes?date=${day}`);
      await expect(count(page)).toHaveText("2 routes, 4 stops");
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.goto("/locations/view_routes?date=2099-01-01");
      await expect(page.getByText("No routes available for given date")).toBeVisible();
      await expectAccessible(page);
    });
  }
}

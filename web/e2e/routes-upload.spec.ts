/** The uploads of drivers and of route schedules in a real browser, against a deployed stack (spec of locations, 2.8). */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { daysOfOwn, knownLocations, routeOfOwn } from "./route-stops";

const DRIVERS = "/locations/update_routes";
const SCHEDULE = "/locations/update_weekly_routes";
const HEADER = "date,market,id,route,stop,stockingIndex,stopType";
const STORED = "Everything in the file is stored already";

async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  const buffer = typeof text === "string" ? Buffer.from(text) : text;
  await page.getByLabel("CSV file").setInputFiles({ name, mimeType: "text/csv", buffer });
}
const upload = (page: Page) => page.getByRole("button", { name: "Upload Drivers" });
const told = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("status").filter({ hasText: text })).toBeVisible({ timeout: 90_000 });

/** A schedule of so many routes on each day, each with the same stops, on days of its own. */
function scheduleOf(ids: readonly string[], days: number, routes: number, stops: number): string {
  const name = routeOfOwn();
  const lines = daysOfOwn(days).flatMap((day) =>
    Array.from({ length: routes }, (_, route) =>
      Array.from({ length: stops }, (_, stop) => {
        // A location can be called at more than once: by another stocking index.
        const index = Math.floor(stop / ids.length) + 1;
        return `${day},MW,${ids[stop % ids.length]},${name}_${route},${stop + 1},${index},STOCK`;
      }),
    ).flat(),
  );
  return [HEADER, ...lines].join("\r\n");
}

/** Lets so many groups be stored; after them the connection is cut until `mend` is called. */
async function cutAfter(
  page: Page,
  groups: number,
): Promise<{ readonly mend: () => void; readonly stored: () => number }> {
  let passed = 0;
  let cut = true;
  await page.route("**/graphql", async (route) => {
    const storing = route.request().postData()?.includes('"createRouteStops"') ?? false;
    if (storing && cut && passed >= groups) return route.abort("internetdisconnected");
    if (storing) passed += 1;
    return route.continue();
  });
  return {
    mend: () => {
      cut = false;
    },
    stored: () => passed,
  };
}

test.describe("route and stop schedule", () => {
  test.beforeEach(({ page }) => signIn(page, "admin", SCHEDULE));

  test("20,000 lines in one go, the connection cut in the middle and resumed; again, they change nothing", async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const ids = (await knownLocations(page)).slice(0, 50).map(({ id }) => id);
    const file = scheduleOf(ids, 5, 10, 400);
    const connection = await cutAfter(page, 20);

    await choose(page, "season.csv", file);
    await expect(page.getByText("20,000 rows: 20,000 added, 0 changed, 0 unchanged, 0 refused")).toBeVisible({
      timeout: 60_000,
    });
    await upload(page).click();
    await told(page, "The connection is lost");
    // What was written stays written.
    await expect(page.getByText(/^\d+(,\d+)? of 20,000 lines sent: 8,000 written/)).toBeVisible();
    await expect(page.getByRole("list", { name: "Failed" }).getByRole("button").first()).toBeVisible();

    connection.mend();
    await page.getByRole("button", { name: "Resume" }).click();
    await told(page, "Everything is written");
    await expect(page.getByText("20,000 of 20,000 lines sent: 20,000 written")).toBeVisible();
    expect(connection.stored()).toBe(50);
    await expect(page.getByRole("row").filter({ hasText: "season.csv" }).first()).toContainText("Finished");

    await page.getByRole("button", { name: "Upload another file" }).click();
    await choose(page, "season.csv", file);
    await expect(page.getByText("20,000 rows: 0 added, 0 changed, 20,000 unchanged, 0 refused")).toBeVisible({
      timeout: 60_000,
    });
    await expect(upload(page)).toHaveAccessibleDescription(STORED);
    await upload(page).click({ force: true });
    expect(connection.stored()).toBe(50);
  });

  test("a page that is reloaded in the middle does no harm: the same file again sends the rest", async ({ page }) => {
    const ids = (await knownLocations(page)).slice(0, 10).map(({ id }) => id);
    const file = scheduleOf(ids, 1, 40, 10);
    await cutAfter(page, 15);
    page.on("dialog", (dialog) => void dialog.accept());

    await choose(page, "day.csv", file);
    await upload(page).click();
    await told(page, "The connection is lost");
    await page.reload();
    await page.unrouteAll();
    await choose(page, "day.csv", file);
    await expect(page.getByText("400 rows: 250 added, 0 changed, 150 unchanged, 0 refused")).toBeVisible();
    await upload(page).click();
    await told(page, "Everything is written");
    await expect(page.getByText("250 of 250 lines sent: 250 written")).toBeVisible();
  });

  test("leaving while sending asks first; a single route that failed is sent again alone", async ({ page }) => {
    const ids = (await knownLocations(page)).slice(0, 5).map(({ id }) => id);
    let refused = 2;
    await page.route("**/graphql", (route) => {
      const storing = route.request().postData()?.includes('"createRouteStops"') ?? false;
      if (!storing || refused === 0) return route.continue();
      refused -= 1;
      const errors = [{ message: "route is locked", errorType: "Conflict", errorInfo: { errors: [] } }];
      return route.fulfill({ json: { data: null, errors } });
    });
    await choose(page, "day.csv", scheduleOf(ids, 1, 6, 5));
    await upload(page).click();
    await told(page, "Sent, except what failed");
    const failed = page.getByRole("list", { name: "Failed" });
    await expect(failed.getByText("route is locked")).toHaveCount(2);
    await expectAccessible(page);
    await failed.getByRole("button").first().click();
    await expect(failed.getByText("route is locked")).toHaveCount(1);
    await page.getByRole("button", { name: "Retry all 1 failed" }).click();
    await told(page, "Everything is written");

    const connection = await cutAfter(page, 1);
    await page.getByRole("button", { name: "Upload another file" }).click();
    await choose(page, "day.csv", scheduleOf(ids, 1, 20, 5));
    await upload(page).click();
    await told(page, "The connection is lost");
    await page.getByRole("link", { name: "Drivers and routes of locations" }).click();
    await page.getByRole("dialog", { name: "Leave while sending?" }).getByRole("button", { name: "Stay" }).click();
    await expect(page).toHaveURL(new RegExp(`${SCHEDULE}$`));
    connection.mend();
    await page.getByRole("button", { name: "Resume" }).click();
    await told(page, "Everything is written");
    await page.getByRole("link", { name: "Drivers and routes of locations" }).click();
    await expect(page).toHaveURL(new RegExp(`${DRIVERS}$`));
  });

  test("a route with a refused line is never sent in part, and its lines come back as a file", async ({ page }) => {
    const [a = "", b = ""] = (await knownLocations(page)).map(({ id }) => id);
    const [day = ""] = daysOfOwn(1);
    const route = routeOfOwn();
    const rows = [
      `${day};MW;${a};${route};1;1;stock`,
      `${day};MW;NOBODY_HAS_THIS;${route};2;1;stock`,
      `${day};MW;${b};${route}_B;1;1;removal`,
    ];
    await choose(page, "day.csv", [HEADER.replaceAll(",", ";"), ...rows].join("\n"));
    await expect(page.getByText("3 rows: 1 added, 0 changed, 0 unchanged, 2 refused")).toBeVisible();
    await expect(upload(page)).toHaveAccessibleDescription(/^2 rows are refused/);
    await expect(page.getByText("There is no location NOBODY_HAS_THIS")).toBeVisible();

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download refused rows" }).click();
    const refused = readFileSync(await (await downloading).path(), "utf8");
    expect(refused.split("\r\n").map((line) => line.split(",")[2])).toEqual(["id", a, "NOBODY_HAS_THIS", undefined]);

    await page.getByRole("button", { name: "Upload the 1 valid row" }).click();
    await page.getByRole("button", { name: "Upload 1 row" }).click();
    await told(page, "Everything is written");
    await page.goto(`/locations/view_routes?date=${day}`);
    await expect(page.getByRole("status").filter({ hasText: /stops?$/ })).toHaveText("1 route, 1 stop");
    await expect(page.getByText(`ROUTE: ${route}_b`)).toBeVisible();
    await expect(page.getByText("REMOVAL")).toBeVisible();
  });
});

test.describe("drivers and routes of locations", () => {
  test.beforeEach(({ page }) => signIn(page, "admin", DRIVERS));

  test("fridges and a wholesale location get their routes and stops; again, nothing changes", async ({ page }) => {
    const route = routeOfOwn();
    const fridges = [await createFridge(page), await createFridge(page)];
    const wholesale = (await knownLocations(page)).find(({ type }) => type === "WHOLESALE");
    const rows = fridges.map((id, index) => `${index + 7}\t${route.toUpperCase()}\t${id}`);
    if (wholesale) rows.push(`${wholesale.stop === 3 ? 4 : 3}\t${wholesale.route ?? route}\t${wholesale.id}`);
    // As Excel saves 'Unicode text'.
    const file = Buffer.from(`\uFEFFStop\tRoute\tID\r\n${rows.join("\r\n")}\r\n`, "utf16le");

    await choose(page, "drivers.txt", file);
    await upload(page).click();
    await told(page, "Everything is written");
    await page.getByRole("button", { name: "Upload another file" }).click();
    await choose(page, "drivers.txt", file);
    await expect(upload(page)).toHaveAccessibleDescription(STORED);

    await page.goto(`/locations/detail/${fridges[1]}`);
    await expect(page.getByRole("button", { name: `Edit route: ${route}` })).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit stop: 8" })).toBeVisible();
  });

  test("off the net it halts, and goes on by itself when it is back", async ({ page, context }) => {
    const route = routeOfOwn();
    const id = await createFridge(page);
    await choose(page, "drivers.csv", `id,route,stop\n${id},${route},1`);
    await expect(upload(page)).toBeEnabled();
    await context.setOffline(true);
    await upload(page).click();
    await told(page, "The connection is lost");
    await expectAccessible(page);
    await context.setOffline(false);
    await told(page, "Everything is written");
  });

  test("a wrong file is named plainly, with the way to where it belongs", async ({ page }) => {
    await choose(page, "week.csv", `${HEADER}\n`);
    await expect(page.getByRole("alert")).toContainText(
      "This is a route and stop schedule, not a driver and route file.",
    );
    await page.getByRole("link", { name: "Go to Upload Routes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Upload Routes" })).toBeVisible();
    await choose(page, "book.xlsx", Buffer.from("PK\x03\x04 and more"));
    await expect(page.getByRole("alert")).toContainText("This is an Excel workbook or an archive, not a CSV file");
  });

  test("is accessible, with a file and without", async ({ page }) => {
    await expect(page.getByRole("region", { name: "Past uploads" })).toBeVisible();
    await expectAccessible(page);
    const ids = (await knownLocations(page)).slice(0, 8).map(({ id }) => id);
    await choose(page, "drivers.csv", `id,route,stop\nNOBODY,x,2.5\n${ids.map((id) => `${id},e2e,1`).join("\n")}`);
    await page.getByRole("button", { name: /^All/ }).click();
    await expect(page.getByText("There is no location NOBODY")).toBeVisible();
    await expectAccessibleEverywhere(page);
  });
});

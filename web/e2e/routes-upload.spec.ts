/** Driver and route schedule uploads (docs/requirements/routes.md, RTE-4 and RTE-5). */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { uniqueDays, listLocations, uniqueRoute } from "./route-stops";

const DRIVERS = "/locations/update_routes";
const SCHEDULE = "/locations/update_weekly_routes";
const HEADER = "date,market,id,route,stop,stockingIndex,stopType";
const NO_CHANGES = "Everything in this file is already saved";

async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  const buffer = typeof text === "string" ? Buffer.from(text) : text;
  await page.getByLabel("CSV file").setInputFiles({ name, mimeType: "text/csv", buffer });
}
const upload = (page: Page) => page.getByRole("button", { name: "Upload Drivers" });
const expectStatus = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("status").filter({ hasText: text })).toBeVisible({ timeout: 90_000 });

/** Creates a schedule file with `routes` routes of `stops` stops on each of `days` unique days. */
function createSchedule(ids: readonly string[], days: number, routes: number, stops: number): string {
  const name = uniqueRoute();
  const lines = uniqueDays(days).flatMap((day) =>
    Array.from({ length: routes }, (_, route) =>
      Array.from({ length: stops }, (_, stop) => {
        // A route can stop at a location more than once, with different stocking indexes.
        const index = Math.floor(stop / ids.length) + 1;
        return `${day},MW,${ids[stop % ids.length]},${name}_${route},${stop + 1},${index},STOCK`;
      }),
    ).flat(),
  );
  return [HEADER, ...lines].join("\r\n");
}

/** Disconnects after `groups` saved groups, until `reconnect` is called. */
async function disconnectAfter(
  page: Page,
  groups: number,
): Promise<{ readonly reconnect: () => void; readonly savedGroups: () => number }> {
  let savedGroups = 0;
  let disconnected = true;
  await page.route("**/graphql", async (route) => {
    const isSave = route.request().postData()?.includes('"createRouteStops"') ?? false;
    if (isSave && disconnected && savedGroups >= groups) return route.abort("internetdisconnected");
    if (isSave) savedGroups += 1;
    return route.continue();
  });
  return {
    reconnect: () => {
      disconnected = false;
    },
    savedGroups: () => savedGroups,
  };
}

test.describe("route and stop schedule", () => {
  test.beforeEach(({ page }) => signIn(page, "admin", SCHEDULE));

  test(
    "uploads 20,000 rows across a lost connection, and reports no changes the second time",
    { tag: "@long" },
    async ({ page }) => {
      test.setTimeout(300_000);
      const ids = (await listLocations(page)).slice(0, 50).map(({ id }) => id);
      const file = createSchedule(ids, 5, 10, 400);
      const connection = await disconnectAfter(page, 20);

      await choose(page, "season.csv", file);
      await expect(page.getByText("20,000 rows: 20,000 added, 0 changed, 0 unchanged, 0 rejected")).toBeVisible({
        timeout: 60_000,
      });
      await upload(page).click();
      await expectStatus(page, "Connection lost");
      // Saved groups stay saved.
      await expect(page.getByText(/^\d+(,\d+)? of 20,000 rows sent: 8,000 saved/)).toBeVisible();
      await expect(page.getByRole("list", { name: "Failed" }).getByRole("button").first()).toBeVisible();

      connection.reconnect();
      await page.getByRole("button", { name: "Resume" }).click();
      await expectStatus(page, "Upload complete");
      await expect(page.getByText("20,000 of 20,000 rows sent: 20,000 saved")).toBeVisible();
      expect(connection.savedGroups()).toBe(50);
      await expect(page.getByRole("row").filter({ hasText: "season.csv" }).first()).toContainText("Finished");

      await page.getByRole("button", { name: "Upload another file" }).click();
      await choose(page, "season.csv", file);
      await expect(page.getByText("20,000 rows: 0 added, 0 changed, 20,000 unchanged, 0 rejected")).toBeVisible({
        timeout: 60_000,
      });
      await expect(upload(page)).toHaveAccessibleDescription(NO_CHANGES);
      await upload(page).click({ force: true });
      expect(connection.savedGroups()).toBe(50);
    },
  );

  test(
    "sends only the remaining rows when the file is uploaded again after a reload",
    { tag: "@long" },
    async ({ page }) => {
      const ids = (await listLocations(page)).slice(0, 10).map(({ id }) => id);
      const file = createSchedule(ids, 1, 40, 10);
      await disconnectAfter(page, 15);
      page.on("dialog", (dialog) => void dialog.accept());

      await choose(page, "day.csv", file);
      await upload(page).click();
      await expectStatus(page, "Connection lost");
      await page.reload();
      await page.unrouteAll();
      await choose(page, "day.csv", file);
      await expect(page.getByText("400 rows: 250 added, 0 changed, 150 unchanged, 0 rejected")).toBeVisible();
      await upload(page).click();
      await expectStatus(page, "Upload complete");
      await expect(page.getByText("250 of 250 rows sent: 250 saved")).toBeVisible();
    },
  );

  test(
    "retries a single failed route, and asks for confirmation before leaving during an upload",
    { tag: "@long" },
    async ({ page }) => {
      const ids = (await listLocations(page)).slice(0, 5).map(({ id }) => id);
      let rejections = 2;
      await page.route("**/graphql", (route) => {
        const isSave = route.request().postData()?.includes('"createRouteStops"') ?? false;
        if (!isSave || rejections === 0) return route.continue();
        rejections -= 1;
        const errors = [{ message: "route is locked", errorType: "Conflict", errorInfo: { errors: [] } }];
        return route.fulfill({ json: { data: null, errors } });
      });
      await choose(page, "day.csv", createSchedule(ids, 1, 6, 5));
      await upload(page).click();
      await expectStatus(page, "Some rows failed");
      const failed = page.getByRole("list", { name: "Failed" });
      await expect(failed.getByText("route is locked")).toHaveCount(2);
      await expectAccessible(page);
      await failed.getByRole("button").first().click();
      await expect(failed.getByText("route is locked")).toHaveCount(1);
      await page.getByRole("button", { name: "Retry all 1 failed" }).click();
      await expectStatus(page, "Upload complete");

      const connection = await disconnectAfter(page, 1);
      await page.getByRole("button", { name: "Upload another file" }).click();
      await choose(page, "day.csv", createSchedule(ids, 1, 20, 5));
      await upload(page).click();
      await expectStatus(page, "Connection lost");
      await page.getByRole("link", { name: "Location drivers and routes" }).click();
      await page
        .getByRole("dialog", { name: "Leave during the upload?" })
        .getByRole("button", { name: "Stay" })
        .click();
      await expect(page).toHaveURL(new RegExp(`${SCHEDULE}$`));
      connection.reconnect();
      await page.getByRole("button", { name: "Resume" }).click();
      await expectStatus(page, "Upload complete");
      await page.getByRole("link", { name: "Location drivers and routes" }).click();
      await expect(page).toHaveURL(new RegExp(`${DRIVERS}$`));
    },
  );

  test("sends no stop of a route with an invalid row, and downloads its rows", { tag: "@long" }, async ({ page }) => {
    const [a = "", b = ""] = (await listLocations(page)).map(({ id }) => id);
    const [day = ""] = uniqueDays(1);
    const route = uniqueRoute();
    const rows = [
      `${day};MW;${a};${route};1;1;stock`,
      `${day};MW;UNKNOWN_ID;${route};2;1;stock`,
      `${day};MW;${b};${route}_B;1;1;removal`,
    ];
    await choose(page, "day.csv", [HEADER.replaceAll(",", ";"), ...rows].join("\n"));
    await expect(page.getByText("3 rows: 1 added, 0 changed, 0 unchanged, 2 rejected")).toBeVisible();
    await expect(upload(page)).toHaveAccessibleDescription(/^2 rows were rejected/);
    await expect(page.getByText("There is no location UNKNOWN_ID")).toBeVisible();

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download rejected rows" }).click();
    const rejectedRows = readFileSync(await (await downloading).path(), "utf8");
    expect(rejectedRows.split("\r\n").map((line) => line.split(",")[2])).toEqual(["id", a, "UNKNOWN_ID", undefined]);

    await page.getByRole("button", { name: "Upload 1 valid row" }).click();
    await page.getByRole("button", { name: "Upload 1 row" }).click();
    await expectStatus(page, "Upload complete");
    await page.goto(`/locations/view_routes?date=${day}`);
    await expect(page.getByRole("status").filter({ hasText: /stops?$/ })).toHaveText("1 route, 1 stop");
    await expect(page.getByText(`ROUTE: ${route}_b`)).toBeVisible();
    await expect(page.getByText("REMOVAL")).toBeVisible();
  });
});

test.describe("drivers and routes", () => {
  test.beforeEach(({ page }) => signIn(page, "admin", DRIVERS));

  test("updates fridges and a wholesale location, and reports no changes the second time", async ({ page }) => {
    const route = uniqueRoute();
    const fridges = [await createFridge(page), await createFridge(page)];
    const wholesale = (await listLocations(page)).find(({ type }) => type === "WHOLESALE");
    const rows = fridges.map((id, index) => `${index + 7}\t${route.toUpperCase()}\t${id}`);
    if (wholesale) rows.push(`${wholesale.stop === 3 ? 4 : 3}\t${wholesale.route ?? route}\t${wholesale.id}`);
    // The format of Excel's 'Unicode text'.
    const file = Buffer.from(`\uFEFFStop\tRoute\tID\r\n${rows.join("\r\n")}\r\n`, "utf16le");

    await choose(page, "drivers.txt", file);
    await upload(page).click();
    await expectStatus(page, "Upload complete");
    await page.getByRole("button", { name: "Upload another file" }).click();
    await choose(page, "drivers.txt", file);
    await expect(upload(page)).toHaveAccessibleDescription(NO_CHANGES);

    await page.goto(`/locations/detail/${fridges[1]}`);
    await expect(page.getByRole("button", { name: `Edit route: ${route}` })).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit stop: 8" })).toBeVisible();
  });

  test(
    "pauses the upload while offline, and resumes when the connection returns",
    { tag: "@long" },
    async ({ page, context }) => {
      const route = uniqueRoute();
      const id = await createFridge(page);
      await choose(page, "drivers.csv", `id,route,stop\n${id},${route},1`);
      await expect(upload(page)).toBeEnabled();
      await context.setOffline(true);
      await upload(page).click();
      await expectStatus(page, "Connection lost");
      await expectAccessible(page);
      await context.setOffline(false);
      await expectStatus(page, "Upload complete");
    },
  );

  test("names a file of the other format and links to its upload", async ({ page }) => {
    await choose(page, "week.csv", `${HEADER}\n`);
    await expect(page.getByRole("alert")).toContainText(
      "This is a route and stop schedule, not a driver and route file.",
    );
    await page.getByRole("link", { name: "Go to Upload Routes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Upload Routes" })).toBeVisible();
    await choose(page, "book.xlsx", Buffer.from("PK\x03\x04 and more"));
    await expect(page.getByRole("alert")).toContainText("This is an Excel workbook or an archive, not a CSV file");
  });

  test("is accessible with and without a file", { tag: "@accessible" }, async ({ page }) => {
    await expect(page.getByRole("region", { name: "Past uploads" })).toBeVisible();
    await expectAccessible(page);
    const ids = (await listLocations(page)).slice(0, 8).map(({ id }) => id);
    await choose(page, "drivers.csv", `id,route,stop\nUNKNOWN,x,2.5\n${ids.map((id) => `${id},e2e,1`).join("\n")}`);
    await page.getByRole("button", { name: /^All/ }).click();
    await expect(page.getByText("There is no location UNKNOWN")).toBeVisible();
    await expectAccessibleEverywhere(page);
  });
});

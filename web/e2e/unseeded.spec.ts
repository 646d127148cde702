/**
 * Fills an unseeded stack through the console and telemetry only, like the first administrator of a new deployment.
 * `./scripts/test unseeded` runs it. The journeys of playwright.config.ts then run on the same stack.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, openOptions, signIn, test } from "./fixtures";
import { storeStops } from "./route-stops";
import { userOf } from "./stack";
import { sendPackingSlip, sendTelemetry } from "./telemetry";

test.describe.configure({ mode: "serial" });

const SLOW = { timeout: 90_000 };
const CENTER = "FC_CHICAGO";
const run = randomUUID().slice(0, 8).toUpperCase();
const fridges = [1, 2, 3].map((number) => `F_${run}_${number}`);
const [fridge = ""] = fridges;
const wholesale = `WS_${run}`;
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format(Date.now());

const field = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}( \\*)?$`));

const RECORD = {
  directions: "Lobby, left of the elevators",
  prettyName: "Willis Tower",
  market: "MW",
  routingTag: "CHI_AM",
  fulfillmentCenter: CENTER,
  accountTier: "Tier 1",
  opportunityName: "Willis Tower - Chicago",
  parkToFridgeInstructions: "Park at the side entrance.",
};

const SITE = {
  street: "111 S Wacker Dr",
  city: "Chicago",
  state: "IL",
  zipCode: "60606",
  latitude: 41.8803,
  longitude: -87.6368,
  timeZone: "CHICAGO",
};

function parsFile(location: string) {
  const header = "location,dropOffDate,deliveryDate,stockingIndex,item,par,overCapacityAmount,jit,priorityBoost";
  const day = "2100-01-04";
  const row = `${location},${day},${day},,Harvest Salad,6,0,false,`;
  return { name: "pars.csv", mimeType: "text/csv", buffer: Buffer.from(`${header}\r\n${row}\r\n`) };
}

test("grants actions to the first administrator on the permissions page", async ({ page }) => {
  test.slow();
  const { email } = userOf("admin");
  await signIn(page, "admin", "/users/permissions");
  const person = page.getByRole("region", { name: email });
  await expect(person).toBeVisible();
  await page.getByLabel("User", { exact: true }).selectOption(email);
  const action = page.getByLabel("Action", { exact: true });
  // An action can be in two groups.
  const actions = new Set(await action.locator("optgroup option").allTextContents());
  const missing = [];
  for (const each of actions) {
    const granted = person.getByRole("button", { name: `Remove ${each} from ${email}` });
    if ((await granted.count()) === 0) missing.push(each);
  }
  expect(actions.size).toBeGreaterThan(10);
  for (const each of missing) {
    await action.selectOption(each);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText(`${each} added to ${email}`)).toBeVisible();
  }
});

test("creates fridges in the console", async ({ page }) => {
  for (const id of fridges) {
    await signIn(page, "admin", "/locations/new");
    await field(page, "id").fill(id);
    await field(page, "prettyName").fill("Willis Tower");
    await field(page, "directions").fill("Lobby");
    await field(page, "street").fill("233 S Wacker Dr");
    await field(page, "city").fill("Chicago");
    await field(page, "zipCode").fill("60606");
    await field(page, "latitude").fill("41.8789");
    await field(page, "longitude").fill("-87.6359");
    await field(page, "onlineDate").fill("2027-01-05");
    await openOptions(field(page, "layoutName"));
    await page.getByRole("option", { name: "Default", exact: true }).click();
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page).toHaveURL(new RegExp(`/locations/detail/${id}$`));
  }
});

test("rejects pars of a fridge without a customer record", async ({ page }) => {
  await signIn(page, "admin", "/pars/upload");
  await page.getByLabel("CSV file").setInputFiles(parsFile(fridge), SLOW);
  const errors = page.getByRole("list", { name: "Errors by group" });
  await expect(errors.getByText(`Error with Routing Tag for ${fridge}`)).toBeVisible(SLOW);
});

test("completes the fridges with customer records", async ({ page }) => {
  for (const id of fridges) await sendTelemetry("CustomerRecord", id, RECORD);
  await signIn(page, "admin");
  await expect(async () => {
    await page.goto(`/locations/detail/${fridge}`);
    await expect(page.getByRole("definition").filter({ hasText: "CHI_AM" })).toBeVisible({ timeout: 5000 });
  }).toPass(SLOW);
  for (const text of [CENTER, "Tier 1", "Willis Tower - Chicago", "Park at the side entrance."]) {
    await expect(page.getByRole("definition").filter({ hasText: text }).first()).toBeVisible();
  }
});

test("creates a wholesale location from a customer record, and lists it", async ({ page }) => {
  await sendTelemetry("CustomerRecord", wholesale, { ...RECORD, locationType: "WHOLESALE", site: SITE });
  await signIn(page, "admin");
  await expect(async () => {
    await page.goto(`/locations/detail/${wholesale}`);
    await expect(page.getByRole("heading", { level: 1, name: wholesale })).toBeVisible({ timeout: 5000 });
  }).toPass(SLOW);
  await page.goto("/locations/all");
  await page.getByLabel("Filter fridges").fill(wholesale);
  await expect(page.getByRole("link", { name: wholesale, exact: true })).toBeVisible();
});

test("accepts pars of the completed fridge", async ({ page }) => {
  await signIn(page, "admin", "/pars/upload");
  await page.getByLabel("CSV file").setInputFiles(parsFile(fridge), SLOW);
  await page.getByRole("button", { name: "Upload Pars" }).click(SLOW);
  await expect(page.getByText("Upload Complete")).toBeVisible(SLOW);
});

test("offers the fulfillment center of the records in LogiNext", async ({ page }) => {
  await signIn(page, "admin", "/loginext");
  await expect(page.getByRole("checkbox", { name: CENTER })).toBeVisible(SLOW);
});

test("shows the day's route and totes on the routes page and the dashboard", async ({ page }) => {
  await signIn(page, "admin", "/locations/view_routes");
  const route = `e2e_${run.toLowerCase()}`;
  const stop = { stockingDate: today, market: "MW", route, stockingIndex: 1, stopType: "STOCK" } as const;
  await storeStops(page, [
    { ...stop, id: fridge, stop: 1 },
    { ...stop, id: wholesale, stop: 2 },
  ]);
  for (const id of [fridge, wholesale]) {
    const slip = { uniqueId: `PS-${run}-${id}`, dropOffDate: today, route, stockingIndex: 1, toteCount: 3 };
    await sendPackingSlip(id, slip);
  }
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(`ROUTE: ${route}`)).toBeVisible({ timeout: 5000 });
    await expect(page.getByRole("row").filter({ hasText: fridge })).toContainText("3", { timeout: 5000 });
  }).toPass(SLOW);
  // After 18:00 Central, the dashboard opens on the next stocking day.
  await page.goto(`/checkpoints?date=${today}`);
  await expect(page.getByText(route).first()).toBeVisible(SLOW);
});

const SCREENS = [
  "/home",
  "/portfoliohealth",
  "/forecast/view",
  "/pars/list",
  "/pars/prodreport",
  "/planograms",
  "/item-prices-landing",
  "/reports/emptychannels",
  "/reports/stockinglogs",
  "/reports/routetemperatures",
  "/reports/stockouts",
  "/locations/fridge_software",
  "/coupons",
];

test("loads screens without data without errors", async ({ page }) => {
  test.slow();
  await signIn(page, "admin");
  for (const address of SCREENS) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 }).first(), address).toBeVisible(SLOW);
    await expect(page.getByText("Loading", { exact: false }), address).toHaveCount(0, SLOW);
    await expect(page.getByText(/An error occurred|Unable to load/), address).toHaveCount(0);
  }
});

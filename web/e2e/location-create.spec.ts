import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleEverywhere, openOptions, signIn, test } from "./fixtures";
import { rowWith } from "./location-fridge";

const newId = () => `E2E_${randomUUID().replaceAll("-", "")}`;

const field = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}( \\*)?$`));
const create = (page: Page) => page.getByRole("button", { name: "Create" }).click();

async function fillRequired(page: Page, id: string): Promise<void> {
  await field(page, "id").fill(id);
  await field(page, "prettyName").fill("Willis Tower");
  await field(page, "directions").fill("Lobby, left of the elevators");
  await field(page, "street").fill("233 S Wacker Dr");
  await field(page, "city").fill("Chicago");
  await field(page, "zipCode").fill("60606");
  await field(page, "latitude").fill("41.8789");
  await field(page, "longitude").fill("-87.6359");
  await field(page, "onlineDate").fill("2027-01-05");
  await openOptions(field(page, "layoutName"));
  await page.getByRole("option", { name: "Default", exact: true }).click();
}

test.describe("with permission to create locations", () => {
  test.beforeEach(({ page }) => signIn(page, "admin", "/locations/new"));

  test("creates a location from the entries and defaults, and opens its page", async ({ page }) => {
    const id = newId();
    await fillRequired(page, id);
    await field(page, "state").selectOption("WI");
    await expect(field(page, "taxRate")).toHaveValue("0");
    await page.getByLabel("No", { exact: true }).check();
    await page.getByLabel("Start Hours for Monday").fill("08:00");
    await page.getByLabel("End Hours for Monday").fill("17:00");
    await page.getByRole("button", { name: "Copy Monday to Tue–Fri" }).click();
    await create(page);
    await expect(page.getByText("Saturday needs a from and a to time").last()).toBeVisible();
    for (const day of ["Saturday", "Sunday"]) {
      await page.getByLabel(`Start Hours for ${day}`).fill("09:00");
      await page.getByLabel(`End Hours for ${day}`).fill("12:00");
    }
    await create(page);
    await expect(page).toHaveURL(new RegExp(`/locations/detail/${id}$`));
    await expect(rowWith(page, "address", "233 S Wacker Dr, Chicago, WI 60606")).toBeVisible();
    await expect(rowWith(page, "hours", "Mon-Fri 08:00 to 17:00; Sat-Sun 09:00 to 12:00;")).toBeVisible();
    await expect(rowWith(page, "taxRate", "0%")).toBeVisible();
    await expect(rowWith(page, "status", "OFFLINE")).toBeVisible();
  });

  test("submits with the click that leaves an invalid field", async ({ page }) => {
    await field(page, "latitude").focus();
    await create(page);
    await expect(page.getByText("latitude cannot be empty").first()).toBeVisible();
    await expect(page.getByText("longitude cannot be empty").first()).toBeVisible();
  });

  test("fixes the stocking schedule for the Eastern time zone, and saves it", async ({ page }) => {
    const id = newId();
    await fillRequired(page, id);
    await field(page, "timeZone").selectOption({ label: "Eastern" });
    await expect(page.getByLabel("Sunday", { exact: true })).toBeChecked();
    await expect(page.getByLabel("Monday", { exact: true })).toBeDisabled();
    await create(page);
    await expect(page).toHaveURL(new RegExp(`/locations/detail/${id}$`));
    await expect(rowWith(page, "stockingSchedule", "Tue, Thu, Sun")).toBeVisible();
  });

  test("shows errors at their fields while typing, and a summary with links to the fields", async ({ page }) => {
    await field(page, "latitude").fill("50");
    await field(page, "latitude").blur();
    await expect(page.getByText("latitude should be a number in the range of 28 to 49!")).toBeVisible();
    await field(page, "latitude").fill("41.5");
    await expect(page.getByText("latitude should be a number in the range of 28 to 49!")).toBeHidden();
    await create(page);
    const summary = page.getByRole("region", { name: "9 fields need your attention" });
    await expect(summary).toBeFocused();
    await summary.getByRole("link", { name: "onlineDate cannot be empty" }).click();
    await expect(field(page, "onlineDate")).toBeFocused();
    await expect(field(page, "onlineDate")).toBeInViewport();
  });

  test("shows a duplicate id at the field, and keeps the entries", { tag: "@long" }, async ({ page }) => {
    const id = newId();
    await fillRequired(page, id);
    await create(page);
    await expect(page).toHaveURL(/\/locations\/detail\//);
    await page.goto("/locations/new");
    await fillRequired(page, id);
    await field(page, "prettyName").fill("Another");
    await create(page);
    await expect(page.getByText(`There is already a location with the id ${id}`).last()).toBeVisible();
    await expect(field(page, "id")).toHaveAttribute("aria-invalid", "true");
    await expect(field(page, "prettyName")).toHaveValue("Another");
  });

  test("shows a lost response in a dialog, and opens the created location on retry", async ({ page }) => {
    const id = newId();
    await fillRequired(page, id);
    let lost = 0;
    await page.route(/\/locations$/, async (route) => {
      if (route.request().method() !== "POST" || lost > 0) return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await create(page);
    const dialog = page.getByRole("alertdialog");
    await expect(
      dialog.getByText("Unable to Submit new location, Check your internet and your permissions"),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await create(page);
    await expect(page).toHaveURL(new RegExp(`/locations/detail/${id}$`));
  });

  test("asks for confirmation before leaving with unsaved entries", async ({ page }) => {
    await field(page, "id").fill("HALF");
    await page.getByRole("link", { name: "Home" }).first().click();
    const question = page.getByRole("dialog", { name: "Leave without creating the location?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(field(page, "id")).toHaveValue("HALF");
    await page.getByRole("link", { name: "Home" }).first().click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/home$/);
  });

  test("moves the focus through the form in visual order", async ({ page }) => {
    await field(page, "id").focus();
    const order = [
      "prettyName",
      "directions",
      "vertical",
      "accessTo",
      "fridgeSchema",
      "street",
      "city",
      "state",
      "zipCode",
    ];
    for (const name of order) {
      await page.keyboard.press("Tab");
      await expect(field(page, name)).toBeFocused();
    }
  });

  test("is accessible, with errors and on a phone", { tag: "@accessible" }, async ({ page }) => {
    await expect(page.getByRole("button", { name: "Create" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("No", { exact: true }).check();
    await create(page);
    await expect(page.getByRole("region", { name: /fields need your attention/ })).toBeVisible();
    await expectAccessibleEverywhere(page);
    // The Create button stays visible while the form scrolls.
    await expect(page.getByRole("button", { name: "Create" })).toBeInViewport();
  });
});

test("shows a message to users without permission to create locations", async ({ page }) => {
  await signIn(page, "read-only", "/locations/new");
  await expect(page.getByText("You don't have permission to create locations")).toBeVisible();
});

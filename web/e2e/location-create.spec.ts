import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { rowWith } from "./location-fridge";

const newId = () => `E2E_${randomUUID().replaceAll("-", "")}`;

const field = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}( \\*)?$`));
const create = (page: Page) => page.getByRole("button", { name: "Create" }).click();

async function fillRequired(page: Page, id: string): Promise<void> {
  await field(page, "id").fill(id);
  await field(page, "prettyName").fill("Willis Tower");
  await field(page, "directions").fill("Lobby, left of the lifts");
  await field(page, "street").fill("233 S Wacker Dr");
  await field(page, "city").fill("Chicago");
  await field(page, "zipCode").fill("60606");
  await field(page, "latitude").fill("41.8789");
  await field(page, "longitude").fill("-87.6359");
  await field(page, "onlineDate").fill("2027-01-05");
  await field(page, "layoutName").click();
  await page.getByRole("option", { name: "Default", exact: true }).click();
}

test.describe("as somebody who may create locations", () => {
  test.beforeEach(({ page }) => signIn(page, "admin", "/locations/new"));

  test("a location is created with what was entered and the defaults, and its page follows", async ({ page }) => {
    const id = newId();
    await fillRequired(page, id);
    await field(page, "state").selectOption("WI");
    await expect(field(page, "taxRate")).toHaveValue("0");
    await page.getByLabel("No", { exact: true }).check();
    await page.getByLabel("Start Hours for Monday").fill("08:00");
    await page.getByLabel("End Hours for Monday").fill("17:00");
    await page.getByRole("button", { name: "Copy to Tue-Fri what Monday has" }).click();
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

  test("for the Eastern zone the stocking schedule is forced, and stored so", async ({ page }) => {
    const id = newId();
    await fillRequired(page, id);
    await field(page, "timeZone").selectOption({ label: "Eastern" });
    await expect(page.getByLabel("Sunday", { exact: true })).toBeChecked();
    await expect(page.getByLabel("Monday", { exact: true })).toBeDisabled();
    await create(page);
    await expect(page).toHaveURL(new RegExp(`/locations/detail/${id}$`));
    await expect(rowWith(page, "stockingSchedule", "Tue, Thu, Sun")).toBeVisible();
  });

  test("what is wrong stands at its field as it is typed, and is summed up with the way there", async ({ page }) => {
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

  test("an id that is taken is said at the id, and what was entered stays", async ({ page }) => {
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

  test("an answer that was lost is told in a dialog, and Create again finds the location created", async ({ page }) => {
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

  test("leaving with unsaved entries asks first", async ({ page }) => {
    await field(page, "id").fill("HALF");
    await page.getByRole("link", { name: "Home" }).first().click();
    const question = page.getByRole("dialog", { name: "Leave without creating the location?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(field(page, "id")).toHaveValue("HALF");
    await page.getByRole("link", { name: "Home" }).first().click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/home$/);
  });

  test("the keyboard goes through the form in the order of the screen", async ({ page }) => {
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

  test("the form is accessible, also with its faults and on a phone", async ({ page }) => {
    await expect(page.getByRole("button", { name: "Create" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("No", { exact: true }).check();
    await create(page);
    await expect(page.getByRole("region", { name: /fields need your attention/ })).toBeVisible();
    await expectAccessibleEverywhere(page);
    // Create stays in sight however far the form is scrolled.
    await expect(page.getByRole("button", { name: "Create" })).toBeInViewport();
  });
});

test("who may not create locations is told so", async ({ page }) => {
  await signIn(page, "read-only", "/locations/new");
  await expect(page.getByText("Your permissions do not let you create locations")).toBeVisible();
});

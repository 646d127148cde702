import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge, openFridge, openRow, openTab, rowWith } from "./location-fridge";

/** The maximum time until Complete Now takes effect. */
const APPLY_TIMEOUT_MS = 10_000;

test.beforeEach(({ page }) => signIn(page, "operations"));

/** Schedules a different price map template in the far future and returns its name. */
async function scheduleTemplate(page: Page): Promise<string> {
  const dialog = await openRow(page, "priceMapTemplate");
  await dialog.getByRole("combobox").click();
  const option = dialog
    .getByRole("option")
    .filter({ hasNotText: /^PMT_STANDARD$/ })
    .first();
  const template = (await option.textContent()) ?? "";
  await option.click();
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await dialog.getByLabel("Date", { exact: true }).fill("2099-06-01");
  await dialog.getByLabel("Time (Central)").fill("10:00");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toBeHidden();
  return template;
}

const prompt = (page: Page) => page.getByRole("dialog", { name: "How would you like to proceed?" });
const scheduled = (page: Page, value: string) =>
  page.getByRole("button", { name: `${value} Mon, 06/01/2099 10:00 AM CDT` });

test(
  "schedules a price map template, completes it now, and shows the new value",
  { tag: "@long" },
  async ({ page }) => {
    await openFridge(page, await createFridge(page));
    const template = await scheduleTemplate(page);

    await scheduled(page, template).click();
    await prompt(page).getByRole("button", { name: "Complete Now" }).click();
    await expect(rowWith(page, "priceMapTemplate", template)).toBeVisible({ timeout: APPLY_TIMEOUT_MS });
    await expect(page.getByText("priceMapTemplate: scheduled change applied")).toBeVisible();
    await expect(scheduled(page, template)).toHaveCount(0);
    await openTab(page, "History");
    const history = page.getByRole("region", { name: "History" });
    await expect(history.getByText("Scheduled change applied")).toHaveCount(1);
  },
);

test("deletes a change on Edit, and reopens the dialog with its value and time", async ({ page }) => {
  await openFridge(page, await createFridge(page));
  const template = await scheduleTemplate(page);
  await scheduled(page, template).click();
  await prompt(page).getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "priceMapTemplate" });
  await expect(dialog.getByRole("combobox")).toHaveValue(template);
  await expect(dialog.getByText("No Scheduled Changes")).toBeVisible();
  await dialog.getByLabel("Time (Central)").fill("11:30");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `${template} Mon, 06/01/2099 11:30 AM CDT` })).toBeVisible();
  await expect(scheduled(page, template)).toHaveCount(0);
});

test("lists a location's changes at /locations/schedule/{id} and completes one", { tag: "@long" }, async ({ page }) => {
  const id = await createFridge(page);
  await openFridge(page, id);
  const template = await scheduleTemplate(page);
  await openTab(page, "Schedule");
  await expect(page.getByRole("row", { name: new RegExp(`priceMapTemplate ${template}`) })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "priceMapTemplate" }).click();
  await prompt(page).getByRole("button", { name: "Complete Now" }).click();
  await expect(page.getByText("No Scheduled Changes")).toBeVisible({ timeout: APPLY_TIMEOUT_MS });
});

test("lists the failed changes of the fleet", async ({ page }) => {
  await page.goto("/locations/schedule");
  await expect(page.getByRole("heading", { name: "Failed Changes" })).toBeVisible();
  await expect(page.getByText("No failed changes").or(page.getByRole("table"))).toBeVisible();
});

test.describe("in a browser with another time zone", () => {
  test.use({ timezoneId: "America/New_York" });

  test("shows both times", async ({ page }) => {
    await openFridge(page, await createFridge(page));
    const dialog = await openRow(page, "percentage");
    await dialog.getByLabel("percentage").fill("20");
    await dialog.getByRole("button", { name: "Schedule" }).click();
    await dialog.getByLabel("Date", { exact: true }).fill("2099-06-01");
    await dialog.getByLabel("Time (Central)").fill("10:00");
    await expect(dialog.getByText("Mon, 06/01/2099 10:00 AM CDT at the location")).toBeVisible();
    await expect(dialog.getByText("Mon, 06/01/2099 11:00 AM EDT your time")).toBeVisible();
  });
});

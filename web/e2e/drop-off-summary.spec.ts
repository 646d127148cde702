/** Drop Off Summary (docs/requirements/stocking.md). */
import type { Page } from "@playwright/test";
import { findOpenDrops } from "./open-rows";
import { expect, expectAccessible, signIn, test } from "./fixtures";

const row = (page: Page, location: string) => page.getByRole("row").filter({ hasText: location });

async function selectStatus(page: Page, location: string, reason: string) {
  await page.getByLabel("Search by Location ID").fill(location);
  await row(page, location)
    .getByLabel(/^Drop status/)
    .selectOption("Not Delivering");
  await row(page, location)
    .getByLabel(/^Reason/)
    .selectOption(reason);
}

async function confirm(page: Page, count: number) {
  await page.getByRole("button", { name: `Confirm Override (${count})` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`Number of orders to update: ${count}`);
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

test("overrides a drop once, and locks the row", async ({ page }) => {
  await signIn(page, "logistics", "/reports/dropoffsummary");
  const { day, rows } = await findOpenDrops(page);
  const [location] = rows;
  await page.goto(`/reports/dropoffsummary?date=${day}`);
  await selectStatus(page, location, "Missing Totes");
  await confirm(page, 1);
  await expect(page.getByText("Successfully updated drop status for 1 element(s)")).toBeVisible();
  await page.reload();
  await page.getByLabel("Search by Location ID").fill(location);
  await expect(row(page, location).getByLabel(/^Drop status/)).toHaveValue("Not Delivering");
  await expect(row(page, location).getByLabel(/^Drop status/)).toBeDisabled();
  await expect(row(page, location)).toContainText("logistics@larder.example");
  await expectAccessible(page);
});

test("shows the second of two dispatchers the first one's override of the same drop", async ({ page, browser }) => {
  // Two users sign in.
  test.slow();
  await signIn(page, "admin", "/reports/dropoffsummary");
  const { day, rows } = await findOpenDrops(page);
  const [mine, theirs] = rows;
  // The other user's override would lock the row at once, so this page gets no live events and no further reads.
  await page.routeWebSocket(/.*/, () => undefined);
  await page.goto(`/reports/dropoffsummary?date=${day}`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  // The rows of the last visit are shown before the day is read again.
  await expect(page.getByText("loading the rest")).toHaveCount(0);
  await page.route(/graphql/, (route) =>
    route.request().postData()?.includes("GetPackingSlips") ? route.abort() : route.continue(),
  );
  await selectStatus(page, mine, "Line Haul Delay");
  await selectStatus(page, theirs, "Line Haul Delay");

  const other = await browser.newPage();
  await signIn(other, "logistics", `/reports/dropoffsummary?date=${day}`);
  await selectStatus(other, theirs, "FF Delivery Issue");
  await confirm(other, 1);
  await expect(other.getByText("Successfully updated drop status for 1 element(s)")).toBeVisible();
  await other.close();

  await confirm(page, 2);
  await expect(page.getByText("Successfully updated drop status for 1 element(s)")).toBeVisible();
  const failures = page.getByRole("alert").filter({ hasText: "1 row could not be updated:" });
  await expect(failures).toContainText(
    "logistics@larder.example already set this drop to Not Delivering (FF Delivery Issue)",
  );
});

test("is accessible and fits the screen on a phone", { tag: "@accessible" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, "logistics", "/reports/dropoffsummary");
  const { day } = await findOpenDrops(page);
  await page.goto(`/reports/dropoffsummary?date=${day}`);
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

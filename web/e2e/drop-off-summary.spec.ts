/** Drop Off Summary in a real browser, against a deployed stack (spec of fleet operations, sections 2.5 and 4.5). */
import type { Page } from "@playwright/test";
import { openDrops } from "./delivery-day";
import { expect, expectAccessible, signIn, test } from "./fixtures";

const row = (page: Page, location: string) => page.getByRole("row").filter({ hasText: location });

async function decide(page: Page, location: string, reason: string) {
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

test("a drop that will not come is overridden, once", async ({ page }) => {
  await signIn(page, "logistics", "/reports/dropoffsummary");
  const { day, rows } = await openDrops(page);
  const [location] = rows;
  await page.goto(`/reports/dropoffsummary?date=${day}`);
  await decide(page, location, "Missing Totes");
  await confirm(page, 1);
  await expect(page.getByText("Successfully updated drop status for 1 element(s)")).toBeVisible();
  await page.reload();
  await page.getByLabel("Search by Location ID").fill(location);
  await expect(row(page, location).getByLabel(/^Drop status/)).toHaveValue("Not Delivering");
  await expect(row(page, location).getByLabel(/^Drop status/)).toBeDisabled();
  await expect(row(page, location)).toContainText("logistics@larder.example");
  await expectAccessible(page);
});

test("of two dispatchers who override the same drop, the second is told what the first decided", async ({
  page,
  browser,
}) => {
  // Two people sign in.
  test.slow();
  await signIn(page, "admin", "/reports/dropoffsummary");
  const { day, rows } = await openDrops(page);
  const [mine, theirs] = rows;
  // What happens elsewhere would lock the row at once: this page is not told, and asks no more once it has the day.
  await page.routeWebSocket(/.*/, () => undefined);
  await page.goto(`/reports/dropoffsummary?date=${day}`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.route(/graphql/, (route) =>
    route.request().postData()?.includes("GetPackingSlips") ? route.abort() : route.continue(),
  );
  await decide(page, mine, "Line Haul Delay");
  await decide(page, theirs, "Line Haul Delay");

  const other = await browser.newPage();
  await signIn(other, "logistics", `/reports/dropoffsummary?date=${day}`);
  await decide(other, theirs, "FF Delivery Issue");
  await confirm(other, 1);
  await expect(other.getByText("Successfully updated drop status for 1 element(s)")).toBeVisible();
  await other.close();

  await confirm(page, 2);
  await expect(page.getByText("Successfully updated drop status for 1 element(s)")).toBeVisible();
  const told = page.getByRole("alert").filter({ hasText: "1 row could not be updated:" });
  await expect(told).toContainText("logistics@larder.example has set this drop to Not Delivering (FF Delivery Issue)");
});

test("is whole and accessible on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, "logistics", "/reports/dropoffsummary");
  const { day } = await openDrops(page);
  await page.goto(`/reports/dropoffsummary?date=${day}`);
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

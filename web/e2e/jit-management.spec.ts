/** JIT Management in a real browser, against a deployed stack (spec of fleet operations, sections 2.6 and 4.6). */
import type { Page } from "@playwright/test";
import { openJit, type OpenStop } from "./delivery-day";
import { expect, expectAccessible, signIn, test } from "./fixtures";

/** By the name of its box: another test may put a stop of its own at the same location. */
const row = (page: Page, { location, stop }: OpenStop) =>
  page.getByRole("row").filter({ has: page.getByLabel(`Select ${location}, stop ${stop}`, { exact: true }) });

async function confirm(page: Page) {
  await page.getByRole("button", { name: /^Update JIT/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Update" }).click();
}

test("a stop's JIT is switched off for a reason, once", async ({ page }) => {
  await signIn(page, "logistics", "/jit-management");
  const { day, rows } = await openJit(page);
  const [stop] = rows;
  await page.goto(`/jit-management?date=${day}&location=${stop.location}`);
  await expect(row(page, stop).getByRole("cell", { name: "Y", exact: true })).toBeVisible();
  await row(page, stop).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Bulk Update" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("JIT Status").selectOption("Off");
  await dialog.getByLabel("Reason").selectOption("Linehaul Delay");
  await dialog.getByRole("button", { name: "Apply to 1 row" }).click();
  await confirm(page);
  await expect(page.getByText("Successfully updated JIT status for 1 element(s)")).toBeVisible();
  await page.reload();
  await expect(row(page, stop).getByRole("cell", { name: "N", exact: true })).toBeVisible();
  await expect(row(page, stop)).toContainText("Linehaul Delay");
  await expect(row(page, stop)).toContainText("logistics@larder.example");
  await expect(row(page, stop).getByRole("checkbox")).toBeDisabled();
  await expectAccessible(page);
});

test("who comes second is told who was first, and the other rows are written", async ({ page, browser }) => {
  // Two people sign in.
  test.slow();
  await signIn(page, "admin", "/jit-management");
  const { day, rows } = await openJit(page);
  const [mine, theirs] = rows;
  await page.goto(`/jit-management?date=${day}`);
  for (const stop of [mine, theirs]) {
    await page.getByLabel("Search by Location ID").fill(stop.location);
    await row(page, stop)
      .getByLabel(/^JIT status/)
      .selectOption("On");
  }
  const other = await browser.newPage();
  await signIn(other, "logistics", `/jit-management?date=${day}&location=${theirs.location}`);
  await row(other, theirs)
    .getByLabel(/^JIT status/)
    .selectOption("Off");
  await row(other, theirs)
    .getByLabel(/^Reason/)
    .selectOption("Van Issue");
  await confirm(other);
  await expect(other.getByText("Successfully updated JIT status for 1 element(s)")).toBeVisible();
  await other.close();

  await confirm(page);
  await expect(page.getByText("Successfully updated JIT status for 1 element(s)")).toBeVisible();
  const told = page.getByRole("alert").filter({ hasText: "1 row could not be updated:" });
  await expect(told).toContainText("logistics@larder.example has set JIT to Off already (Van Issue)");
});

test("is whole and accessible on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, "logistics", "/jit-management");
  const { day } = await openJit(page);
  await page.goto(`/jit-management?date=${day}`);
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

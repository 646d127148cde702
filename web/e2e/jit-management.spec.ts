/** JIT Management (docs/requirements/stocking.md). */
import type { Page } from "@playwright/test";
import { findOpenJitStops, type OpenStop } from "./open-rows";
import { expect, expectAccessible, signIn, test } from "./fixtures";

/** Finds a row by the name of its checkbox, because another test can add a stop at the same location. */
const row = (page: Page, { location, stop }: OpenStop) =>
  page.getByRole("row").filter({ has: page.getByLabel(`Select ${location}, stop ${stop}`, { exact: true }) });

async function confirm(page: Page) {
  await page.getByRole("button", { name: /^Update JIT/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Update" }).click();
}

test("switches off the JIT of a stop with a reason, and locks the row", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "logistics", "/jit-management");
  const { day, rows } = await findOpenJitStops(page);
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

test(
  "shows the second user the first one's update, and saves the other rows",
  { tag: "@long" },
  async ({ page, browser }) => {
    // Two users sign in.
    test.slow();
    await signIn(page, "admin", "/jit-management");
    const { day, rows } = await findOpenJitStops(page);
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
    const failures = page.getByRole("alert").filter({ hasText: "1 row could not be updated:" });
    await expect(failures).toContainText("logistics@larder.example already set JIT to Off (Van Issue)");
  },
);

test("is accessible and fits the screen on a phone", { tag: "@accessible" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, "logistics", "/jit-management");
  const { day } = await findOpenJitStops(page);
  await page.goto(`/jit-management?date=${day}`);
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

/** Planograms (docs/requirements/planning.md, PLN-1 to PLN-3). */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";

async function choose(page: Page, ...lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`);
  await page.getByLabel("CSV file").setInputFiles({ name: "menu.csv", mimeType: "text/csv", buffer });
}

const uniqueLayoutName = () => `E2E_${Date.now()}_${Math.floor(Math.random() * 1000)}`;

test("creates a planogram, schedules a change, and shows both versions", async ({ page }) => {
  const layout = uniqueLayoutName();
  await signIn(page, "operations", "/planograms?type=CREATE");
  await choose(
    page,
    "layoutName,slot,vendItemName,physical fridge config",
    `${layout},0:0,Soup,6x8`,
    `${layout},0:1,Tea,6x8`,
  );
  await expect(page.getByText("This file changes 2 of 2 slots.")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Total of successfully validated and processed records: 2.")).toBeVisible();

  await page.getByLabel("Request").selectOption("Update Existing Planogram");
  await choose(page, "activeHour,slot,vendItemName,layoutName", `12/01/2098 05:00:00,0:1,Wrap,${layout}`);
  await expect(page.getByText("1 row: 0 added, 1 changed, 0 unchanged, 0 rejected")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Total of successfully validated and processed records: 1.")).toBeVisible();

  await page.getByLabel("Planogram", { exact: true }).selectOption(layout);
  await expect(page.getByRole("table", { name: `${layout} now` }).getByText("Tea")).toBeVisible();
  await page.getByRole("button", { name: "Next: Mon, 12/01/2098 5:00 AM CST", exact: true }).click();
  await expect(page.getByRole("cell", { name: "Changed Wrap Now: Tea" })).toBeVisible();
  await expect(page.getByText("operations@larder.example scheduled 1 slot")).toBeVisible();
  await expectAccessible(page);
});

test("shows the slots of a layout in rows and columns", async ({ page }) => {
  await signIn(page, "read-only", "/planograms?layout=MW_OFFICE_A");
  await expect(page.getByText("36 slots · Physical fridge config: 6-6-6-5-5-4-4")).toBeVisible();
  const rows = page.getByRole("table", { name: "MW_OFFICE_A now" }).getByRole("row");
  // A header row with column numbers, then seven rows.
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(1).getByRole("cell").filter({ hasText: /./ })).toHaveCount(6);
  await expect(rows.nth(7).getByRole("cell").filter({ hasText: /./ })).toHaveCount(4);
});

test("rejects a file with errors and lists them by line", async ({ page }) => {
  await signIn(page, "operations", "/planograms");
  await choose(
    page,
    "layoutName,slot,vendItemName,activeHour",
    "MW_OFFICE_A,A1,Soup,12/01/2098 05:00:00",
    "MW_OFFICE_A,0:0,Soup",
  );
  const panel = page.getByRole("alert").filter({ hasText: "Please fix the following errors and reupload your file:" });
  await expect(panel.getByText("Line 2, slot: Slot is not in format <integer>:<integer>.")).toBeVisible();
  await expect(panel.getByText("Line 3: At least one input missing...")).toBeVisible();
  await expectAccessible(page);
});

/** Planograms in a real browser, against a deployed stack (spec of planning and reporting, section 2). */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";

async function choose(page: Page, ...lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`);
  await page.getByLabel("CSV file").setInputFiles({ name: "menu.csv", mimeType: "text/csv", buffer });
}

const layoutOfOwn = () => `E2E_${Date.now()}_${Math.floor(Math.random() * 1000)}`;

test("a planogram is created, changed from an hour on, and looked at before and after", async ({ page }) => {
  const layout = layoutOfOwn();
  await signIn(page, "operations", "/planograms?type=CREATE");
  await choose(
    page,
    "layoutName,slot,vendItemName,physical fridge config",
    `${layout},0:0,Soup,6x8`,
    `${layout},0:1,Tea,6x8`,
  );
  await expect(page.getByText("2 of 2 slots differ from what the layout would show without the file.")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Total of successfully validated and processed records: 2.")).toBeVisible();

  await page.getByLabel("Request").selectOption("Update Existing Planogram");
  await choose(page, "activeHour,slot,vendItemName,layoutName", `12/01/2098 05:00:00,0:1,Wrap,${layout}`);
  await expect(page.getByText("1 row: 0 added, 1 changed, 0 unchanged, 0 refused")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Total of successfully validated and processed records: 1.")).toBeVisible();

  await page.getByLabel("Planogram", { exact: true }).selectOption(layout);
  await expect(page.getByRole("table", { name: `${layout} now` }).getByText("Tea")).toBeVisible();
  await page.getByRole("button", { name: /^Next: Mon, Dec 1, 2098, 5:00 AM CST$/ }).click();
  await expect(page.getByRole("cell", { name: "Changed Wrap Now: Tea" })).toBeVisible();
  await expect(page.getByText("operations@larder.example scheduled 1 slot")).toBeVisible();
  await expectAccessible(page);
});

test("a layout has the slots of the fridges that show it", async ({ page }) => {
  await signIn(page, "read-only", "/planograms?layout=MW_OFFICE_A");
  await expect(page.getByText("36 slots · Physical fridge config: 6-6-6-5-5-4-4")).toBeVisible();
  const rows = page.getByRole("table", { name: "MW_OFFICE_A now" }).getByRole("row");
  // The columns' numbers, then seven rows from the top.
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(1).getByRole("cell").filter({ hasText: /./ })).toHaveCount(6);
  await expect(rows.nth(7).getByRole("cell").filter({ hasText: /./ })).toHaveCount(4);
});

test("a file with errors is not taken, and says line by line why", async ({ page }) => {
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

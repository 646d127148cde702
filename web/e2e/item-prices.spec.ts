/** Item prices (docs/requirements/planning.md). */
import { readFileSync } from "node:fs";
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";

const HEADER = "schemaId,item,price";
const SLOW = { timeout: 90_000 };

test("compares and submits prices, and reports no updates for the same file", { tag: "@long" }, async ({ page }) => {
  const schema = `TEST_${Date.now()}`;
  const rows = Array.from({ length: 120 }, (_, index) => `${schema},ITEM_${index},${index}.5`);
  const choose = (lines: readonly string[]) =>
    page.getByLabel("CSV file").setInputFiles({
      name: "prices.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([HEADER, ...lines].join("\r\n")),
    });
  await signIn(page, "admin", "/csv-pricing");

  await choose([...rows, `${schema},not an item,1`]);
  await expect(page.getByText("121 rows: 120 will update, 0 no change, 1 invalid")).toBeVisible(SLOW);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all invalid rows" }).click();
  const text = readFileSync(await (await downloading).path(), "utf8");
  expect(text).toContain(`${schema},not an item,1,122,`);
  await expectAccessibleEverywhere(page);
  await page.getByRole("button", { name: "Choose another file" }).click();

  await choose(rows);
  await page.getByRole("checkbox", { name: "The spelling is correct. Create it." }).check();
  await page.getByRole("button", { name: "Submit 120 updates" }).click();
  const success = page.getByRole("dialog", { name: "Success" });
  await expect(success).toContainText("Successfully updated 120 item prices.", SLOW);
  await success.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Upload another file" }).click();

  await choose(rows);
  await expect(page.getByText("No Updates Needed").first()).toBeVisible(SLOW);

  // No location uses the new schema, so it can be removed.
  await page.goto(`/item-prices-landing?schema=${schema}`);
  await page.getByRole("button", { name: "Remove schema" }).click();
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: "Remove schema" })
    .click();
  await expect(page.getByText(`${schema} and its 120 prices were removed`)).toBeVisible(SLOW);
  await expect(page.getByLabel("Price schema").locator("option").filter({ hasText: schema })).toHaveCount(0);
});

test("shows prices and their history, and downloads them in the upload format", async ({ page }) => {
  await signIn(page, "read-only", "/item-prices-landing");
  await page.getByLabel("Price schema").selectOption("PMT_STANDARD");
  const table = page.getByRole("table", { name: "Prices of PMT_STANDARD" });
  await page.getByLabel("Find items").fill("greek_salad");
  await expect(table.getByRole("row", { name: /GREEK_SALAD/ })).toBeVisible(SLOW);
  await page.getByRole("button", { name: "History of GREEK_SALAD" }).click();
  const dialog = page.getByRole("dialog", { name: "GREEK_SALAD in PMT_STANDARD" });
  await expect(dialog.getByRole("row").nth(1)).toContainText("@larder.example");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expectAccessibleEverywhere(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const text = readFileSync(await (await downloading).path(), "utf8");
  expect(text).toMatch(/^\uFEFF?schemaId,item,price\r\nPMT_STANDARD,/);
});

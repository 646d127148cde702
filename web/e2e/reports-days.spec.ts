/** Stock-outs and empty channels of a day, against a deployed stack (spec of planning and reporting, section 2). */
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { tell } from "./telemetry";

test("what a fridge sold out just now is among the stock-outs of today", async ({ page }) => {
  await signIn(page, "admin", "/reports/stockouts");
  const id = await createFridge(page);
  await tell("StockOut", id, { item: "Cobb Salad" });
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByLabel("Find location or item").fill(id);
  const row = page.getByRole("table", { name: "Stock-outs" }).getByRole("row").filter({ hasText: id });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(row).toContainText("Cobb Salad", { timeout: 2000 });
  }).toPass();
  await expectAccessibleEverywhere(page);
});

test("a channel that gives nothing is among the empty channels of today", async ({ page }) => {
  await signIn(page, "admin", "/reports/emptychannels");
  const id = await createFridge(page);
  await tell("EmptyChannel", id, { itemName: "Lemonade", logicalRow: 2, logicalColumn: 5 });
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByLabel("Find location or item").fill(id);
  const cells = page.getByRole("table", { name: "Empty channels" }).getByRole("row").filter({ hasText: id });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(cells.getByRole("cell")).toHaveText([id, "Lemonade", /^\d\d\/\d\d\/\d{4} \d\d:\d\d CT$/, "5", "2"], {
      timeout: 2000,
    });
  }).toPass();
});

/** Stock-outs and empty channels of a day (docs/requirements/reports.md, RPT-1 and RPT-2). */
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { sendTelemetry } from "./telemetry";

test("lists an item that just sold out in today's stock-outs", async ({ page }) => {
  await signIn(page, "admin", "/reports/stockouts");
  const id = await createFridge(page);
  await sendTelemetry("StockOut", id, { item: "Cobb Salad" });
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByLabel("Find location or item").fill(id);
  const row = page.getByRole("table", { name: "Stock-outs" }).getByRole("row").filter({ hasText: id });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(row).toContainText("Cobb Salad", { timeout: 2000 });
  }).toPass();
  await expectAccessibleEverywhere(page);
});

test("lists a channel that dispensed nothing in today's empty channels", async ({ page }) => {
  await signIn(page, "admin", "/reports/emptychannels");
  const id = await createFridge(page);
  await sendTelemetry("EmptyChannel", id, { itemName: "Lemonade", logicalRow: 2, logicalColumn: 5 });
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

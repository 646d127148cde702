/** The comparison of a day's stock-outs (docs/requirements/reports.md, RPT-6). */
import { readFile } from "node:fs/promises";
import { expect, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { openHome, startCounting } from "./task";
import { sendTelemetry } from "./telemetry";

test("compares yesterday's stock-outs with the week before and exports them in three interactions", async ({
  page,
}) => {
  await signIn(page, "admin", "/reports/stockouts");
  const id = await createFridge(page);
  // Yesterday, and the same day of the week before.
  for (const days of [1, 8]) {
    const occurredAt = new Date(Date.now() - days * 86_400_000).toISOString();
    await sendTelemetry("StockOut", id, { item: "Cobb Salad", occurredAt });
  }
  await page.getByRole("button", { name: "Yesterday", exact: true }).click();
  await page.getByLabel("Find location or item").fill(id);
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("row").filter({ hasText: id })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await openHome(page, "Reporting");
  const downloaded = page.waitForEvent("download");

  const { interact, count } = startCounting();
  const sidebar = page.getByRole("navigation", { name: "Main" });
  await interact(sidebar.getByRole("link", { name: "Stock Outs", exact: true }).click());
  await interact(page.getByRole("button", { name: "Yesterday", exact: true }).click());
  const comparison = page.getByRole("region", { name: "Comparison of stock-outs" });
  await expect(comparison.getByText("Same day last week")).toBeVisible();
  await expect(comparison.getByText(/ on \d\d\/\d\d\/\d{4}$/)).toHaveCount(2, { timeout: 60_000 });
  await interact(page.getByRole("button", { name: "Export CSV" }).click());
  expect(count()).toBe(3);

  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^stock-outs-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toContain(`,${id},Cobb Salad`);
});

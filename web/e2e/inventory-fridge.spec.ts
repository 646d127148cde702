/** The inventory of one fridge (docs/requirements/reports.md, INV-1). */
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { sendTelemetry } from "./telemetry";

test("shows the reported inventory live, with each unit of a slot", async ({ page }) => {
  await signIn(page, "admin");
  const id = await createFridge(page);
  await page.goto(`/locations/inventory/${id}`);
  await expect(page.getByText(`${id} has not reported its inventory yet`)).toBeVisible();
  const unit = { vendItemName: "Cobb Salad", productionDate: "2026-01-19" };
  await sendTelemetry("Inventory", id, {
    slots: [
      { row: 0, column: 0, slotItemName: "Cobb Salad", items: [unit] },
      { row: 0, column: 1, slotItemName: "Lemonade", items: [] },
    ],
    shelfLife: { "Cobb Salad": 4 },
  });
  await page.getByRole("button", { name: /Cobb Salad/ }).click();
  const dialog = page.getByRole("dialog", { name: "Cobb Salad" });
  await expect(dialog.getByRole("row").nth(1)).toContainText("01/19/2026 8:00 PM");
  await expect(dialog.getByRole("row").nth(1)).toContainText("01/24/2026 8:00 AM");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /Lemonade/ }).click();
  await expect(page.getByRole("dialog")).toContainText("None in stock");
  await page.keyboard.press("Escape");
  await expect(page.getByText(/\d+ minutes? ago/)).toBeVisible();
  await expectAccessibleEverywhere(page);
});

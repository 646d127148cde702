import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge, openFridge, openRow, openTab, rowWith, save } from "./location-fridge";

test("shows who changed what, when and why, and restores an earlier value with an edit", async ({ page }) => {
  await signIn(page, "operations");
  await openFridge(page, await createFridge(page));
  const history = page.getByRole("region", { name: "History" });

  const percentage = await openRow(page, "percentage");
  await percentage.getByLabel("percentage").fill("20");
  await save(percentage);
  await openTab(page, "History");
  await expect(history.getByText("percentage: 10% → 20%")).toBeVisible();
  await expect(history.getByText("by operations@larder.example").first()).toBeVisible();

  await openTab(page, "Settings");
  const allocation = await openRow(page, "Ready for Allocation");
  await allocation.getByLabel("Ready for Allocation").selectOption("1");
  await allocation.getByLabel("Reason").selectOption("First Stocking");
  await save(allocation);
  await openTab(page, "History");
  await expect(history.getByText("Reason: First Stocking")).toBeVisible();
  await expectAccessible(page);

  await history.getByRole("button", { name: "Revert to 10%: percentage" }).click();
  const reverting = page.getByRole("dialog", { name: "percentage" });
  await expect(reverting.getByLabel("percentage")).toHaveValue("10");
  await save(reverting);
  await expect(rowWith(page, "percentage", "10%")).toBeVisible();
  await openTab(page, "History");
  await expect(history.getByText("percentage: 20% → 10%")).toBeVisible();
  // The current value offers no revert. The replaced value does.
  await expect(history.getByRole("button", { name: "Revert to 10%: percentage" })).toHaveCount(0);
  await expect(history.getByRole("button", { name: "Revert to 20%: percentage" })).toBeVisible();
});

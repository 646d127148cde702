import { expect, signIn, test } from "./fixtures";
import { createFridge, openFridge, openRow, openTab, rowWith, save } from "./location-fridge";

const ALLOCATION = "Ready for Allocation";

test.beforeEach(async ({ page }) => {
  await signIn(page, "admin");
  await openFridge(page, await createFridge(page));
});

test("requires a reason for an allocation, and shows it in the history", async ({ page }) => {
  const dialog = await openRow(page, ALLOCATION);
  await dialog.getByLabel(ALLOCATION).selectOption("Yes");
  await expect(dialog.getByText(/next stocking on/)).toBeVisible();
  await save(dialog);
  await expect(dialog.getByText("Reason cannot be empty")).toBeVisible();
  await dialog.getByLabel("Reason", { exact: true }).selectOption("Other");
  await dialog.getByLabel("Other reason").fill("New tenant on the 3rd floor");
  await save(dialog);
  await expect(rowWith(page, ALLOCATION, "Yes")).toBeVisible();
  await openTab(page, "History");
  await expect(page.getByText("Reason: New tenant on the 3rd floor")).toBeVisible();
});

test("closes the dialog without saving if nothing changed", async ({ page }) => {
  const dialog = await openRow(page, ALLOCATION);
  await save(dialog);
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Successfully updated")).toBeHidden();
});

test("lists a scheduled allocation as one item with its reason, and deletes both", async ({ page }) => {
  const dialog = await openRow(page, ALLOCATION);
  await dialog.getByLabel(ALLOCATION).selectOption("Yes");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByText("Reason cannot be empty")).toBeVisible();
  await dialog.getByLabel("Reason").selectOption("First Stocking");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await dialog.getByLabel("Date", { exact: true }).fill("2020-01-01");
  await expect(dialog.getByText("Choose a time in the future")).toBeVisible();
  await dialog.getByLabel("Date", { exact: true }).fill("2099-06-01");
  await dialog.getByLabel("Time (Central)").fill("18:00");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toBeHidden();

  const item = page.getByRole("button", { name: "Yes Mon, 06/01/2099 6:00 PM CDT" });
  await expect(item).toHaveCount(1);
  await item.click();
  const prompt = page.getByRole("dialog", { name: "How would you like to proceed?" });
  await expect(prompt.getByText("First Stocking")).toBeVisible();
  await expect(prompt.getByRole("button", { name: "Edit" })).toHaveCount(0);
  await prompt.getByRole("button", { name: "Delete" }).click();
  const confirmation = page.getByRole("dialog", { name: "Delete scheduled change" });
  await expect(confirmation.getByText("Are you sure want to delete this item?")).toBeVisible();
  // The second dialog has the focus, so Escape closes only this one.
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await prompt.getByRole("button", { name: "Delete" }).click();
  await confirmation.getByRole("button", { name: "Delete" }).click();
  await expect(item).toHaveCount(0);
  await (await openRow(page, ALLOCATION)).getByText("No Scheduled Changes").waitFor();
});

/** A scheduled allocation (docs/requirements/schedules.md, SCH-16). */
import { expect, signIn, test } from "./fixtures";
import { createFridge, openFridge, openRow, rowWith, save } from "./location-fridge";
import { openHome, startCounting } from "./task";

const ALLOCATION = "Ready for Allocation";

test(
  "schedules the allocation off next Monday with a reason in six interactions",
  { tag: "@long" },
  async ({ page }) => {
    await signIn(page, "admin", "/home");
    const id = await createFridge(page);
    await openFridge(page, id);
    const allocation = await openRow(page, ALLOCATION);
    await allocation.getByLabel(ALLOCATION).selectOption("Yes");
    await allocation.getByLabel("Reason", { exact: true }).selectOption("First Stocking");
    await save(allocation);
    await expect(rowWith(page, ALLOCATION, "Yes")).toBeVisible();
    await openHome(page);
    await page.keyboard.press("Control+k");
    const search = page.getByRole("dialog", { name: "Find anything" });

    const { interact, count } = startCounting();
    await interact(search.getByRole("combobox").fill(id));
    await expect(search.getByRole("option", { name: id })).toBeVisible();
    await page.keyboard.press("Enter");
    await interact(page.getByRole("button", { name: new RegExp(`^Edit ${ALLOCATION}:`) }).click());
    const dialog = page.getByRole("dialog", { name: ALLOCATION, exact: true });
    await interact(dialog.getByLabel(ALLOCATION).selectOption("No"));
    await interact(dialog.getByLabel("Reason", { exact: true }).selectOption("Holiday Break"));
    await interact(dialog.getByRole("button", { name: "Next Monday" }).click());
    await interact(dialog.getByRole("button", { name: "Schedule", exact: true }).click());
    expect(count()).toBe(6);

    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: /^No Mon, \d\d\/\d\d\/\d{4} 12:00 AM / })).toBeVisible();
  },
);

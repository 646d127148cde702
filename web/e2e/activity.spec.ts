/** The activity log and handover notes (docs/requirements/activity.md). */
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";

test(
  "leaves a handover note on a fridge, marks it as done, and finds both in the activity log",
  { tag: "@long" },
  async ({ page }) => {
    await signIn(page, "admin");
    const id = await createFridge(page);
    await page.goto(`/locations/overview/${id}`);
    const panel = page.getByRole("region", { name: "Handover notes" });
    await expect(panel.getByText("No open notes")).toBeVisible({ timeout: 90_000 });
    await panel.getByRole("textbox", { name: "New note" }).fill("The key is at the front desk");
    await panel.getByRole("button", { name: "Add note" }).click();
    const notes = panel.getByRole("list", { name: "Open notes" });
    await expect(notes.getByText("The key is at the front desk")).toBeVisible();
    await expect(notes.getByText(/^admin@larder\.example/)).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/activity/notes?text=${id}`);
    const open = page.getByRole("table", { name: "Open handover notes" });
    const row = open.getByRole("row", { name: new RegExp(id) });
    await expect(row.getByText("The key is at the front desk")).toBeVisible({ timeout: 90_000 });
    await row.getByRole("button", { name: "Done: The key is at the front desk" }).click();
    await expect(row).toHaveCount(0);

    await page.goto(`/activity?object=${id}`);
    const log = page.getByRole("table", { name: "Activity Log" });
    await expect(log.getByRole("cell", { name: "Note done", exact: true })).toBeVisible({ timeout: 90_000 });
    await expect(log.getByRole("cell", { name: "Note added", exact: true })).toBeVisible();
    await expect(log.getByText("Note: The key is at the front desk → Not set")).toBeVisible();
    await expect(log.getByRole("link", { name: `Location ${id}` })).toBeVisible();
    await expectAccessibleEverywhere(page);

    // The area is a filter of the server, and part of the address.
    await page.getByRole("combobox", { name: "Area" }).selectOption("Handover notes");
    await expect(log.getByRole("link", { name: `Location ${id}` })).toHaveCount(0);
    await expect(page).toHaveURL(/area=HANDOVER/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^activity-.*\.csv$/);
  },
);

test("a user without permission sees no activity log and cannot write notes", async ({ page }) => {
  await signIn(page, "read-only", "/activity");
  await expect(page.getByText("Your permissions do not include ReadActivityLog")).toBeVisible({ timeout: 90_000 });
  await page.goto("/activity/notes");
  await expect(page.getByRole("heading", { name: "Handover Notes" })).toBeVisible();
});

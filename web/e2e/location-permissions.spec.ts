import { expect, signIn, test } from "./fixtures";
import { createFridge, openFridge } from "./location-fridge";

test("shows a read-only user the fridge, and why it can't be changed", async ({ page, browser }) => {
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, "admin");
  const id = await createFridge(admin);
  await admin.context().close();

  await signIn(page, "read-only");
  await openFridge(page, id);
  await page.getByRole("button", { name: "View percentage: 10%" }).click();
  const dialog = page.getByRole("dialog", { name: "percentage" });
  for (const [button, action] of [
    ["Save", "UpdateLocation"],
    ["Schedule", "AddScheduledEvent"],
  ] as const) {
    await expect(dialog.getByRole("button", { name: button, exact: true })).toHaveAttribute(
      "title",
      `Your permissions do not include ${action}`,
    );
  }
  await dialog.getByLabel("percentage").fill("20");
  await dialog.getByLabel("percentage").press("Enter");
  await page.reload();
  await expect(page.getByRole("dialog", { name: "percentage" }).getByText("Now: 10%")).toBeVisible();
});

test("shows a message to users without permission", async ({ page }) => {
  await signIn(page, "no-permissions");
  await page.goto("/locations/detail/ANY");
  await expect(page.getByRole("heading", { name: "You don't have permission to view this location" })).toBeVisible();
  await page.goto("/locations/schedule/ANY");
  await expect(
    page.getByRole("heading", { name: "You don't have permission to view scheduled changes" }),
  ).toBeVisible();
});

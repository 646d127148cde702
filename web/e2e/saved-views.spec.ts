/** Saved views and the arrangement of the home page (docs/requirements/shell.md, SHL-26 and SHL-27). */
import { findViolations } from "../components/checks";
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";

test("saves a view of the locations, opens it from the menu and deletes it", async ({ page }) => {
  // The text is unique, so that this is not the view of an earlier run.
  const text = String(Date.now());
  const name = `Offline ${text}`;
  await signIn(page, "read-only", `/locations/all?status=OFFLINE&sort=-id&text=${text}`);
  await page.getByRole("button", { name: "Views", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Saved views" });
  await menu.getByRole("textbox", { name: "Name of the new view" }).fill(name);
  await menu.getByRole("button", { name: "Save view" }).click();
  await expect(menu.getByRole("button", { name, exact: true })).toHaveAttribute("aria-current", "true");
  expect(await findViolations(page, {}, '[role="dialog"][aria-label="Saved views"]')).toEqual([]);

  // The view is stored on the server, so another session has it.
  await page.goto("/locations/all?status=LIVE");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await menu.getByRole("button", { name, exact: true }).click();
  await expect(page).toHaveURL(/[?&]status=OFFLINE(&|$)/);
  await expect(page).toHaveURL(/[?&]sort=-id(&|$)/);

  await page.getByRole("button", { name: `View: ${name}` }).click();
  await menu.getByRole("button", { name: `Edit ${name}` }).click();
  await menu.getByRole("button", { name: "Delete", exact: true }).click();
  await menu.getByRole("button", { name: "Confirm deletion" }).click();
  await expect(menu.getByRole("button", { name, exact: true })).toHaveCount(0);
});

test("arranges the home page with the keyboard and restores the default tiles", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "customer-service", "/home");
  const arrange = page.getByRole("button", { name: "Arrange this page" });
  await arrange.click();
  const form = page.getByRole("region", { name: "Arrange this page" });
  const save = async () => {
    await form.getByRole("button", { name: "Save" }).click();
    // The form closes when the tiles are stored.
    await expect(form).toHaveCount(0);
  };
  // An earlier run of the test may have stored other tiles.
  const restore = form.getByRole("button", { name: "Restore default tiles" });
  if (await restore.isEnabled()) await restore.click();
  await form.getByRole("button", { name: "Remove: Needs attention today" }).press("Enter");
  await form.getByRole("checkbox", { name: "Coupons" }).check();
  await form.getByRole("button", { name: "Add: Favorite screens" }).click();
  await expectAccessibleEverywhere(page);
  await save();

  await page.reload();
  const favorites = page.getByRole("region", { name: "Favorite screens" });
  await expect(favorites.getByRole("link", { name: "Coupons" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Needs attention today" })).toHaveCount(0);

  await arrange.click();
  await restore.click();
  await form.getByRole("checkbox", { name: "Coupons" }).uncheck();
  await save();
  await expect(page.getByRole("region", { name: "Needs attention today" })).toBeVisible();
});

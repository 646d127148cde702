/** Rules that send alerts by email or webhook (docs/requirements/health.md, HLT-30 to HLT-37). */
import { randomUUID } from "node:crypto";
import { expect, expectAccessible, signIn, test } from "./fixtures";

test("creates a notification rule, tests it, changes it and deletes it", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", "/portfoliohealth/alerts/notifications");
  const name = `Night ${randomUUID().slice(0, 8)}`;
  // The receiver never confirms, because the host does not exist.
  const url = `https://${randomUUID()}.example.com/larder`;
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New notification rule" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("checkbox", { name: "S", exact: true }).check();
  await dialog.getByRole("radio", { name: "During a shift" }).check();
  await dialog.getByLabel("From").fill("23:00");
  await dialog.getByRole("radio", { name: "Webhook" }).check();
  await dialog.getByLabel("URL").fill(url);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${name} saved. The receiver gets a request to confirm.`)).toBeVisible();

  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("S: all alerts");
  await expect(row).toContainText("Mon, Tue, Wed, Thu, Fri 23:00–06:00");
  await expect(row).toContainText("Waiting for confirmation");
  await expectAccessible(page);

  await page.getByRole("button", { name: `Send a test message for ${name}` }).click();
  await expect(page.getByText(`${url} must confirm first.`)).toBeVisible();

  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${name}` });
  await edit.getByRole("radio", { name: "Always" }).check();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Always");

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(`${name} deleted`)).toBeVisible();
  await expect(row).toHaveCount(0);
});

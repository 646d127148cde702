import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { userOf } from "./stack";

/** Invites a user with an e-mail that no other test has. Returns the e-mail. */
async function invite(page: Page): Promise<string> {
  const email = `e2e.${Date.now()}@larder.example`;
  await page.goto("/users/permissions");
  await page.getByRole("button", { name: "Invite user" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("region", { name: email })).toBeVisible();
  return email;
}

/** Applies a role to a user on the permissions page. `check` checks the open dialog before. */
async function applyRole(page: Page, email: string, role: string, check?: (dialog: Locator) => Promise<void>) {
  await page
    .getByRole("region", { name: email })
    .getByRole("button", { name: `Apply a role to ${email}` })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Role").selectOption(role);
  await check?.(dialog);
  await dialog.getByRole("button", { name: "Apply role" }).click();
  await expect(page.getByRole("region", { name: email }).getByText(role, { exact: true })).toBeVisible();
}

test("grants and revokes an action", async ({ page }) => {
  const { email } = userOf("customer-service");
  await signIn(page, "admin", "/users/permissions");
  const person = page.getByRole("region", { name: email });
  await expect(person).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByLabel("User", { exact: true }).selectOption(email);
  await page.getByLabel("Action", { exact: true }).selectOption("RecordTemperature");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await person.getByRole("button", { name: `Remove RecordTemperature from ${email}` }).click();
  await expect(person.getByText("RecordTemperature")).toHaveCount(0);
  await person.getByRole("button", { name: `History of ${email}` }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toContainText("Removed RecordTemperature");
});

test(
  "copies a colleague's permissions with flags in four interactions from the home page",
  { tag: "@long" },
  async ({ page }) => {
    await signIn(page, "admin");
    const source = await invite(page);
    await applyRole(page, source, "Dispatcher");
    const email = await invite(page);
    await page.goto("/home");

    await page.getByRole("main").getByRole("link", { name: "User Permissions", exact: true }).click();
    await page.getByRole("button", { name: `Copy permissions to ${email}` }).click();
    const dialog = page.getByRole("dialog");
    const option = dialog.getByRole("option").filter({ hasText: source });
    await dialog.getByLabel("Copy from").selectOption((await option.getAttribute("value")) ?? "");
    await dialog.getByRole("button", { name: /^Add \d+ permissions$/ }).click();

    const person = page.getByRole("region", { name: email });
    await expect(person.getByRole("button", { name: `Remove OverrideDrop from ${email}` })).toBeVisible();
    await person.getByRole("button", { name: `History of ${email}` }).click();
    const change = page.getByRole("dialog").getByRole("listitem").first();
    await expect(change).toContainText("Copied");
    await expect(change).toContainText("drop-override");
  },
);

test("applies a role after a preview, and shows which role fits", async ({ page }) => {
  await signIn(page, "admin");
  const email = await invite(page);
  const person = page.getByRole("region", { name: email });
  await applyRole(page, email, "Planner", async (dialog) => {
    await expect(dialog.getByText("UploadPars", { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
  await person.getByRole("button", { name: `History of ${email}` }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toContainText("role Planner");
});

test("shows roles and the matrix, and separates drivers from staff", async ({ page }) => {
  await signIn(page, "admin", "/users/permissions?look=roles");
  await expect(page.getByRole("table", { name: "Roles" })).toContainText("Dispatcher");
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("radio", { name: "Matrix" }).click();
  await expect(page.getByRole("table", { name: "Permission matrix" })).toContainText(userOf("logistics").email);
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("radio", { name: "Drivers" }).click();
  await expect(page.getByRole("region", { name: userOf("logistics").email })).toHaveCount(0);
});

test("explains to a user what is missing and whom to ask", async ({ page }) => {
  await signIn(page, "read-only", "/users/access?question=UpdateForecast");
  await expect(page.getByText(`${userOf("read-only").email} cannot do this.`)).toBeVisible();
  await expect(page.getByText(/^Ask .* for UpdateForecast\.$/)).toContainText(userOf("admin").email);
  await expectAccessibleEverywhere(page);
});

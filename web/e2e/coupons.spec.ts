/** Coupon codes (docs/requirements/coupons.md). */
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";

test("generates a code by keyboard only, shows it, and lists it first", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "customer-service", "/coupons");
  const generate = page.getByRole("button", { name: "GENERATE CODE" });
  await expect(generate).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("table", { name: "Coupons" })).toBeVisible({ timeout: 90_000 });
  await expectAccessibleEverywhere(page);

  const issue = page.getByRole("combobox", { name: "Issue type" });
  await issue.focus();
  await page.keyboard.type("spoiled");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(issue).toHaveValue("Quality - Item was spoiled");
  await page.getByLabel("Code value").selectOption("$5");
  const week = page.getByRole("button", { name: "7 days" });
  await week.press("Enter");
  await expect(week).toHaveAttribute("aria-pressed", "true");
  await generate.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Customer Service Code" });
  const code = dialog.getByRole("status", { name: "Code" });
  await expect(code).toHaveText(/^[2-9CDFGHJKMNPQRTVWXY]{10}$/, { timeout: 90_000 });
  const text = await code.innerText();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("table", { name: "Coupons" }).getByRole("row").nth(1)).toContainText(text);
});

test("issues a coupon in four interactions from the home page", async ({ page }) => {
  await signIn(page, "customer-service", "/home");

  await page.getByRole("main").getByRole("link", { name: "Coupons", exact: true }).click();
  const issue = page.getByRole("combobox", { name: "Issue type" });
  await issue.fill("Quality - Item was spoiled");
  await issue.press("Enter");
  await page.getByLabel("Code value").selectOption("$5");
  await page.getByRole("button", { name: "GENERATE CODE" }).click();

  const code = page.getByRole("dialog", { name: "Customer Service Code" }).getByRole("status", { name: "Code" });
  await expect(code).toHaveText(/^[2-9CDFGHJKMNPQRTVWXY]{10}$/, { timeout: 90_000 });
});

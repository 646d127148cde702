import { expect, expectAccessible, signIn, test } from "./fixtures";

test.describe("a user without permissions", () => {
  test("sees a message on the home page", async ({ page }) => {
    await signIn(page, "no-permissions", "/home");
    await expect(page.getByText(/You don't have any permissions yet/)).toBeVisible();
    await expectAccessible(page);
  });

  test("sees no locations, in the list or by address", async ({ page }) => {
    await signIn(page, "no-permissions", "/locations/all");
    await expect(page.getByText("Error! User Action Prohibited!")).toBeVisible();
    await expect(page.getByRole("link", { name: "Inventory" })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto("/locations/detail/ANY");
    await expect(page.getByText("Error! User Action Prohibited!")).toBeVisible();
  });
});

test("disables changes for a read-only user, with the reason", async ({ page }) => {
  await signIn(page, "read-only", "/locations/all");
  const add = page.getByRole("button", { name: "Add" });
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await expect(add).toHaveAccessibleDescription("Your permissions do not include CreateLocation");
});

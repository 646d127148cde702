import { expect, expectAccessible, signIn, test } from "./fixtures";

test.describe("a person without permission", () => {
  test("is told so on the home page", async ({ page }) => {
    await signIn(page, "no-permissions", "/home");
    await expect(page.getByText(/Nothing has been granted to you yet/)).toBeVisible();
    await expectAccessible(page);
  });

  test("sees no location, in the list or by its address", async ({ page }) => {
    await signIn(page, "no-permissions", "/locations/all");
    await expect(page.getByText("Error! User Action Prohibited!")).toBeVisible();
    await expect(page.getByRole("link", { name: "Inventory" })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto("/locations/detail/ANY");
    await expect(page.getByText("Error! User Action Prohibited!")).toBeVisible();
  });
});

test("a person who may only read finds what changes a fridge disabled, with the reason", async ({ page }) => {
  await signIn(page, "read-only", "/locations/all");
  const add = page.getByRole("button", { name: "Add" });
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await expect(add).toHaveAccessibleDescription("Your permissions do not include CreateLocation");
});

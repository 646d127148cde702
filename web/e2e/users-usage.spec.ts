import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";

test("shows usage down to the calls of a route", async ({ page }) => {
  await signIn(page, "admin", "/users/permissions");
  await expect(page.getByText(/\d people/)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Usage" }).click();
  // The previous page's call is recorded with a delay.
  const route = page.getByRole("button", { name: "Calls of GET /users/permissions" });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(route).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectAccessibleEverywhere(page);
  await route.click();
  await expect(page.getByRole("dialog").getByRole("cell", { name: "Ok" }).first()).toBeVisible();
});

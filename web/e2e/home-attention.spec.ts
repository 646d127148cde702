import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";

test("home says what needs attention today, each with the way to its screen", async ({ page }) => {
  await signIn(page, "admin", "/home");
  const cards = page.getByRole("region", { name: "Needs attention today" });
  await expect(cards.getByRole("listitem")).toHaveCount(5);
  await expect(cards.getByText("Looking…")).toHaveCount(0);
  await expect(cards.getByText("This could not be loaded.")).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await cards.getByRole("link", { name: "Fridge alerts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Alerts" })).toBeVisible();
});

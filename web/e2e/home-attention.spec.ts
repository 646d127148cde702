import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";

test("lists what needs attention today, with links to the screens", async ({ page }) => {
  await signIn(page, "admin", "/home");
  const cards = page.getByRole("region", { name: "Needs attention today" });
  await expect(cards.getByRole("listitem")).toHaveCount(5);
  await expect(cards.getByText("Loading…")).toHaveCount(0);
  await expect(cards.getByText("Couldn't load.")).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await cards.getByRole("link", { name: "Fridge alerts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Alerts" })).toBeVisible();
});

/** The search over fridges, screens and more (docs/requirements/shell.md). */
import { createFridge } from "./location-fridge";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";

test(
  "finds an offline fridge by its street and shows why it is offline in two interactions",
  { tag: "@long" },
  async ({ page }) => {
    await signIn(page, "admin", "/home");
    const street = `${Date.now()} Palette St`;
    const id = await createFridge(page, { street });
    await page.reload();
    await expect(page.getByRole("button", { name: "Find anything" })).toBeVisible();

    // The first interaction: a typed search.
    await page.keyboard.press("Control+k");
    const search = page.getByRole("dialog", { name: "Find anything" });
    await search.getByRole("combobox").fill(street);
    const result = search.getByRole("option", { name: id });
    await expect(result).toContainText("OFFLINE");
    await expect(result).toContainText("Fridge");
    // The second interaction: the choice.
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^OFFLINE since .+ by admin@larder\.example\. No reason recorded\./)).toBeVisible();

    await expect(page).toHaveURL(new RegExp(`/locations/detail/${id}$`));
    await page.keyboard.press("/");
    await expect(search.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText(new RegExp(id));
  },
);

test("is accessible and finds screens", { tag: "@accessible" }, async ({ page }) => {
  await signIn(page, "operations", "/home");
  await page.getByRole("button", { name: "Find anything" }).click();
  const search = page.getByRole("dialog", { name: "Find anything" });
  await search.getByRole("combobox").fill("alerts");
  await expect(search.getByRole("option", { name: "Alerts" })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await search.getByRole("option", { name: "Alerts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Alerts" })).toBeVisible();
});

test("shows the keyboard shortcuts", async ({ page }) => {
  await signIn(page, "operations", "/home");
  await expect(page.getByRole("button", { name: "Find anything" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page);
});

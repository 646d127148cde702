/** The pars of a location (docs/requirements/planning.md). */
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";

test("shows a message for a location without pars, and keeps the search in the URL", async ({ page }) => {
  await signIn(page, "admin", "/pars/list");
  const search = page.getByRole("button", { name: "Search" });
  // The search accepts any id until the locations are loaded.
  await expect(page.getByPlaceholder("Loading locations…")).toHaveCount(0);
  await page.getByLabel("Location", { exact: true }).fill("NOWHERE_AT_ALL");
  await search.click();
  await expect(page.getByText("There is no location NOWHERE_AT_ALL")).toBeVisible({ timeout: 60_000 });
  await page.goto("/pars/list?location=NOWHERE_AT_ALL&date=2200-01-01");
  const alert = page.getByText("There was an issue finding pars at that date/location combination");
  await expect(alert).toBeVisible({ timeout: 60_000 });
  await expectAccessibleEverywhere(page);
});

import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { userOf } from "./stack";

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

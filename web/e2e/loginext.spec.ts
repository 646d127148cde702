/** LogiNext in a real browser, against a deployed stack (spec of fleet operations, section 2.7). */
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { daysOfOwn } from "./route-stops";

const shownAs = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

test("a sync is started once its dates and centers were confirmed, and its outcome is shown", async ({ page }) => {
  const [day = "", dayAfter = ""] = daysOfOwn(2);
  await signIn(page, "logistics", `/loginext?start=${day}&end=${dayAfter}`);
  const group = page.getByRole("group", { name: /Fulfillment Centers/ });
  await expect(group.getByRole("checkbox").first()).toBeVisible();
  await expect(group).not.toContainText("Does Not Exist");
  const sync = page.getByRole("button", { name: "Sync", exact: true });
  test.skip((await sync.getAttribute("aria-disabled")) === "true", "all routes are being synced at this hour");

  await sync.click();
  await expect(page.getByText("At least one Fulfillment Center is required.")).toBeVisible();
  await group.getByRole("checkbox", { name: "FC_DALLAS" }).check();
  await sync.click();
  const dialog = page.getByRole("dialog", { name: "Sync with LogiNext" });
  await expect(dialog).toContainText(`Start Date: ${shownAs(day)}`);
  await expect(dialog).toContainText(`End Date: ${shownAs(dayAfter)}`);
  await expect(dialog).toContainText("Fulfillment Centers: FC_DALLAS");
  await dialog.getByRole("button", { name: "Sync" }).click();
  await expect(page.getByText(/LogiNext syncing has been initiated successfully/)).toBeVisible();

  await page.getByLabel("Find a sync").fill(shownAs(day));
  const row = page.getByRole("row").filter({ hasText: "FC_DALLAS" });
  await expect(row).toContainText("logistics@larder.example");
  await expect(row).toContainText("Synced", { timeout: 30_000 });
  await expect(row).toContainText("No routes on these days. LogiNext was sent an empty list.");
  await expectAccessible(page);
});

test("is whole and accessible on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, "logistics", "/loginext?start=2020-01-01");
  await expect(page.getByText('"Start Date" can not be before today.')).toBeVisible();
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

/** LogiNext syncs (docs/requirements/stocking.md, LGX-1 to LGX-5). */
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { uniqueDays } from "./route-stops";

const formatDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

test("starts a sync after confirmation, and shows its result", { tag: "@long" }, async ({ page }) => {
  const [day = "", dayAfter = ""] = uniqueDays(2);
  await signIn(page, "logistics", `/loginext?start=${day}&end=${dayAfter}`);
  const group = page.getByRole("group", { name: /Fulfillment Centers/ });
  await expect(group.getByRole("checkbox").first()).toBeVisible();
  await expect(group).not.toContainText("Does Not Exist");
  const sync = page.getByRole("button", { name: "Sync", exact: true });
  test.skip((await sync.getAttribute("aria-disabled")) === "true", "syncs are blocked at this time of day");

  await sync.click();
  await expect(page.getByText("At least one Fulfillment Center is required.")).toBeVisible();
  await group.getByRole("checkbox", { name: "FC_DALLAS" }).check();
  await sync.click();
  const dialog = page.getByRole("dialog", { name: "Sync with LogiNext" });
  await expect(dialog).toContainText(`Start Date: ${formatDay(day)}`);
  await expect(dialog).toContainText(`End Date: ${formatDay(dayAfter)}`);
  await expect(dialog).toContainText("Fulfillment Centers: FC_DALLAS");
  await dialog.getByRole("button", { name: "Sync" }).click();
  await expect(page.getByText(/LogiNext syncing has been initiated successfully/)).toBeVisible();

  await page.getByLabel("Find a sync").fill(formatDay(day));
  const row = page.getByRole("row").filter({ hasText: "FC_DALLAS" });
  await expect(row).toContainText("logistics@larder.example");
  await expect(row).toContainText("Synced", { timeout: 30_000 });
  await expect(row).toContainText("No routes on these days. LogiNext was sent an empty list.");
  await expectAccessible(page);
});

test("is accessible and fits the screen on a phone", { tag: "@accessible" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, "logistics", "/loginext?start=2020-01-01");
  await expect(page.getByText('"Start Date" can not be before today.')).toBeVisible();
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

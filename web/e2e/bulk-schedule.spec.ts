import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";

const PATH = "/locations/bulk_schedule";

/** Opens the screen and fills in a percentage change for the locations. */
async function planChange(page: Page, ids: readonly string[], percentage: string): Promise<void> {
  await page.goto(PATH);
  await page.getByLabel("Location IDs, one per line").fill(ids.join("\n"));
  await page.getByLabel("Add a property").selectOption("percentage");
  await page.getByLabel("percentage", { exact: true }).fill(percentage);
  await page.getByLabel("Date", { exact: true }).fill("2099-06-01");
  await page.getByLabel("Time (Central)").fill("10:00");
}

const line = (page: Page, id: string): Locator => page.getByRole("row", { name: new RegExp(`^${id} `) });

test("schedules the same change for many locations, and can repeat it", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "operations");
  const [first, second] = [await createFridge(page), await createFridge(page)];
  await planChange(page, [first, second, "UNKNOWN_ID"], "20");
  await expect(page.getByText("Unknown location ID: UNKNOWN_ID")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Schedule / })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Remove the unknown ID" }).click();
  await expect(line(page, first)).toContainText("10%10%20%Ready to schedule");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Schedule 2 changes" }).click();
  await expect(page.getByText("Successfully scheduled 2 changes.")).toBeVisible();
  await page.getByRole("link", { name: `Scheduled changes of ${first}` }).click();
  await expect(page.getByRole("row", { name: /percentage 20% Mon, 06\/01\/2099 10:00 AM CDT/ })).toBeVisible();

  // The same request again, as after a lost response.
  await planChange(page, [first, second], "20");
  await page.getByRole("button", { name: "Schedule 2 changes" }).click();
  await expect(page.getByText("Successfully scheduled 2 changes.")).toBeVisible();
  await page.goto(`/locations/schedule/${second}`);
  await expect(page.getByText("1 of 1")).toBeVisible();
});

test("schedules a change that reverses a pending one, and shows the value now and then", async ({ page }) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await planChange(page, [id], "0");
  await page.getByRole("button", { name: "Schedule 1 change" }).click();
  await expect(page.getByText("Successfully scheduled 1 change.")).toBeVisible();

  await planChange(page, [id], "10");
  await page.getByLabel("Date", { exact: true }).fill("2099-07-01");
  await expect(line(page, id)).toContainText("10%0%10%Ready to schedule");
  await page.getByRole("button", { name: "Schedule 1 change" }).click();
  await expect(page.getByText("Successfully scheduled 1 change.")).toBeVisible();
  await page.goto(`/locations/schedule/${id}`);
  await expect(page.getByText("2 of 2")).toBeVisible();
});

test("rejects rows that conflict with scheduled changes, and schedules the others", async ({ page }) => {
  await signIn(page, "operations");
  const [first, second] = [await createFridge(page), await createFridge(page)];
  await planChange(page, [first], "20");
  await page.getByRole("button", { name: "Schedule 1 change" }).click();
  await expect(page.getByText("Successfully scheduled 1 change.")).toBeVisible();

  await planChange(page, [first, second], "30");
  await page.getByRole("button", { name: "Schedule 2 changes" }).click();
  const conflict = `percentage of ${first} is already scheduled to become 20 at that time by operations@larder.example.`;
  await expect(line(page, first)).toContainText(conflict);
  await expect(line(page, second)).toContainText("Scheduled");
  await expect(page.getByRole("button", { name: "Retry 1 change" })).toBeVisible();
  await expectAccessible(page);
});

test("selects locations with the list's filters", async ({ page }) => {
  await signIn(page, "operations", `${PATH}?status=LIVE`);
  await page.getByText("Select from the list").click();
  await page.getByLabel("Filter fridges").fill("CHI_0001");
  await page.getByRole("checkbox", { name: /^CHI_0001/ }).check();
  await expect(page.getByLabel("Location IDs, one per line")).toHaveValue("CHI_0001\n");
  await expect(page.getByText("1 selected")).toBeVisible();
  await expectAccessible(page);
});

test("shows a message to users without permission", async ({ page }) => {
  await signIn(page, "read-only", PATH);
  await expect(page.getByRole("heading", { name: "You don't have permission to schedule changes" })).toBeVisible();
});

import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";

const PATH = "/locations/bulk_schedule";

/** Opens the screen with what is to become of the locations. */
async function plan(page: Page, ids: readonly string[], percentage: string): Promise<void> {
  await page.goto(PATH);
  await page.getByLabel("Ids, one per line").fill(ids.join("\n"));
  await page.getByLabel("Add a property").selectOption("percentage");
  await page.getByLabel("percentage", { exact: true }).fill(percentage);
  await page.getByLabel("Date", { exact: true }).fill("2099-06-01");
  await page.getByLabel("Time (Central)").fill("10:00");
}

const line = (page: Page, id: string): Locator => page.getByRole("row", { name: new RegExp(`^${id} `) });

test("the same change is scheduled for many locations, and again without harm", async ({ page }) => {
  await signIn(page, "operations");
  const [first, second] = [await createFridge(page), await createFridge(page)];
  await plan(page, [first, second, "NOBODY_HERE"], "20");
  await expect(page.getByText("There is no location NOBODY_HERE")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Schedule / })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Remove the unknown id" }).click();
  await expect(line(page, first)).toContainText("10%10%20%To be scheduled");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Schedule 2 changes" }).click();
  await expect(page.getByText("Successfully scheduled 2 changes.")).toBeVisible();
  await page.getByRole("link", { name: `Scheduled changes of ${first}` }).click();
  await expect(page.getByRole("row", { name: /percentage 20% Mon, Jun 1, 2099, 10:00 AM CDT/ })).toBeVisible();

  // The same again, as after an answer that was lost.
  await plan(page, [first, second], "20");
  await page.getByRole("button", { name: "Schedule 2 changes" }).click();
  await expect(page.getByText("Successfully scheduled 2 changes.")).toBeVisible();
  await page.goto(`/locations/schedule/${second}`);
  await expect(page.getByText("1 of 1")).toBeVisible();
});

test("a change that reverses a pending one is scheduled, with the value then beside the value now", async ({
  page,
}) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await plan(page, [id], "0");
  await page.getByRole("button", { name: "Schedule 1 change" }).click();
  await expect(page.getByText("Successfully scheduled 1 change.")).toBeVisible();

  await plan(page, [id], "10");
  await page.getByLabel("Date", { exact: true }).fill("2099-07-01");
  await expect(line(page, id)).toContainText("10%0%10%To be scheduled");
  await page.getByRole("button", { name: "Schedule 1 change" }).click();
  await expect(page.getByText("Successfully scheduled 1 change.")).toBeVisible();
  await page.goto(`/locations/schedule/${id}`);
  await expect(page.getByText("2 of 2")).toBeVisible();
});

test("what is scheduled otherwise already is refused by row, and the others are scheduled", async ({ page }) => {
  await signIn(page, "operations");
  const [first, second] = [await createFridge(page), await createFridge(page)];
  await plan(page, [first], "20");
  await page.getByRole("button", { name: "Schedule 1 change" }).click();
  await expect(page.getByText("Successfully scheduled 1 change.")).toBeVisible();

  await plan(page, [first, second], "30");
  await page.getByRole("button", { name: "Schedule 2 changes" }).click();
  const refusal = `percentage of ${first} is already scheduled to become 20 at that time by operations@larder.example.`;
  await expect(line(page, first)).toContainText(refusal);
  await expect(line(page, second)).toContainText("Scheduled");
  await expect(page.getByRole("button", { name: "Try 1 change again" })).toBeVisible();
  await expectAccessible(page);
});

test("locations are picked with the list's filters", async ({ page }) => {
  await signIn(page, "operations", `${PATH}?status=LIVE`);
  await page.getByText("Pick from the list").click();
  await page.getByLabel("Filter fridges").fill("CHI_0001");
  await page.getByRole("checkbox", { name: /^CHI_0001/ }).check();
  await expect(page.getByLabel("Ids, one per line")).toHaveValue("CHI_0001\n");
  await expect(page.getByText("1 chosen")).toBeVisible();
  await expectAccessible(page);
});

test("is not for those who may not schedule", async ({ page }) => {
  await signIn(page, "read-only", PATH);
  await expect(page.getByRole("heading", { name: "Your permissions do not let you schedule changes" })).toBeVisible();
});

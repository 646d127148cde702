/** The health page of one fridge and its alerts, against a deployed stack (spec of fleet operations, sections 2.3 and 4.3). */
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { tell } from "./telemetry";

test("what a fridge reports is on its page as it happens, on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "admin");
  const id = await createFridge(page);
  await page.goto(`/locations/health/${id}`);
  await expect(page.getByText("No data: this fridge has never reported.")).toBeVisible();
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();

  const row = (name: string) => page.getByRole("table", { name: `Health of ${id}` }).getByRole("row", { name });
  await tell("HealthReport", id, { temperature: 37.2, jofemarState: "STATUS_0_READY", hdmi: true, safetyHold: false });
  await expect(row("Temperature 37.2 °F (good)")).toBeVisible();
  await expect(row("Vending state STATUS_0_READY (good)")).toBeVisible();
  await expect(row("Card reader connected Unknown")).toBeVisible();

  await tell("HealthReport", id, { temperature: 44.6, safetyHold: true, safetyHoldTs: new Date().toISOString() });
  await expect(row("Temperature 44.6 °F (bad)")).toBeVisible();
  await expect(row("Safety hold Yes (bad)")).toBeVisible();
  await expect(page.getByText("lowest 37.2 °F, highest 44.6 °F")).toBeVisible();

  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("a fridge's events and its customers' stand on its page, in Chicago's time", async ({ page }) => {
  await signIn(page, "admin");
  const id = await createFridge(page);
  await tell("CheckpointEvent", id, { name: "DOOR_OPENED", data: { door: "MAIN" } });
  await tell("SegmentEvent", id, { eventType: "purchaseCompleted", payload: { items: 2 } });
  // Events are asked for once a minute: the page is opened until they are written.
  await expect(async () => {
    await page.goto(`/locations/health/${id}`);
    await expect(page.getByRole("list", { name: "Segment events" })).toContainText("purchaseCompleted");
  }).toPass();
  const events = page.getByRole("list", { name: "Fridge events" }).getByRole("listitem");
  await expect(events).toHaveText(/^DOOR_OPENED .* C[SD]T ?door MAIN$/);
});

test("an alert is raised, acknowledged with a note, and history once the fridge is well", async ({ page }) => {
  // Only fridges that sell have alerts: the first of them by id.
  await signIn(page, "admin", "/portfoliohealth?look=worst&sort=id");
  const first = page.getByRole("table", { name: "Fridges", exact: true }).getByRole("link").first();
  const id = (await first.textContent({ timeout: 60_000 })) ?? "";
  await page.goto(`/portfoliohealth/alerts?fridge=${id}`);
  await expect(page.getByText("No alert is open: all is well")).toBeVisible();
  await tell("HealthReport", id, { outOfOrder: true, outOfOrderTs: new Date().toISOString() });
  await page.getByRole("button", { name: `Acknowledge ${id}: Out of order` }).click({ timeout: 30_000 });
  await page.getByLabel("Note").fill("Door sensor; a driver is on the way");
  await page.getByRole("dialog").getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText("“Door sensor; a driver is on the way”")).toBeVisible();
  await expectAccessible(page);

  await tell("HealthReport", id, { outOfOrder: false, outOfOrderTs: new Date().toISOString() });
  await expect(page.getByText("No alert is open: all is well")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByRole("row", { name: /Out of order/ }).first()).toContainText("cleared");
});

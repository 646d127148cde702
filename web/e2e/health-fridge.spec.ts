/** The health page of one fridge and its alerts (docs/requirements/health.md). */
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { sendTelemetry } from "./telemetry";

test("shows a fridge's reports live on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "admin");
  const id = await createFridge(page);
  await page.goto(`/locations/health/${id}`);
  await expect(page.getByText("No data: this fridge has never reported.")).toBeVisible();
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();

  const attribute = (label: string) =>
    page
      .getByLabel(`Health of ${id}`, { exact: true })
      .locator("div")
      .filter({ has: page.getByText(label, { exact: true }) })
      .getByRole("definition");
  await sendTelemetry("HealthReport", id, {
    temperature: 37.2,
    jofemarState: "STATUS_0_READY",
    hdmi: true,
    safetyHold: false,
  });
  await expect(attribute("Temperature")).toContainText("37.2 °F (good)");
  await expect(attribute("Vending state")).toContainText("STATUS_0_READY (good)");
  await expect(attribute("Card reader connected")).toContainText("Unknown");

  await sendTelemetry("HealthReport", id, {
    temperature: 44.6,
    safetyHold: true,
    safetyHoldTs: new Date().toISOString(),
  });
  await expect(attribute("Temperature")).toContainText("44.6 °F (bad)");
  await expect(attribute("Safety hold")).toContainText("Yes (bad)");
  await expect(page.getByText("lowest 37.2 °F, highest 44.6 °F")).toBeVisible();

  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("shows the events of a fridge and its customers in Central time", async ({ page }) => {
  await signIn(page, "admin");
  const id = await createFridge(page);
  await sendTelemetry("CheckpointEvent", id, { name: "DOOR_OPENED", data: { door: "MAIN" } });
  await sendTelemetry("SegmentEvent", id, { eventType: "purchaseCompleted", payload: { items: 2 } });
  // The page reads events once a minute, so the test reloads it until they are stored.
  await expect(async () => {
    await page.goto(`/locations/health/${id}`);
    await expect(page.getByRole("list", { name: "Segment events" })).toContainText("purchaseCompleted");
  }).toPass();
  const events = page.getByRole("list", { name: "Fridge events" }).getByRole("listitem");
  await expect(events).toHaveText(/^DOOR_OPENED .* C[SD]T ?door MAIN$/);
});

test(
  "raises an alert, acknowledges it with a note, and moves it to the history once the fridge is healthy",
  { tag: "@long" },
  async ({ page }) => {
    // Only live fridges have alerts. The test uses the first one by id.
    await signIn(page, "admin", "/portfoliohealth?look=worst&sort=id");
    const first = page.getByRole("table", { name: "Fridges", exact: true }).getByRole("link").first();
    const id = (await first.textContent({ timeout: 60_000 })) ?? "";
    await page.goto(`/portfoliohealth/alerts?fridge=${id}`);
    await expect(page.getByText("No open alerts")).toBeVisible();
    await sendTelemetry("HealthReport", id, { outOfOrder: true, outOfOrderTs: new Date().toISOString() });
    await page.getByRole("button", { name: `Acknowledge ${id}: Out of order` }).click({ timeout: 30_000 });
    await page.getByLabel("Note").fill("Door sensor; a driver is on the way");
    await page.getByRole("dialog").getByRole("button", { name: "Acknowledge" }).click();
    await expect(page.getByText("“Door sensor; a driver is on the way”")).toBeVisible();
    await expectAccessible(page);

    await sendTelemetry("HealthReport", id, { outOfOrder: false, outOfOrderTs: new Date().toISOString() });
    await expect(page.getByText("No open alerts")).toBeVisible({ timeout: 30_000 });
    await page.getByRole("radio", { name: "History" }).click();
    await expect(page.getByRole("row", { name: /Out of order/ }).first()).toContainText("cleared");
  },
);

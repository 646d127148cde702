/** Commands to many fridges (docs/requirements/health.md, CMD-7, CMD-9). */
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { openHome, startCounting } from "./task";
import { sendTelemetry } from "./telemetry";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("sends one command to all too-warm fridges in four interactions", { tag: "@long" }, async ({ page }) => {
  test.slow();
  await signIn(page, "admin", "/home");
  const fridges = [await createFridge(page, { status: "LIVE" }), await createFridge(page, { status: "LIVE" })];
  for (const id of fridges) {
    // A fridge that is too warm for more than 30 minutes raises an alert.
    for (const minutes of [45, 1]) {
      await sendTelemetry("HealthReport", id, { temperature: 52, occurredAt: minutesAgo(minutes) });
    }
  }
  const tooWarm = page.getByRole("link", { name: "Alerts: Too warm" });
  for (const id of fridges) {
    await page.goto(`/portfoliohealth/alerts?kind=TOO_WARM&text=${id}`);
    await expect(page.getByRole("rowheader", { name: id })).toBeVisible({ timeout: 60_000 });
  }
  await openHome(page);

  const { interact, count } = startCounting();
  await interact(tooWarm.click());
  await interact(page.getByRole("checkbox", { name: "Select all alerts" }).check());
  await interact(page.getByRole("combobox", { name: "Send command" }).selectOption("Reset ReactUI"));
  await expect(page.getByRole("dialog", { name: /^Reset ReactUI of \d+ fridges\?$/ })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: /^Reset ReactUI/ });
  for (const id of fridges) await expect(dialog.getByRole("rowheader", { name: id })).toBeVisible();
  await expectAccessible(page);
  await interact(dialog.getByRole("button", { name: "Reset ReactUI" }).click());
  expect(count()).toBe(4);

  for (const id of fridges) {
    const row = dialog.getByRole("row").filter({ hasText: id });
    await expect(row).toContainText("Sent", { timeout: 60_000 });
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Show results" })).toBeVisible();

  // The same command is still pending, which the results state.
  await page.getByRole("combobox", { name: "Send command" }).selectOption("Reset ReactUI");
  await dialog.getByRole("button", { name: "Reset ReactUI" }).click();
  for (const id of fridges) {
    await expect(dialog.getByRole("row").filter({ hasText: id })).toContainText("Already pending", { timeout: 60_000 });
  }
});

/** The temperature record of a fridge for inspectors (docs/requirements/health.md, HLT-20 to HLT-23). */
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { sendTelemetry } from "./telemetry";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("shows the time above 41 °F, and records a corrective action", async ({ page }) => {
  await signIn(page, "admin");
  const id = await createFridge(page);
  // An even rise from 40 to 42 °F and an even fall to 40 °F within 40 minutes: 20 minutes are above 41 °F.
  for (const [minutes, temperature] of [
    [60, 40],
    [40, 42],
    [20, 40],
  ] as const) {
    await sendTelemetry("HealthReport", id, { temperature, occurredAt: minutesAgo(minutes) });
  }
  const summary = page.getByLabel("Summary", { exact: true });
  await expect(async () => {
    await page.goto(`/locations/temperature-record/${id}`);
    await expect(summary).toContainText("Readings3");
  }).toPass();
  await expect(summary).toContainText("Above 41 °F20 min");
  await expectAccessibleEverywhere(page);

  await page.getByRole("button", { name: /^Record action for/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Action").selectOption("Discarded the products");
  await dialog.getByLabel("Note").fill("12 salads");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Record", exact: true }).click();
  const excursions = page.getByRole("table", { name: "Excursions above 41 °F" });
  await expect(excursions).toContainText("Discarded the products: 12 salads");
});

test("reports missing readings as no data", async ({ page }) => {
  await signIn(page, "read-only");
  const id = "UNKNOWN_FRIDGE";
  await page.goto(`/locations/temperature-record/${id}`);
  await expect(page.getByText("No data: the fridge reported no temperatures in this period")).toBeVisible();
  await page.getByRole("link", { name: `Health of ${id}` }).click();
  await expect(page).toHaveURL(new RegExp(`/locations/health/${id}$`));
});

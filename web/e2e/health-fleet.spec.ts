/** Fridge Health Monitoring (docs/requirements/health.md). */
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { sendTelemetry } from "./telemetry";

test("shows the fleet's health in a chart and panels, filters it, and lists the worst fridges first", async ({
  page,
}) => {
  test.slow();
  // The last live fridge by id.
  await signIn(page, "admin", "/portfoliohealth?look=worst&sort=-id");
  const last = page.getByRole("table", { name: "Fridges", exact: true }).getByRole("link").first();
  const id = (await last.textContent({ timeout: 60_000 })) ?? "";
  await sendTelemetry("HealthReport", id, {
    ...{ hdmi: true, elo: true, cardReader: true, electricalLayout: true },
    ...{ outOfOrder: true, safetyHold: false, inaccessible: false, temperature: 36, allReasons: ["Door open"] },
  });

  await page.goto(`/portfoliohealth?text=${id}`);
  await expect(page.getByText("No fridges match these filters")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("switch", { name: "Is Out of Order" }).check();
  await page.getByRole("button", { name: new RegExp(id) }).click();
  await expect(page.getByLabel(`Health of ${id}`, { exact: true })).toContainText("Door open");
  await expect(page).toHaveURL(new RegExp(`text=${id}&outOfOrder=on&open=${id}$`));
  await expectAccessible(page);

  await page.getByRole("link", { name: /^Show the [\d,]+ fridges: Out of Order$/ }).click();
  const line = page.getByRole("row", { name: new RegExp(id) });
  await expect(line).toContainText("Out of order");
  await line.getByRole("link", { name: id }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Health of ${id}` })).toBeVisible();

  // Resets the fridge for other tests. The open page receives the report.
  await sendTelemetry("HealthReport", id, { outOfOrder: false, temperature: 36 });
  await expect(page.getByLabel(`Health of ${id}`, { exact: true })).toContainText(/Out of order\WNo/);
});

/** Stocking logs and route temperatures (docs/requirements/reports.md, RPT-3 and RPT-4). */
import { randomUUID } from "node:crypto";
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { sendTelemetry } from "./telemetry";

test("highlights a failed request in today's stocking logs", async ({ page }) => {
  await signIn(page, "admin", "/reports/stockinglogs");
  const [id, requestId] = [await createFridge(page), randomUUID()];
  const step = { requestId, uuid: randomUUID(), operation: "UpdateFridgeStock" };
  await sendTelemetry("DriverLog", id, { ...step, entry: "request" });
  await sendTelemetry("DriverLog", id, { ...step, entry: "error", error: "The fridge did not answer" });
  const row = page.getByRole("table", { name: "Requests" }).getByRole("row").filter({ hasText: id });
  await expect(async () => {
    await page.getByRole("button", { name: "Fetch Data" }).click();
    await page.getByLabel("Find", { exact: true }).fill(id);
    await expect(row).toContainText("Error while processing this request", { timeout: 2000 });
  }).toPass();
  await expect(row).toContainText("The fridge did not answer");
  await expectAccessibleEverywhere(page);
});

test("highlights a temperature above the limit in today's route temperatures", async ({ page }) => {
  await signIn(page, "admin", "/reports/routetemperatures");
  const id = await createFridge(page);
  await sendTelemetry("Temperature", id, { temperature: 43.5, route: "e2e_warm" });
  const row = page.getByRole("table", { name: "Temperatures" }).getByRole("row").filter({ hasText: id });
  await expect(async () => {
    await page.getByRole("button", { name: "Fetch Data" }).click();
    await page.getByLabel("Find location or route").fill(id);
    await expect(row).toContainText("43.5 °F, above 41", { timeout: 2000 });
  }).toPass();
  await expectAccessibleEverywhere(page);
});

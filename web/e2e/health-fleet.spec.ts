/** Fridge Health Monitoring against a deployed stack (spec of fleet operations, section 2.2). */
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { tell } from "./telemetry";

test("the fleet's health: chart, toggles, panels and the worst first", async ({ page }) => {
  test.slow();
  // The last of them by id: one of the fridges that sell.
  await signIn(page, "admin", "/portfoliohealth?look=worst&sort=-id");
  const last = page.getByRole("table", { name: "Fridges", exact: true }).getByRole("link").first();
  const id = (await last.textContent({ timeout: 60_000 })) ?? "";
  await tell("HealthReport", id, {
    ...{ hdmi: true, elo: true, cardReader: true, electricalLayout: true },
    ...{ outOfOrder: true, safetyHold: false, inaccessible: false, temperature: 36, allReasons: ["Door open"] },
  });

  await page.goto(`/portfoliohealth?text=${id}`);
  await expect(page.getByText("No fridge matches the filters")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("switch", { name: "Is Out of Order" }).check();
  await page.getByRole("button", { name: new RegExp(id) }).click();
  await expect(page.getByRole("table", { name: `Health of ${id}` })).toContainText("Door open");
  await expect(page).toHaveURL(new RegExp(`text=${id}&outOfOrder=on&open=${id}$`));
  await expectAccessible(page);

  await page.getByRole("link", { name: /^Show the [\d,]+ fridges: Out of Order$/ }).click();
  const line = page.getByRole("row", { name: new RegExp(id) });
  await expect(line).toContainText("Out of order");
  await line.getByRole("link", { name: id }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Health of ${id}` })).toBeVisible();

  // Well again, for whoever looks next; the open page is told.
  await tell("HealthReport", id, { outOfOrder: false, temperature: 36 });
  await expect(page.getByRole("row", { name: /^Out of order No/ })).toBeVisible();
});

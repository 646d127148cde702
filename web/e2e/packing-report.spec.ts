/** The packing slip report of a large synthetic day (docs/requirements/planning.md, PKG-1). */
import type { Page } from "@playwright/test";
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";

const LOCATIONS = 2_500;
const ITEMS = ["Harvest Salad", "Greek Salad", "Turkey Club", "Berry Parfait", "Green Juice", "Miso Ramen"];

/** Replaces the report with that of a large fleet. Other requests go to the stack. */
async function serveSyntheticReport(page: Page): Promise<void> {
  const locations = Array.from({ length: LOCATIONS }, (_, index) => ({
    location: `IL_${String(index).padStart(4, "0")}`,
    driver: `chi_${index % 60}`,
    data_ids: Object.fromEntries(ITEMS.map((item, itemIndex) => [item, (index + itemIndex) % 4])),
  }));
  await page.route("**/pars/report/20261123", (route) => route.fulfill({ json: { locations } }));
}

test("shows the day's Summary and one location, and prints all", async ({ page }) => {
  await serveSyntheticReport(page);
  await signIn(page, "admin", "/pars/prodreport?date=2026-11-23");
  const needs = page.getByRole("region", { name: "Needs" });
  await expect(needs.getByRole("heading", { name: "Summary of 2,500 locations" })).toBeVisible();
  await expect(needs.getByRole("row", { name: /^1 A Harvest Salad/ })).toBeVisible();
  await expect(needs.getByRole("row", { name: /^other B Miso Ramen/ })).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.getByRole("searchbox", { name: "Find a location or driver" }).fill("IL_2001");
  await page.getByRole("button", { name: /^IL_2001/ }).click();
  await expect(needs.getByRole("heading", { name: "IL_2001" })).toBeVisible();
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute("data-printed", String(document.querySelectorAll("[data-printed-report] h2").length));
  });
  await page.getByRole("searchbox", { name: "Find a location or driver" }).fill("chi_1");
  await page.getByRole("button", { name: /^Print all/ }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", /^\d+$/);
});

/** The packing slip report in a real browser (spec of planning and reporting, section 2), of a made-up large day. */
import type { Page } from "@playwright/test";
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";

const LOCATIONS = 2_500;
const ITEMS = ["Harvest Salad", "Greek Salad", "Turkey Club", "Berry Parfait", "Green Juice", "Miso Ramen"];

/** Answers the report as a large fleet's would be; all else is the stack's. */
async function madeUpReport(page: Page): Promise<void> {
  const locations = Array.from({ length: LOCATIONS }, (_, index) => ({
    location: `IL_${String(index).padStart(4, "0")}`,
    driver: `chi_${index % 60}`,
    data_ids: Object.fromEntries(ITEMS.map((item, place) => [item, (index + place) % 4])),
  }));
  await page.route("**/pars/report/20261123", (route) => route.fulfill({ json: { locations } }));
}

test("a packer looks at the day's Summary, at one location, and prints all", async ({ page }) => {
  await madeUpReport(page);
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
      document.body.setAttribute("data-printed", String(document.querySelectorAll(".packing-printed h2").length));
  });
  await page.getByRole("searchbox", { name: "Find a location or driver" }).fill("chi_1");
  await page.getByRole("button", { name: /^Print all/ }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", /^\d+$/);
});

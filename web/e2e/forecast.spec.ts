/** Forecast upload and view (docs/requirements/planning.md). */
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";

/** Returns a day that no other test uses, in the formats of the URL, the file and the screen. */
function uniqueDay(): { readonly iso: string; readonly slashed: string; readonly shown: string } {
  const day = new Date(Date.UTC(2400, 0, 1) + Math.floor(Math.random() * 300_000) * 86_400_000);
  const iso = day.toISOString().slice(0, 10);
  const [year, month, date] = iso.split("-");
  return { iso, slashed: `${year}/${month}/${date}`, shown: `${month}/${date}/${year}` };
}

test("uploads a forecast, shows the day, and edits an item", async ({ page }) => {
  test.slow();
  const { iso, slashed, shown } = uniqueDay();
  const text = `Item,AllocationDate,Quantity,ProductionDate\nSalad,${slashed},40,2026/11/20\nSoup,${slashed},7,${slashed}\n`;
  await signIn(page, "admin", "/forecast/upload");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "week 47.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const alert = page.getByRole("dialog", { name: "Holdover Alert" });
  await expect(alert.getByRole("cell", { name: "Salad" })).toBeVisible();
  await alert.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("2 rows: 2 added, 0 changed, 0 unchanged, 0 rejected")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Upload Forecast" }).click();
  await expect(page.getByText("Upload complete")).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("region", { name: "Past uploads" }).getByText("Finished").first()).toBeVisible();

  await page.goto(`/forecast/view?date=${iso}`);
  await expect(page.getByRole("heading", { name: `Forecast ${shown}` })).toBeVisible();
  await page.getByRole("button", { name: "Soup", exact: true }).click();
  const editor = page.getByRole("dialog", { name: `Soup on ${shown}` });
  await editor.getByRole("spinbutton", { name: "Quantity" }).fill("9");
  await expect(editor.getByText("week 47.csv")).toBeVisible();
  await expectAccessible(page);
  await editor.getByRole("button", { name: "Save changes" }).click();
  await expect(
    page.getByRole("table", { name: "Forecast" }).getByRole("cell", { name: "9", exact: true }),
  ).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const bars = page.getByRole("region", { name: "Surrounding days" }).getByRole("button");
  const countWider = () => bars.evaluateAll((all) => all.filter((bar) => bar.scrollWidth > bar.clientWidth).length);
  // The bars have their final width when a script has hidden the sidebar.
  await expect.poll(countWider, "bars that are wider than their day").toBe(0);
});

/** Forecast upload and view in a real browser, against a deployed stack (spec of planning and reporting, section 2). */
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";

/** A day that no other test has, as the file has it. */
function dayOfOwn(): { readonly iso: string; readonly strict: string; readonly shown: string } {
  const day = new Date(Date.UTC(2400, 0, 1) + Math.floor(Math.random() * 300_000) * 86_400_000);
  const iso = day.toISOString().slice(0, 10);
  const [year, month, date] = iso.split("-");
  return { iso, strict: `${year}/${month}/${date}`, shown: `${month}/${date}/${year}` };
}

test("a planner uploads a forecast, looks at the day, and corrects an item", async ({ page }) => {
  test.slow();
  const { iso, strict, shown } = dayOfOwn();
  const text = `Item,AllocationDate,Quantity,ProductionDate\nSalad,${strict},40,2026/11/20\nSoup,${strict},7,${strict}\n`;
  await signIn(page, "admin", "/forecast/upload");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "week 47.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const alert = page.getByRole("dialog", { name: "Holdover Alert" });
  await expect(alert.getByRole("cell", { name: "Salad" })).toBeVisible();
  await alert.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("2 rows: 2 added, 0 changed, 0 unchanged, 0 refused")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Upload Forecast" }).click();
  await expect(page.getByText("Everything is written")).toBeVisible({ timeout: 90_000 });
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
  const bars = page.getByRole("region", { name: "Days around" }).getByRole("button");
  const wider = bars.evaluateAll((all) => all.filter((bar) => bar.scrollWidth > bar.clientWidth).length);
  expect(await wider, "bars that are wider than their day").toBe(0);
});

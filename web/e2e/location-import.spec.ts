import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import writeExcelFile from "write-excel-file/node";
import { INVALID_ROWS, crmRows, csvOf, validRow, HEADER } from "../test/customerRecords";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { rowWith } from "./location-fridge";

const newPrefix = () => `E2E_${randomUUID().slice(0, 8)}`;

const choose = (page: Page, buffer: Buffer, name = "records.csv") =>
  page
    .getByLabel("Customer records (CSV or .xlsx)")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
const chooseCsv = (page: Page, rows: Parameters<typeof csvOf>[0]) => choose(page, Buffer.from(csvOf(rows)));
const create = (page: Page) => page.getByRole("button", { name: "Create new locations" }).click();
const counts = (page: Page) => page.getByRole("status").filter({ hasText: /\brows?:|\bcreated\.$/ });
const table = (page: Page) => page.getByRole("table", { name: "Rows in the file" });

test.beforeEach(({ page }) => signIn(page, "admin", "/locations/bulk_new"));

test(
  "imports 5,000 rows with 300 invalid ones: creates the valid ones and removes them from the table",
  { tag: "@long" },
  async ({ page }) => {
    test.setTimeout(120_000);
    const prefix = newPrefix();
    await chooseCsv(page, crmRows(prefix, 4700, 300));
    await expect(counts(page)).toHaveText("5,000 rows: 4,700 valid, 300 invalid.");
    await expect(table(page)).toHaveAttribute("aria-rowcount", "5001");

    await page.getByLabel("Status").selectOption("invalid");
    await expect(table(page)).toHaveAttribute("aria-rowcount", "301");
    const issues = page.getByRole("region", { name: "Issues to fix" });
    await issues.getByRole("button", { name: "The id is in the file more than once" }).click();
    await expect(table(page)).toHaveAttribute("aria-rowcount", "15");
    await issues.getByRole("button", { name: "The id is in the file more than once" }).click();

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download invalid rows" }).click();
    const text = readFileSync(await (await downloading).path(), "utf8");
    expect(text).toContain(`${HEADER.join(",")},reason`);
    for (const { message } of INVALID_ROWS) expect(text).toContain(message);

    await page.getByLabel("Status").selectOption("");
    const progress = page.getByRole("progressbar", { name: "Upload" });
    let done = 0;
    // Importing all rows takes minutes, so the test stops, resumes and stops the upload.
    for (const minimum of [100, 50]) {
      await create(page);
      await expect(page.getByRole("button", { name: "Uploading Locations…" })).toBeVisible();
      await expect
        .poll(() => progress.getAttribute("value").then(Number), { timeout: 40_000 })
        .toBeGreaterThan(minimum);
      await page.getByRole("button", { name: "Stop" }).click();
      await expect(page.getByText("Stopped. Select Create new locations to continue.")).toBeVisible();
      const [, created = ""] = /([\d,]+) created\.$/.exec((await counts(page).textContent()) ?? "") ?? [];
      expect(Number(created.replace(",", "")) - done).toBeGreaterThan(minimum);
      done = Number(created.replace(",", ""));
      const format = (count: number) => count.toLocaleString("en-US");
      await expect(counts(page)).toHaveText(
        `${format(5000 - done)} rows: ${format(4700 - done)} valid, 300 invalid. ${format(done)} created.`,
      );
      await expect(table(page)).toHaveAttribute("aria-rowcount", String(5001 - done));
    }

    // Created locations are duplicates in a new file.
    await chooseCsv(page, [validRow(`${prefix}_0`)]);
    await expect(page.getByText(`There is already a location with the id ${prefix}_0`)).toBeVisible();
    await page.goto(`/locations/detail/${prefix}_3`);
    await expect(rowWith(page, "timeZone", "Eastern")).toBeVisible();
    await expect(rowWith(page, "priceMapTemplate", "PMT_NE_STANDARD")).toBeVisible();
    await expect(rowWith(page, "stockingSchedule", "Mon, Tue, Thu, Sun")).toBeVisible();
    await expect(rowWith(page, "layoutName", "Default")).toBeVisible();
  },
);

test("reads dates from a workbook, and restores leading zeros of ZIP codes", async ({ page }) => {
  const prefix = newPrefix();
  const row = (index: number) =>
    HEADER.map((column) => {
      if (column === "Fridge_Zipcode__c") return { value: 7102 };
      if (column === "Stocking_Date__c") {
        return { value: new Date("2027-01-05T00:00:00Z"), type: Date, format: "mm/dd/yyyy" };
      }
      if (column === "Sales_Tax_Rate__c") return { value: 6.625 };
      return { value: validRow(`${prefix}_${index}`, 3)[column] };
    });
  const header = HEADER.map((value) => ({ value }));
  const workbook = await writeExcelFile([header, row(1), row(2)]).toBuffer();
  await choose(page, workbook, "records.xlsx");
  await expect(counts(page)).toHaveText("2 rows: 2 valid, 0 invalid.");
  await create(page);
  await expect(page.getByText("All 2 locations were created")).toBeVisible();
  await page.goto(`/locations/detail/${prefix}_1`);
  await expect(rowWith(page, "address", "4 Main St, Newark, NJ 07102")).toBeVisible();
  await expect(rowWith(page, "onlineDate", "01/05/2027")).toBeVisible();
  await expect(rowWith(page, "taxRate", "6.625%")).toBeVisible();
});

test("recovers from a lost connection and lost responses", { tag: "@long" }, async ({ page }) => {
  const prefix = newPrefix();
  await chooseCsv(page, crmRows(prefix, 60, 0));
  await expect(counts(page)).toHaveText("60 rows: 60 valid, 0 invalid.");
  let sent = 0;
  let offline = true;
  await page.route(/\/locations$/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent += 1;
    if (!offline || sent <= 20) return route.fallback();
    // Requests 21 to 26 are saved but their responses are lost. Later requests fail.
    if (sent <= 26) await route.fetch();
    await route.abort();
  });
  await create(page);
  await expect(page.getByText(/The server is not responding/)).toBeVisible({ timeout: 30_000 });
  await expect(counts(page)).toHaveText(/\d+ failed/);
  offline = false;
  await page.getByRole("button", { name: /^Retry \d+ failed rows$/ }).click();
  await expect(counts(page)).not.toHaveText(/failed/);
  await create(page);
  await expect(page.getByText("All 60 locations were created")).toBeVisible();
});

test("asks for confirmation before leaving during an upload", async ({ page }) => {
  await chooseCsv(page, crmRows(newPrefix(), 1, 0));
  await expect(counts(page)).toHaveText(/1 valid/);
  await page.route(/\/locations$/, () => undefined);
  await create(page);
  await page.getByRole("link", { name: "Add a single fridge" }).click();
  const question = page.getByRole("dialog", { name: "Leave during the upload?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page).toHaveURL(/bulk_new/);
});

test("names the missing columns of another kind of file", async ({ page }) => {
  await choose(page, Buffer.from("\uFEFFid,route,stop\r\nA,b,1\r\n", "utf16le"));
  await expect(page.getByText(/Missing columns: POS_NAME__c, Business_Hours__c/)).toBeVisible();
});

test("is accessible, also on a phone", { tag: "@accessible" }, async ({ page }) => {
  await expect(page.getByLabel("Customer records (CSV or .xlsx)")).toBeVisible();
  await expectAccessible(page);
  await chooseCsv(page, crmRows(newPrefix(), 30, 30));
  await expect(counts(page)).toHaveText(/30 valid/);
  await expectAccessibleEverywhere(page);
});

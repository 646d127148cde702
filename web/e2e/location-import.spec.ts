import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import writeExcelFile from "write-excel-file/node";
import { BAD_KINDS, crmRows, csvOf, goodRow, HEADER } from "../test/customerRecords";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { rowWith } from "./location-fridge";

const newPrefix = () => `E2E_${randomUUID().slice(0, 8)}`;

const choose = (page: Page, buffer: Buffer, name = "records.csv") =>
  page
    .getByLabel("Customer records (CSV or .xlsx)")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
const chooseCsv = (page: Page, rows: Parameters<typeof csvOf>[0]) => choose(page, Buffer.from(csvOf(rows)));
const create = (page: Page) => page.getByRole("button", { name: "Create new locations" }).click();
const counts = (page: Page) => page.locator(".import-counts");
const table = (page: Page) => page.getByRole("table", { name: "Rows of the file" });

test.beforeEach(({ page }) => signIn(page, "admin", "/locations/bulk_new"));

test("a file of 5,000 rows with 300 bad ones of every kind: valid ones are created and leave the table", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const prefix = newPrefix();
  await chooseCsv(page, crmRows(prefix, 4700, 300));
  await expect(counts(page)).toHaveText("5,000 rows: 4,700 valid, 300 invalid.");
  await expect(table(page)).toHaveAttribute("aria-rowcount", "5001");

  await page.getByLabel("Status").selectOption("invalid");
  await expect(table(page)).toHaveAttribute("aria-rowcount", "301");
  const repairs = page.getByRole("region", { name: "What to repair" });
  await repairs.getByRole("button", { name: "The id is in the file more than once" }).click();
  await expect(table(page)).toHaveAttribute("aria-rowcount", "15");
  await repairs.getByRole("button", { name: "The id is in the file more than once" }).click();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download invalid rows" }).click();
  const text = readFileSync(await (await downloading).path(), "utf8");
  expect(text).toContain(`${HEADER.join(",")},reason`);
  for (const { says } of BAD_KINDS) expect(text).toContain(says);

  await page.getByLabel("Status").selectOption("");
  const progress = page.getByRole("progressbar", { name: "Upload" });
  let done = 0;
  // All of them would take minutes: it is stopped, goes on, and is stopped again.
  for (const most of [100, 50]) {
    await create(page);
    await expect(page.getByRole("button", { name: "Uploading Locations…" })).toBeVisible();
    await expect.poll(() => progress.getAttribute("value").then(Number), { timeout: 40_000 }).toBeGreaterThan(most);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText("Stopped. Create new locations goes on with the rest.")).toBeVisible();
    const [, created = ""] = /([\d,]+) created\.$/.exec((await counts(page).textContent()) ?? "") ?? [];
    expect(Number(created.replace(",", "")) - done).toBeGreaterThan(most);
    done = Number(created.replace(",", ""));
    const number = (of: number) => of.toLocaleString("en-US");
    await expect(counts(page)).toHaveText(
      `${number(5000 - done)} rows: ${number(4700 - done)} valid, 300 invalid. ${number(done)} created.`,
    );
    await expect(table(page)).toHaveAttribute("aria-rowcount", String(5001 - done));
  }

  // What is created is known from now on.
  await chooseCsv(page, [goodRow(`${prefix}_0`)]);
  await expect(page.getByText(`There is already a location with the id ${prefix}_0`)).toBeVisible();
  await page.goto(`/locations/detail/${prefix}_3`);
  await expect(rowWith(page, "timeZone", "Eastern")).toBeVisible();
  await expect(rowWith(page, "priceMapTemplate", "PMT_NE_STANDARD")).toBeVisible();
  await expect(rowWith(page, "stockingSchedule", "Mon, Tue, Thu, Sun")).toBeVisible();
  await expect(rowWith(page, "layoutName", "Default")).toBeVisible();
});

test("a workbook brings dates as dates and gives ZIP codes their leading zero back", async ({ page }) => {
  const prefix = newPrefix();
  const row = (index: number) =>
    HEADER.map((column) => {
      if (column === "Fridge_Zipcode__c") return { value: 7102 };
      if (column === "Stocking_Date__c") {
        return { value: new Date("2027-01-05T00:00:00Z"), type: Date, format: "mm/dd/yyyy" };
      }
      if (column === "Sales_Tax_Rate__c") return { value: 6.625 };
      return { value: goodRow(`${prefix}_${index}`, 3)[column] };
    });
  const header = HEADER.map((value) => ({ value }));
  const workbook = await writeExcelFile([header, row(1), row(2)]).toBuffer();
  await choose(page, workbook, "records.xlsx");
  await expect(counts(page)).toHaveText("2 rows: 2 valid, 0 invalid.");
  await create(page);
  await expect(page.getByText("All 2 locations of the file were created")).toBeVisible();
  await page.goto(`/locations/detail/${prefix}_1`);
  await expect(rowWith(page, "address", "4 Main St, Newark, NJ 07102")).toBeVisible();
  await expect(rowWith(page, "onlineDate", "Jan 5, 2027")).toBeVisible();
  await expect(rowWith(page, "taxRate", "6.625%")).toBeVisible();
});

test("the connection goes in the middle, answers get lost, and it all ends well", async ({ page }) => {
  const prefix = newPrefix();
  await chooseCsv(page, crmRows(prefix, 60, 0));
  await expect(counts(page)).toHaveText("60 rows: 60 valid, 0 invalid.");
  let sent = 0;
  let cut = true;
  await page.route(/\/locations$/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent += 1;
    if (!cut || sent <= 20) return route.fallback();
    // Written, and the answer is lost; then nothing gets through at all.
    if (sent <= 26) await route.fetch();
    await route.abort();
  });
  await create(page);
  await expect(page.getByText(/There is no answer from the server/)).toBeVisible({ timeout: 30_000 });
  await expect(counts(page)).toHaveText(/\d+ failed/);
  cut = false;
  await page.getByRole("button", { name: /^Retry \d+ failed rows$/ }).click();
  await expect(counts(page)).not.toHaveText(/failed/);
  await create(page);
  await expect(page.getByText("All 60 locations of the file were created")).toBeVisible();
});

test("leaving while locations are uploaded asks first", async ({ page }) => {
  await chooseCsv(page, crmRows(newPrefix(), 1, 0));
  await expect(counts(page)).toHaveText(/1 valid/);
  await page.route(/\/locations$/, () => undefined);
  await create(page);
  await page.getByRole("link", { name: "Add one fridge by the form" }).click();
  const question = page.getByRole("dialog", { name: "Leave while locations are uploaded?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page).toHaveURL(/bulk_new/);
});

test("a file that is none of the customer records says what is missing", async ({ page }) => {
  await choose(page, Buffer.from("\uFEFFid,route,stop\r\nA,b,1\r\n", "utf16le"));
  await expect(page.getByText(/Columns that are missing: POS_NAME__c, Business_Hours__c/)).toBeVisible();
});

test("the screen is accessible, on a phone as well", async ({ page }) => {
  await expect(page.getByRole("button", { name: "Choose a file" })).toBeVisible();
  await expectAccessible(page);
  await chooseCsv(page, crmRows(newPrefix(), 30, 30));
  await expect(counts(page)).toHaveText(/30 valid/);
  await expectAccessibleEverywhere(page);
});

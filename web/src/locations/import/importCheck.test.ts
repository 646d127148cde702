import { describe, expect, it } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { crmRows, csvOf, validRow, HEADER } from "../../../test/customerRecords";
import { importCheck, type ImportContext, type ImportRow } from "./importCheck";
import { readCsv, readRecords } from "./readRecords";

const CONTEXT: ImportContext = { existing: ["TAKEN_1"], priceMapTemplates: ["PMT_NE_STANDARD", "PMT_STANDARD"] };

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, littleEndian: boolean, mark = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  const start = littleEndian ? [0xff, 0xfe] : [0xfe, 0xff];
  return new Uint8Array([...(mark ? start : []), ...new Uint8Array(view.buffer)]);
}

async function rowsOf(view: Uint8Array): Promise<readonly ImportRow[]> {
  const result = await readRecords(view);
  if (!result.ok) throw new Error(result.error.message);
  return importCheck.compare(result.file.lines, CONTEXT).flatMap(({ value }) => value ?? []);
}
async function rejectionOf(view: Uint8Array) {
  const result = await readRecords(view);
  return result.ok ? null : result.error.message;
}
const messagesByRow = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.map(({ issues }) => issues.map(({ message }) => message));

const ROWS = [validRow("A_1", 0), validRow("A_2", 3)];
const CSV = csvOf(ROWS);

describe("CSV file", () => {
  it("removes the formula escape of the CSV export", () => {
    expect(readCsv("'=1+1,'Nduja\n")[0]?.cells).toEqual(["=1+1", "'Nduja"]);
  });

  it.each([
    ["as UTF-8", utf8(CSV)],
    ["with a byte order mark", utf8(`\uFEFF${CSV}`)],
    ["as UTF-16, little end first", utf16(CSV, true)],
    ["as UTF-16, big end first", utf16(CSV, false)],
    ["as UTF-16 without a mark", utf16(CSV, true, false)],
    [
      "with tabs, as Excel's Unicode text",
      utf16(
        `${HEADER.join("\t")}\r\n${[...ROWS].map((row) => HEADER.map((column) => `"${row[column].replaceAll('"', '""')}"`).join("\t")).join("\r\n")}`,
        true,
      ),
    ],
    ["with \\n alone", utf8(CSV.replaceAll("\r\n", "\n"))],
    ["with blank lines", utf8(`\r\n${CSV}\r\n,,,\r\n\r\n`)],
    ["with its columns in another order", utf8(csvOf(ROWS, [...HEADER].reverse()))],
    ["with its columns in other capitals", utf8(CSV.replace(HEADER.join(","), HEADER.join(",").toUpperCase()))],
    ["with columns more than needed", utf8(csvOf(ROWS, ["Owner", ...HEADER, "Phone"]))],
  ])("reads a file %s", async (_how, view) => {
    const rows = await rowsOf(view);
    expect(messagesByRow(rows)).toEqual([[], []]);
    expect(rows.map(({ record }) => record.POS_NAME__c)).toEqual(["A_1", "A_2"]);
    expect(rows[1]?.record.Consumer_Friendly_NAme__c).toBe('Kitchen 4, "Newark"');
  });

  it("falls back to Windows-1252 if the bytes are not UTF-8", async () => {
    const view = utf8(csvOf([{ ...validRow("A_1"), Fridge_City__c: "?" }]));
    const [row] = await rowsOf(view.map((byte) => (byte === 0x3f ? 0xe9 : byte)));
    expect(row?.record.Fridge_City__c).toBe("é");
  });

  it("lists missing columns", async () => {
    const header = HEADER.filter((column) => column !== "POS_NAME__c" && column !== "Fridge_State__c");
    expect(await rejectionOf(utf8(csvOf(ROWS, header)))).toBe("Missing columns: POS_NAME__c, Fridge_State__c");
  });

  it("accepts missing columns that have defaults", async () => {
    const header = HEADER.filter((column) => !column.startsWith("MAL"));
    const file = utf8(csvOf(ROWS, header));
    const result = await readRecords(file);
    expect(result.ok && result.file.notes).toEqual([
      "Missing columns, replaced by defaults: MALatitude__c, MALongitude__c",
    ]);
    expect(messagesByRow(await rowsOf(file))).toEqual([[], []]);
  });

  it.each([
    ["nothing", "", "The file is empty"],
    ["a header alone", csvOf([]), "The file has a header but no rows"],
    ["a column twice", csvOf(ROWS, [...HEADER, "POS_NAME__c"]), "The column POS_NAME__c appears twice"],
    ["a document", "%PDF-1.7", "This is a PDF document. Choose a CSV or .xlsx file"],
  ])("rejects a file with %s", async (_what, text, message) => {
    expect(await rejectionOf(utf8(text))).toBe(message);
  });

  it("reports a malformed line as an issue of its row", async () => {
    const rows = await rowsOf(utf8(`${csvOf([validRow("A_1")]).trimEnd()},one,more\r\n`));
    expect(messagesByRow(rows)).toEqual([["The row has 16 cells, but the header has 14"]]);
  });
});

describe("ids", () => {
  it("rejects an existing id with the server's message", async () => {
    const rows = await rowsOf(utf8(csvOf([validRow("TAKEN_1")])));
    expect(messagesByRow(rows)).toEqual([["There is already a location with the id TAKEN_1"]]);
  });

  it("rejects every row with a duplicate id", async () => {
    const rows = await rowsOf(utf8(csvOf([validRow("A_1"), validRow("A_2"), validRow("A_1"), validRow("A_1")])));
    expect(messagesByRow(rows)).toEqual([
      ["The id A_1 is also in rows 4, 5"],
      [],
      ["The id A_1 is also in rows 2, 5"],
      ["The id A_1 is also in rows 2, 4"],
    ]);
  });
});

describe(".xlsx file", () => {
  it("reads dates and numbers and restores the leading zero of ZIP codes", async () => {
    const cells = { ...validRow("A_1", 3), MALatitude__c: 40.7357, MALongitude__c: -74.1724, Sales_Tax_Rate__c: 6.625 };
    const typed = { ...cells, Fridge_Zipcode__c: 7102, Stocking_Date__c: new Date("2026-12-01T00:00:00Z") };
    const data = [
      HEADER.map((value) => ({ value })),
      HEADER.map((column) => {
        const value = typed[column];
        return value instanceof Date ? { value, type: Date, format: "mm/dd/yyyy" } : { value };
      }),
    ];
    const file = new Uint8Array(await writeExcelFile(data).toBuffer());
    const rows = await rowsOf(file);
    expect(messagesByRow(rows)).toEqual([[]]);
    expect(rows[0]?.record).toMatchObject({
      Fridge_Zipcode__c: "07102",
      Stocking_Date__c: "2026-12-01",
      MALatitude__c: "40.7357",
      Sales_Tax_Rate__c: "6.625",
    });
  });

  it("rejects a corrupt workbook", async () => {
    expect(await rejectionOf(new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]))).toBe(
      "The workbook cannot be read. Open it in a spreadsheet program and save it again",
    );
  });
});

it("finds 4,700 valid rows in a file of 5,000 with 300 invalid ones", async () => {
  const rows = await rowsOf(utf8(csvOf(crmRows("BULK", 4700, 300))));
  expect(rows).toHaveLength(5000);
  expect(rows.filter(({ issues }) => issues.length > 0)).toHaveLength(300);
});

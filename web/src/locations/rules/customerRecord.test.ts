import { describe, expect, it } from "vitest";
import { INVALID_ROWS, validRow, type CrmRow } from "../../../test/customerRecords";
import { checkRecord, COLUMNS, toNewLocation, recordOf, type Cell, type Column } from "./customerRecord";
import { allDayHours } from "./hours";
import { IMPORT_STATES, stateDefaults } from "./stateDefaults";

const OFFERED = { offered: { priceMapTemplate: ["PMT_STANDARD", "PMT_NE_STANDARD"] } };

const record = (change: Partial<Record<Column, Cell>> = {}) => {
  const cells: Partial<Record<Column, Cell>> = { ...validRow("FRIDGE_1"), ...change };
  return recordOf((column) => cells[column]);
};
const location = (change: Partial<Record<Column, Cell>> = {}) => toNewLocation(record(change));
const messages = (change: Partial<Record<Column, Cell>>) =>
  checkRecord(record(change), OFFERED).map(({ message }) => message);

describe("columns (LOC-33)", () => {
  it.each([
    ["POS_NAME__c", "id"],
    ["Fridge_State__c", "state"],
    ["Fridge_City__c", "city"],
    ["Fridge_Street__c", "street"],
    ["Fridge_Zipcode__c", "zipCode"],
    ["Sales_Tax_Rate__c", "taxRate"],
    ["Vertical__c", "vertical"],
    ["Consumer_Friendly_Location__c", "directions"],
    ["Consumer_Friendly_NAme__c", "prettyName"],
    ["Access_Type__c", "accessTo"],
    ["Stocking_Date__c", "onlineDate"],
    ["MALongitude__c", "longitude"],
    ["MALatitude__c", "latitude"],
    ["Business_Hours__c", null],
  ] as const)("maps %s to %s", (column, field) => {
    expect(COLUMNS[column]).toBe(field);
  });

  it("converts a record to a location with the defaults of the form and the state", () => {
    expect(location()).toEqual({
      id: "FRIDGE_1",
      accessTo: "Public",
      street: "1 Main St",
      city: "Chicago",
      state: "IL",
      zipCode: "60606",
      directions: "Lobby,\nleft of the elevators",
      prettyName: 'Kitchen 1, "Chicago"',
      onlineDate: "2026-12-01",
      vertical: "Office",
      taxRate: "2.25",
      latitude: "41.8781",
      longitude: "-87.6298",
      fridgeSchema: "MW_STANDARD/latest",
      holidayScreenEnabled: "0",
      holidayScreenFridgeSpecific: "0",
      layoutName: "dummy",
      percentage: "0",
      priceMapTemplate: "PMT_STANDARD",
      prod: "0",
      publicStatus: "OFFLINE",
      reserve: "0",
      status: "OFFLINE",
      stop: "0",
      timeZone: "CHICAGO",
      stockingSchedule: { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 0, sunday: 0 },
      workHours: allDayHours(),
    });
  });

  it.each([
    ["Access_Type__c", "accessTo", "Private"],
    ["Vertical__c", "vertical", "Office"],
    ["Sales_Tax_Rate__c", "taxRate", "2.25"],
  ] as const)("an empty %s keeps the default of %s", (column, field, value) => {
    expect(location({ [column]: "" })).toMatchObject({ [field]: value });
    expect(messages({ [column]: "" })).toEqual([]);
  });

  it("uses the state's tax rate if the record has none", () => {
    expect(location({ Fridge_State__c: "WI", Sales_Tax_Rate__c: "" })).toMatchObject({ taxRate: "0" });
  });
});

describe("defaults by state (LOC-34)", () => {
  it("makes a valid location for every state with defaults", () => {
    expect([...IMPORT_STATES].sort()).toEqual(["CT", "IL", "IN", "MA", "NJ", "NY", "PA", "WI"]);
    for (const state of IMPORT_STATES) {
      expect(messages({ Fridge_State__c: state, MALatitude__c: "", MALongitude__c: "" })).toEqual([]);
      const { latitude, longitude } = stateDefaults(state) ?? {};
      expect([latitude, longitude].every((text) => /\.\d{4}$/.test(text ?? ""))).toBe(true);
    }
  });

  it.each(["NJ", "NY", "PA", "MA", "CT"])(
    "for %s: timeZone NEWYORK, Sunday 1, Wednesday 0, Friday 0, PMT_NE_STANDARD",
    (state) => {
      expect(location({ Fridge_State__c: state })).toMatchObject({
        timeZone: "NEWYORK",
        priceMapTemplate: "PMT_NE_STANDARD",
        stockingSchedule: { monday: 1, tuesday: 1, wednesday: 0, thursday: 1, friday: 0, saturday: 0, sunday: 1 },
      });
    },
  );

  it.each(["IL", "WI", "IN"])("for %s the defaults of the form", (state) => {
    expect(location({ Fridge_State__c: state })).toMatchObject({
      timeZone: "CHICAGO",
      priceMapTemplate: "PMT_STANDARD",
      stockingSchedule: { monday: 1, friday: 1, sunday: 0 },
    });
  });

  it("prefers the record's coordinates over those of the state", () => {
    const own = { MALatitude__c: "42.5001", MALongitude__c: "-71.25" };
    expect(location({ Fridge_State__c: "MA", ...own })).toMatchObject({ latitude: "42.5001", longitude: "-71.25" });
  });

  it("uses the layout dummy", () => {
    expect(location()).toMatchObject({ layoutName: "dummy" });
  });
});

describe("checkRecord (LOC-31)", () => {
  it("accepts a valid record", () => {
    expect(messages({})).toEqual([]);
  });

  it.each(INVALID_ROWS)(
    "rejects $change with '$message'",
    ({ change, message }: { change: Partial<CrmRow>; message: string }) => {
      expect(messages(change)).toEqual([message]);
    },
  );

  it("returns all issues of a record", () => {
    expect(messages({ POS_NAME__c: "", Business_Hours__c: "8-5", Stocking_Date__c: "" })).toEqual([
      "Business_Hours__c is '8-5' but must be '24 Hours'",
      "id cannot be empty",
      "onlineDate cannot be empty",
    ]);
  });

  it("reports an unknown state as an issue of the row", () => {
    for (const state of ["Narnia", "__proto__", "constructor", "toString"]) {
      expect(messages({ Fridge_State__c: state, MALatitude__c: "", MALongitude__c: "" })).toEqual([
        expect.stringContaining("The import has no defaults for the state"),
      ]);
    }
  });

  it("returns the same summary for issues with the same fix", () => {
    const summaries = ["8-5", "9-5", ""].map(
      (hours) => checkRecord(record({ Business_Hours__c: hours }), OFFERED)[0]?.summary,
    );
    expect(new Set(summaries).size).toBe(1);
  });
});

describe("cell formats", () => {
  it.each<[string, Column, Cell, Partial<Record<Column, Cell>>, unknown]>([
    ["a numeric ZIP code without its leading zero", "Fridge_Zipcode__c", 7102, { Fridge_State__c: "NJ" }, "07102"],
    ["a numeric ZIP code without two leading zeros", "Fridge_Zipcode__c", 501, { Fridge_State__c: "NY" }, "00501"],
    ["a text ZIP code without its leading zero", "Fridge_Zipcode__c", "6103", { Fridge_State__c: "CT" }, "06103"],
    [
      "a ZIP+4 code without its leading zero",
      "Fridge_Zipcode__c",
      "6103-0012",
      { Fridge_State__c: "CT" },
      "06103-0012",
    ],
    ["a ZIP code that is too short in other states", "Fridge_Zipcode__c", "6060", { Fridge_State__c: "IL" }, "6060"],
    ["a workbook date", "Stocking_Date__c", new Date("2026-12-01T00:00:00Z"), {}, "2026-12-01"],
    ["a date in US format", "Stocking_Date__c", "12/1/2026", {}, "2026-12-01"],
    ["a date with its time", "Stocking_Date__c", "2026-12-01T00:00:00.000+0000", {}, "2026-12-01"],
    ["a workbook number", "Sales_Tax_Rate__c", 8.875, {}, "8.875"],
    ["a whole number of degrees", "MALatitude__c", 41, {}, "41.0"],
    ["an id that is a number", "POS_NAME__c", 4711, {}, "4711"],
    ["a lowercase state with whitespace", "Fridge_State__c", " nj ", {}, "NJ"],
    ["a missing cell", "Consumer_Friendly_NAme__c", null, {}, ""],
  ])("reads %s", (_name, column, cell, others, text) => {
    expect(record({ ...others, [column]: cell })[column]).toBe(text);
  });
});

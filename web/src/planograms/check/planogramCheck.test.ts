import { describe, expect, it } from "vitest";
import { checkBytes, writtenBy } from "../../../test/checkBytes";
import { toCsv } from "../../ui/csv";
import { planogramCheck, type KnownPlanograms } from "./planogramCheck";

const UPDATE = ["layoutName", "slot", "vendItemName", "activeHour"] as const;
const CREATE = ["layoutName", "slot", "vendItemName", "physical fridge config"] as const;
const HOUR = "12/01/2098 05:00:00";
const bytes = (...lines: readonly string[]) => new TextEncoder().encode(lines.join("\n"));
const shows = (slot: string, vendItemName: string) => ({ slot, vendItemName, activeHour: "2020-01-06T11:00:00.000Z" });
const known: KnownPlanograms = new Map([
  ["OFFICE", [shows("0:0", "Soup")]],
  ["NEW", null],
]);

describe("a planogram file is read whichever program wrote it", () => {
  const rows = [[...UPDATE], ["OFFICE", "0:0", "Crème brûlée", HOUR], ["OFFICE", "0:1", "Tea", HOUR]];
  it.each(writtenBy(rows))("%s", (_, file) => {
    const { fault, needs, lines } = checkBytes(planogramCheck("UPDATE"), file, known);
    expect([fault, needs]).toEqual([null, ["2098-12-01T11:00:00.000Z OFFICE"]]);
    expect(lines.map(({ outcome, value }) => [outcome, value])).toEqual([
      [
        "changed",
        { layoutName: "OFFICE", slot: "0:0", vendItemName: "Crème brûlée", activeHour: "2098-12-01T11:00:00.000Z" },
      ],
      ["added", { layoutName: "OFFICE", slot: "0:1", vendItemName: "Tea", activeHour: "2098-12-01T11:00:00.000Z" }],
    ]);
  });

  it("one of new planograms as well", () => {
    const file = writtenBy([[...CREATE], ["NEW", "0:0", "Soup", "6-6-5"]]);
    for (const [, written] of file) {
      const { lines } = checkBytes(planogramCheck("CREATE"), written, known);
      expect(lines.map(({ value }) => value)).toEqual([
        { layoutName: "NEW", slot: "0:0", vendItemName: "Soup", physicalFridgeConfig: "6-6-5" },
      ]);
    }
  });
});

it("the fourth column of a new planogram is known by the name of its field as well", () => {
  const file = bytes("layoutName,slot,vendItemName,physicalFridgeConfig", "NEW,0:0,Soup,6-6-5");
  const { fault, lines } = checkBytes(planogramCheck("CREATE"), file, known);
  expect([fault, lines[0]?.value?.physicalFridgeConfig]).toEqual([null, "6-6-5"]);
});

describe("a cell that a spreadsheet would run as a formula", () => {
  const NAMES = ["=HYPERLINK(1)", "+1+cmd", "-1+cmd", "@SUM(A1)"];

  it("is text, as it stands", () => {
    const file = bytes(UPDATE.join(","), ...NAMES.map((name, row) => `OFFICE,${row}:0,${name},${HOUR}`));
    const { lines } = checkBytes(planogramCheck("UPDATE"), file, known);
    expect(lines.map(({ value }) => value?.vendItemName)).toEqual(NAMES);
  });

  it("is the same item when what was exported is uploaded", () => {
    const stored: KnownPlanograms = new Map([["=A", NAMES.map((name, row) => shows(`${row}:0`, name))]]);
    const columns = UPDATE.map((header, place) => ({ header, value: (cells: readonly string[]) => cells[place] }));
    const exported = toCsv(
      columns,
      NAMES.map((name, row) => ["=A", `${row}:0`, name, HOUR]),
    );
    expect(exported).toContain("\r\n'=A,0:0,'=HYPERLINK(1),");
    const { needs, lines } = checkBytes(planogramCheck("UPDATE"), bytes(exported), stored);
    expect(needs).toEqual(["2098-12-01T11:00:00.000Z =A"]);
    expect(lines.map(({ outcome }) => outcome)).toEqual(NAMES.map(() => "unchanged"));
  });
});

describe("a planogram has at most 500 slots", () => {
  const rows = (layout: string, count: number) =>
    Array.from({ length: count }, (_, slot) => `${layout},${slot}:0,Soup,6-6-5`);
  const refused = (...lines: readonly string[]) =>
    checkBytes(planogramCheck("CREATE"), bytes(CREATE.join(","), ...lines), new Map())
      .lines.filter(({ outcome }) => outcome === "refused")
      .map(({ line, reasons }) => [line, ...reasons]);

  it("of each layout that a file creates, and the lines beyond are named", () => {
    expect(refused(...rows("A", 500), ...rows("B", 500))).toEqual([]);
    expect(refused(...rows("A", 502))).toEqual([
      [502, "A planogram has at most 500 slots."],
      [503, "A planogram has at most 500 slots."],
    ]);
  });
});

it("a file of a million cells is read and compared whole", () => {
  const count = 250_000;
  const rows = Array.from({ length: count }, (_, at) => `L${at % 500},${Math.floor(at / 500)}:0,Soup,${HOUR}`);
  const full = Array.from({ length: 36 }, (_, row) => shows(`${row}:0`, row === 0 ? "Soup" : "Tea"));
  const layouts = Array.from({ length: 500 }, (_, at) => [`L${at}`, full] as const);
  const { needs, lines } = checkBytes(
    planogramCheck("UPDATE"),
    bytes([UPDATE.join(","), ...rows].join("\n")),
    new Map(layouts),
  );
  expect([needs.length, lines.length]).toEqual([500, count]);
  expect(lines.at(-1)).toMatchObject({ line: count + 1, outcome: "added" });
  const outcomes = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length;
  expect([outcomes("unchanged"), outcomes("changed")]).toEqual([500, 35 * 500]);
});

import { describe, expect, it } from "vitest";
import { checkBytes, encodingVariants } from "../../../test/checkBytes";
import { toCsv } from "../../lib/csv";
import { planogramCheck, type KnownPlanograms } from "./planogramCheck";

const UPDATE = ["layoutName", "slot", "vendItemName", "activeHour"] as const;
const CREATE = ["layoutName", "slot", "vendItemName", "physical fridge config"] as const;
const HOUR = "12/01/2098 05:00:00";
const bytes = (...lines: readonly string[]) => new TextEncoder().encode(lines.join("\n"));
const entryOf = (slot: string, vendItemName: string) => ({
  slot,
  vendItemName,
  activeHour: "2020-01-06T11:00:00.000Z",
});
const known: KnownPlanograms = new Map([
  ["OFFICE", [entryOf("0:0", "Soup")]],
  ["NEW", null],
]);

describe("planogramCheck reads every encoding", () => {
  const rows = [[...UPDATE], ["OFFICE", "0:0", "Crème brûlée", HOUR], ["OFFICE", "0:1", "Tea", HOUR]];
  it.each(encodingVariants(rows))("%s", (_, file) => {
    const { error, keysToLoad, lines } = checkBytes(planogramCheck("UPDATE"), file, known);
    expect({ error, keysToLoad }).toEqual({ error: null, keysToLoad: ["2098-12-01T11:00:00.000Z OFFICE"] });
    expect(lines.map(({ outcome, value }) => [outcome, value])).toEqual([
      [
        "changed",
        { layoutName: "OFFICE", slot: "0:0", vendItemName: "Crème brûlée", activeHour: "2098-12-01T11:00:00.000Z" },
      ],
      ["added", { layoutName: "OFFICE", slot: "0:1", vendItemName: "Tea", activeHour: "2098-12-01T11:00:00.000Z" }],
    ]);
  });

  it("reads new planograms in every encoding", () => {
    const file = encodingVariants([[...CREATE], ["NEW", "0:0", "Soup", "6-6-5"]]);
    for (const [, written] of file) {
      const { lines } = checkBytes(planogramCheck("CREATE"), written, known);
      expect(lines.map(({ value }) => value)).toEqual([
        { layoutName: "NEW", slot: "0:0", vendItemName: "Soup", physicalFridgeConfig: "6-6-5" },
      ]);
    }
  });
});

it("accepts physicalFridgeConfig as the name of the fourth column", () => {
  const file = bytes("layoutName,slot,vendItemName,physicalFridgeConfig", "NEW,0:0,Soup,6-6-5");
  const { error, lines } = checkBytes(planogramCheck("CREATE"), file, known);
  expect(error).toBeNull();
  expect(lines[0]?.value?.physicalFridgeConfig).toBe("6-6-5");
});

describe("a formula in a cell", () => {
  const NAMES = ["=HYPERLINK(1)", "+1+cmd", "-1+cmd", "@SUM(A1)"];

  it("is kept as text", () => {
    const file = bytes(UPDATE.join(","), ...NAMES.map((name, row) => `OFFICE,${row}:0,${name},${HOUR}`));
    const { lines } = checkBytes(planogramCheck("UPDATE"), file, known);
    expect(lines.map(({ value }) => value?.vendItemName)).toEqual(NAMES);
  });

  it("is unchanged when an exported file is uploaded", () => {
    const stored: KnownPlanograms = new Map([["=A", NAMES.map((name, row) => entryOf(`${row}:0`, name))]]);
    const columns = UPDATE.map((header, index) => ({ header, value: (cells: readonly string[]) => cells[index] }));
    const exported = toCsv(
      columns,
      NAMES.map((name, row) => ["=A", `${row}:0`, name, HOUR]),
    );
    expect(exported).toContain("\r\n'=A,0:0,'=HYPERLINK(1),");
    const { keysToLoad, lines } = checkBytes(planogramCheck("UPDATE"), bytes(exported), stored);
    expect(keysToLoad).toEqual(["2098-12-01T11:00:00.000Z =A"]);
    expect(lines.map(({ outcome }) => outcome)).toEqual(NAMES.map(() => "unchanged"));
  });
});

describe("a planogram has at most 500 slots", () => {
  const rows = (layout: string, count: number) =>
    Array.from({ length: count }, (_, slot) => `${layout},${slot}:0,Soup,6-6-5`);
  const rejectedLines = (...lines: readonly string[]) =>
    checkBytes(planogramCheck("CREATE"), bytes(CREATE.join(","), ...lines), new Map())
      .lines.filter(({ outcome }) => outcome === "rejected")
      .map(({ line, reasons }) => [line, ...reasons]);

  it("rejects the lines beyond the limit of each new layout", () => {
    expect(rejectedLines(...rows("A", 500), ...rows("B", 500))).toEqual([]);
    expect(rejectedLines(...rows("A", 502))).toEqual([
      [502, "A planogram can have at most 500 slots."],
      [503, "A planogram can have at most 500 slots."],
    ]);
  });
});

it("reads and compares a file of a million cells", () => {
  const count = 250_000;
  const rows = Array.from({ length: count }, (_, at) => `L${at % 500},${Math.floor(at / 500)}:0,Soup,${HOUR}`);
  const full = Array.from({ length: 36 }, (_, row) => entryOf(`${row}:0`, row === 0 ? "Soup" : "Tea"));
  const layouts = Array.from({ length: 500 }, (_, at) => [`L${at}`, full] as const);
  const { keysToLoad, lines } = checkBytes(
    planogramCheck("UPDATE"),
    bytes([UPDATE.join(","), ...rows].join("\n")),
    new Map(layouts),
  );
  expect(keysToLoad).toHaveLength(500);
  expect(lines).toHaveLength(count);
  expect(lines.at(-1)).toMatchObject({ line: count + 1, outcome: "added" });
  const countOf = (expected: string) => lines.filter(({ outcome }) => outcome === expected).length;
  expect({ unchanged: countOf("unchanged"), changed: countOf("changed") }).toEqual({
    unchanged: 500,
    changed: 35 * 500,
  });
});

// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import Papa from "papaparse";
import { downloadCsv, unescapeCsvCell, toCsv } from "./csv";

/** The text of a cell in a file with this cell only. */
function cellOf(value: string | number | null | undefined): string {
  const [, cell] = /^value\r\n(.*)\r\n$/s.exec(toCsv([{ header: "value", value: () => value }], [null])) ?? [];
  return cell ?? "malformed";
}

describe("a cell of toCsv", () => {
  test.each([
    ["plain", "plain"],
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["+1+cmd", "'+1+cmd"],
    ["-1+cmd", "'-1+cmd"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\u0000=1", "'\u0000=1"],
    ["-87.6298", "-87.6298"],
    ["+3", "+3"],
    ['say "hi", twice', '"say ""hi"", twice"'],
    ["two\nlines", '"two\nlines"'],
    ["=a,b", '"\'=a,b"'],
    ["\r=1", '"\'\r=1"'],
    [" lead", '" lead"'],
    ["trail ", '"trail "'],
    ["'=1", "''=1"],
    ["'-5", "''-5"],
    ["'quoted'", "'quoted'"],
    [0, "0"],
    [null, ""],
    [undefined, ""],
  ])("%j is written as %j", (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });
});

test.each(["plain", "=1+1", "-1+cmd", "@SUM(A1)", "\t=1", "'quoted'", "'", "", "-87.6298", "'=1", "''=1", "'-5"])(
  "unescapeCsvCell restores %j from a parsed file",
  (value) => {
    const file = toCsv([{ header: "value", value: () => value }], [null]);
    const [, [cell = "missing"] = []] = Papa.parse<string[]>(file, { delimiter: "," }).data;
    expect(unescapeCsvCell(cell)).toBe(value);
  },
);

test.each(["plain", 'say "hi"', '"', "a,b", "two\nlines", "cr\rlf\r\n", " lead", "trail ", "\uFEFFmark", "ü, 漢"])(
  "PapaParse reads %j from a file of toCsv",
  (value) => {
    const columns = [
      { header: "first", value: () => value },
      { header: value, value: () => "last" },
    ];
    const { data } = Papa.parse<string[]>(toCsv(columns, [null]), { delimiter: ",", newline: "\r\n" });
    expect(data).toEqual([["first", value], [value, "last"], [""]]);
  },
);

test("toCsv writes a header line and one line per row", () => {
  const columns = [
    { header: "Id", value: (row: { id: string; stop: number | null }) => row.id },
    { header: "Stop", value: (row: { id: string; stop: number | null }) => row.stop },
  ];
  expect(
    toCsv(columns, [
      { id: "A", stop: 1 },
      { id: "B", stop: null },
    ]),
  ).toBe("Id,Stop\r\nA,1\r\nB,\r\n");
});

test("toCsv writes only the header line without rows", () => {
  expect(toCsv([{ header: "=Id", value: () => null }], [])).toBe("'=Id\r\n");
});

test("every export uses toCsv: no other file writes CSV text, and only certificates are downloaded in another format", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).sort();
  const writers = files.filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      /Papa\.unparse|createObjectURL|as CsvText|downloadText\(/.test(readFileSync(`src/${file}`, "utf8")),
  );
  expect(writers).toEqual(["connections/panel/IssuedDialog.tsx", "lib/csv.ts", "lib/download.ts"]);
});

test("downloadCsv revokes the object URL only after the download has started", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  const revoke = vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  downloadCsv("a.csv", toCsv([], []));
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledExactlyOnceWith("blob:file");
});

import { describe, expect, it } from "vitest";
import { readSheet, type FileFormat } from "./sheet";

type Column = "id" | "route" | "stop";
const DRIVERS: FileFormat<Column> = {
  name: "drivers file",
  columns: ["id", "route", "stop"],
  otherFormats: [
    {
      name: "route schedule",
      columns: ["date", "id", "route", "stop", "stopType"],
      to: "/schedule",
      screen: "Upload Routes",
    },
    { name: "pars file", columns: ["id", "par"], to: "/pars", screen: "Upload Pars" },
  ],
};

function read(text: string) {
  const result = readSheet(text, DRIVERS);
  if (!result.ok) throw new Error(result.error.message);
  return result.sheet.lines.map(({ number, cells, malformed }) =>
    malformed ? [number, malformed] : [number, cells.id, cells.route, cells.stop],
  );
}
function fileErrorOf(text: string) {
  const result = readSheet(text, DRIVERS);
  return result.ok ? null : result.error;
}

describe("readSheet with the columns id, route, stop (RTE-4)", () => {
  it.each<[string, string, (string | number)[][]]>([
    [
      "a plain file",
      "id,route,stop\nA,amber,1\nB,birch,2\n",
      [
        [2, "A", "amber", "1"],
        [3, "B", "birch", "2"],
      ],
    ],
    ["a file without a final line end", "id,route,stop\nA,amber,1", [[2, "A", "amber", "1"]]],
    ["columns in any order", "stop,id,route\n1,A,amber", [[2, "A", "amber", "1"]]],
    ["columns in any letter case", " ID ,Route,STOP\nA,amber,1", [[2, "A", "amber", "1"]]],
    ["more columns than needed", "id,name,route,stop\nA,Willis,amber,1", [[2, "A", "amber", "1"]]],
    ["semicolons", "id;route;stop\nA;am,ber;1", [[2, "A", "am,ber", "1"]]],
    ["tabs", "id\troute\tstop\nA\tamber\t1", [[2, "A", "amber", "1"]]],
    ["quotes", 'id,"route",stop\n"A","am""ber, 2","1"', [[2, "A", 'am"ber, 2', "1"]]],
    ["spaces around values", "id,route,stop\n A ,  amber,1 ", [[2, "A", "amber", "1"]]],
    [
      "blank lines",
      "\n\nid,route,stop\n\nA,amber,1\n,,\n \nB,birch,2\n\n",
      [
        [5, "A", "amber", "1"],
        [8, "B", "birch", "2"],
      ],
    ],
    [
      "a line break in quotes",
      'id,route,stop\nA,"am\nber",1\nB,birch,2',
      [
        [2, "A", "am\nber", "1"],
        [4, "B", "birch", "2"],
      ],
    ],
    ["a line that ends early", "id,route,stop\nA,amber", [[2, "A", "amber", ""]]],
    ["empty cells beyond the last column", "id,route,stop,,\nA,amber,1,,,,", [[2, "A", "amber", "1"]]],
    ["more cells than columns", "id,route,stop\nA,am,ber,1", [[2, "has 4 cells, but the header has 3"]]],
    [
      "a misplaced quote",
      'id,route,stop\nA,"am"ber",1\nB,birch,2',
      [
        [2, "a quotation mark is out of place"],
        [3, "B", "birch", "2"],
      ],
    ],
  ])("reads %s", (_, text, lines) => expect(read(text)).toEqual(lines));

  it("returns the names of extra columns", () => {
    const result = readSheet("id,name,route,stop,\nA,Willis,amber,1,", DRIVERS);
    expect(result.ok && result.sheet.ignored).toEqual(["name"]);
  });
});

describe("readSheet rejects a wrong file", () => {
  it.each([
    [
      "A,amber,1\n",
      "This is not a drivers file. The first line must contain the columns id, route, stop. Missing: id, route, stop. Found: A, amber, 1",
    ],
    [
      "id,route\nA,amber",
      "This is not a drivers file. The first line must contain the columns id, route, stop. Missing: stop. Found: id, route",
    ],
    ["id,route,stop\n\n", "The file has a header but no rows"],
    ["id,route,stop,Route\nA,amber,1,b", "The column route appears twice"],
    [
      'id,route,stop\nA,amber,1\nB,"birch,2\nC,cedar,3\n',
      "Line 3: a quotation mark is out of place or not closed. The following lines cannot be read.",
    ],
  ])("with a message for %j", (text, message) => expect(fileErrorOf(text)).toEqual({ message }));

  it.each([
    ["date,id,route,stop,stopType\n", "This is a route schedule, not a drivers file.", "/schedule"],
    ["id;par\nA;4", "This is a pars file, not a drivers file.", "/pars"],
  ])("names the screen that accepts %j", (text, message, to) =>
    expect(fileErrorOf(text)).toMatchObject({ message, correctScreen: { to } }),
  );

  it("accepts a file with all columns that also matches a smaller format", () => {
    expect(fileErrorOf("id,route,stop,par\nA,amber,1,4")).toBeNull();
  });
});

it("reads a long file in steps, reports the progress, and counts every line", () => {
  const count = 60_000;
  const text = `id,route,stop\n${Array.from({ length: count }, (_, index) => `FRIDGE_${index},"route\n${index % 300}",${index % 40}\n`).join("")}`;
  const fractions: number[] = [];
  const result = readSheet(text, DRIVERS, (fraction) => fractions.push(fraction));
  if (!result.ok) throw new Error(result.error.message);
  expect(result.sheet.lines).toHaveLength(count);
  expect(result.sheet.lines.map(({ number }) => number)).toEqual(
    Array.from({ length: count }, (_, index) => 2 + 2 * index),
  );
  expect(fractions.length).toBeGreaterThan(2);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
});

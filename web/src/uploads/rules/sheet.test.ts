import { describe, expect, it } from "vitest";
import { readSheet, type FileFormat } from "./sheet";

type Column = "id" | "route" | "stop";
const DRIVERS: FileFormat<Column> = {
  name: "drivers file",
  columns: ["id", "route", "stop"],
  others: [
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
  const answer = readSheet(text, DRIVERS);
  if (!answer.ok) throw new Error(answer.fault.message);
  return answer.sheet.lines.map(({ number, cells, malformed }) =>
    malformed ? [number, malformed] : [number, cells.id, cells.route, cells.stop],
  );
}
function faultOf(text: string) {
  const answer = readSheet(text, DRIVERS);
  return answer.ok ? null : answer.fault;
}

describe("spec 2.8, a CSV with columns id, route, stop", () => {
  it.each<[string, string, (string | number)[][]]>([
    [
      "as it should be",
      "id,route,stop\nA,amber,1\nB,birch,2\n",
      [
        [2, "A", "amber", "1"],
        [3, "B", "birch", "2"],
      ],
    ],
    ["without a last line end", "id,route,stop\nA,amber,1", [[2, "A", "amber", "1"]]],
    ["columns in any order", "stop,id,route\n1,A,amber", [[2, "A", "amber", "1"]]],
    ["columns in any letters' case", " ID ,Route,STOP\nA,amber,1", [[2, "A", "amber", "1"]]],
    ["more columns than needed", "id,name,route,stop\nA,Willis,amber,1", [[2, "A", "amber", "1"]]],
    ["semicolons", "id;route;stop\nA;am,ber;1", [[2, "A", "am,ber", "1"]]],
    ["tabs", "id\troute\tstop\nA\tamber\t1", [[2, "A", "amber", "1"]]],
    ["quotes", 'id,"route",stop\n"A","am""ber, 2","1"', [[2, "A", 'am"ber, 2', "1"]]],
    ["blanks around values", "id,route,stop\n A ,  amber,1 ", [[2, "A", "amber", "1"]]],
    [
      "blank lines anywhere",
      "\n\nid,route,stop\n\nA,amber,1\n,,\n \nB,birch,2\n\n",
      [
        [5, "A", "amber", "1"],
        [8, "B", "birch", "2"],
      ],
    ],
    [
      "a line within quotes",
      'id,route,stop\nA,"am\nber",1\nB,birch,2',
      [
        [2, "A", "am\nber", "1"],
        [4, "B", "birch", "2"],
      ],
    ],
    ["a line that ends early", "id,route,stop\nA,amber", [[2, "A", "amber", ""]]],
    ["empty cells beyond the last column", "id,route,stop,,\nA,amber,1,,,,", [[2, "A", "amber", "1"]]],
    ["more cells than columns", "id,route,stop\nA,am,ber,1", [[2, "has 4 cells where the header has 3"]]],
    [
      "a quote out of place",
      'id,route,stop\nA,"am"ber",1\nB,birch,2',
      [
        [2, "a quotation mark is out of place"],
        [3, "B", "birch", "2"],
      ],
    ],
  ])("%s", (_, text, lines) => expect(read(text)).toEqual(lines));

  it("columns that are not needed are named", () => {
    const answer = readSheet("id,name,route,stop,\nA,Willis,amber,1,", DRIVERS);
    expect(answer.ok && answer.sheet.ignored).toEqual(["name"]);
  });
});

describe("a wrong file is named plainly", () => {
  it.each([
    [
      "A,amber,1\n",
      "This is not a drivers file: its first line should name the columns id, route, stop. Missing: id, route, stop. Found: A, amber, 1",
    ],
    [
      "id,route\nA,amber",
      "This is not a drivers file: its first line should name the columns id, route, stop. Missing: stop. Found: id, route",
    ],
    ["id,route,stop\n\n", "The file has a header and no lines below it"],
    ["id,route,stop,Route\nA,amber,1,b", "The column route is there twice"],
    [
      'id,route,stop\nA,amber,1\nB,"birch,2\nC,cedar,3\n',
      "Line 3: a quotation mark is out of place or not closed, so that what follows cannot be read",
    ],
  ])("%j", (text, message) => expect(faultOf(text)).toEqual({ message }));

  it.each([
    ["date,id,route,stop,stopType\n", "This is a route schedule, not a drivers file.", "/schedule"],
    ["id;par\nA;4", "This is a pars file, not a drivers file.", "/pars"],
  ])("%j belongs elsewhere", (text, message, to) =>
    expect(faultOf(text)).toMatchObject({ message, elsewhere: { to } }),
  );

  it("a file with all columns is taken, whatever smaller kind it could be as well", () => {
    expect(faultOf("id,route,stop,par\nA,amber,1,4")).toBeNull();
  });
});

it("a long file is read in steps, each told, with every line's number", () => {
  const count = 60_000;
  const text = `id,route,stop\n${Array.from({ length: count }, (_, index) => `FRIDGE_${index},"route\n${index % 300}",${index % 40}\n`).join("")}`;
  const parts: number[] = [];
  const answer = readSheet(text, DRIVERS, (part) => parts.push(part));
  if (!answer.ok) throw new Error(answer.fault.message);
  expect(answer.sheet.lines).toHaveLength(count);
  expect(answer.sheet.lines.map(({ number }) => number)).toEqual(
    Array.from({ length: count }, (_, index) => 2 + 2 * index),
  );
  expect(parts.length).toBeGreaterThan(2);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  expect(parts.at(-1)).toBe(1);
});

import { expect, it } from "vitest";
import { fridge } from "../../locations/list/fridges";
import { softwareCsv } from "./exportCsv";
import { makePilot } from "./pilot.fixture";
import { buildRows } from "./rows";

it("exports the listed fridges and neutralizes spreadsheet formulas", () => {
  const pilots = [
    makePilot({ id: "a", displayName: "=1+1", fridgeIds: ["F1"] }),
    makePilot({ id: "b", displayName: "B", fridgeIds: ["F1"] }),
  ];
  const artifacts = new Map([["F1", { FRIDGE_AGENT: "1.10", FRIDGE_HEARTBEAT: "2 1" }]]);
  const [header, ...lines] = softwareCsv(
    buildRows([fridge({ id: "F1" }), fridge({ id: "F2" })], artifacts, pilots),
  ).split("\r\n");
  expect(header).toBe(
    "Fridge,Fridge Name,Status,Pilots,UI,Java Server,Agent,Inventory,Parser,Consumer,Heartbeat,Java Config",
  );
  expect(lines).toEqual([`F1,Lobby of F1,LIVE,"'=1+1, B",,,1.10,,,,2 1,`, "F2,Lobby of F2,LIVE,,,,,,,,,", ""]);
});

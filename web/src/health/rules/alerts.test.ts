import { describe, expect, test } from "vitest";
import { alertOf, minutesAgo } from "../health.fixture";
import { alertFiltersFrom, filterAlerts, worstFirst } from "./alerts";

describe("alerts", () => {
  test("those nobody has taken note of come first, of them the worst, of them the newest", () => {
    const alerts = [
      alertOf("noted", { acknowledgedAt: minutesAgo(1) }),
      alertOf("silent", { kind: "SILENT" }),
      alertOf("older", { since: minutesAgo(50) }),
      alertOf("broken", { kind: "OUT_OF_ORDER" }),
      alertOf("newer", { since: minutesAgo(10) }),
    ];
    expect(worstFirst(alerts).map(({ id }) => id)).toEqual(["newer", "older", "broken", "silent", "noted"]);
  });

  test("the address says which", () => {
    expect(alertFiltersFrom(new URLSearchParams("state=CLEARED&fridge=CHI0001&kind=SILENT&text=chi"))).toEqual({
      state: "CLEARED",
      fridge: "CHI0001",
      kind: "SILENT",
      text: "chi",
    });
    expect(alertFiltersFrom(new URLSearchParams("state=x&kind=y"))).toEqual({
      state: "OPEN",
      fridge: "",
      kind: "",
      text: "",
    });
  });

  test("kind and fridge narrow them", () => {
    const alerts = [alertOf("1"), alertOf("2", { kind: "SILENT" }), alertOf("3", { location: "NYC0001" })];
    const shown = (query: string) =>
      filterAlerts(alerts, alertFiltersFrom(new URLSearchParams(query))).map(({ id }) => id);
    expect(shown("")).toEqual(["1", "2", "3"]);
    expect(shown("kind=TOO_WARM")).toEqual(["1", "3"]);
    expect(shown("text= chi")).toEqual(["1", "2"]);
    expect(shown("kind=SILENT&text=nyc")).toEqual([]);
  });
});

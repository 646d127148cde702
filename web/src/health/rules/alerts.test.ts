import { describe, expect, test } from "vitest";
import { makeAlert, minutesAgo } from "../health.fixture";
import { parseAlertFilters, sortByUrgency } from "./alerts";

describe("alert rules", () => {
  test("sorts by acknowledgment, then kind, then newest", () => {
    const alerts = [
      makeAlert("acknowledged", { acknowledgedAt: minutesAgo(1) }),
      makeAlert("silent", { kind: "SILENT" }),
      makeAlert("older", { since: minutesAgo(50) }),
      makeAlert("broken", { kind: "OUT_OF_ORDER" }),
      makeAlert("newer", { since: minutesAgo(10) }),
    ];
    expect(sortByUrgency(alerts).map(({ id }) => id)).toEqual(["newer", "older", "broken", "silent", "acknowledged"]);
  });

  test("parses filters and ignores unknown values", () => {
    expect(parseAlertFilters(new URLSearchParams("state=CLEARED&fridge=CHI0001&kind=SILENT&text=chi"))).toEqual({
      state: "CLEARED",
      fridge: "CHI0001",
      kind: "SILENT",
      text: "chi",
    });
    expect(parseAlertFilters(new URLSearchParams("state=x&kind=y"))).toEqual({
      state: "OPEN",
      fridge: "",
      kind: "",
      text: "",
    });
  });
});

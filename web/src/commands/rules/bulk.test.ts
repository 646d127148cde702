import { describe, expect, it } from "vitest";
import { bulkCommands } from "./bulk";

const labels = (...flags: readonly string[]) => bulkCommands(flags).map(({ label }) => label);

describe("the commands that can be sent to many fridges (CMD-7)", () => {
  it("are all commands for administrators of feature flags, with two commands for each toggle", () => {
    expect(labels("feature-flag-admin")).toEqual([
      "Reset DisplayServices",
      "Reset ReactUI",
      "Reset Jofemar",
      "ENABLE Out of Order",
      "DISABLE Out of Order",
      "ENABLE Food Safety Hold",
      "DISABLE Food Safety Hold",
      "Computer Swap",
    ]);
  });

  it.each([
    [[], []],
    [["react-ui"], ["Reset ReactUI"]],
    [["out-of-order"], ["ENABLE Out of Order", "DISABLE Out of Order"]],
    [["drop-override"], []],
  ])("for the flags %j are %j", (flags, expected) => expect(labels(...flags)).toEqual(expected));

  it("that stop sales are marked as dangerous", () => {
    const dangerous = bulkCommands(["feature-flag-admin"]).filter(({ danger }) => danger);
    expect(dangerous.map(({ label }) => label)).toEqual(["ENABLE Out of Order", "ENABLE Food Safety Hold"]);
  });
});

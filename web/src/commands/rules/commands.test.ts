import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS, nameOf, permits, type Asked } from "./commands";

interface Cases {
  readonly accepted: readonly (Asked & { readonly flag: string })[];
  readonly permitted: readonly {
    readonly flags: readonly string[];
    readonly flag: string;
    readonly permitted: boolean;
  }[];
}

const CASES = JSON.parse(readFileSync("../functions/commands/cases/commands.json", "utf8")) as Cases;

describe("commands to a fridge", () => {
  it("are those that the server takes, each with its flag", () => {
    const sent = COMMANDS.flatMap((command) => {
      const { resource, flag } = command;
      const operations = command.kind === "toggle" ? ["ENABLE", "DISABLE"] : [command.operation];
      return operations.map((operation) => ({ resource, operation, flag }));
    });
    expect(sent).toEqual(CASES.accepted);
  });

  it.each(CASES.permitted)("with $flags, $flag is permitted: $permitted", ({ flags, flag, permitted }) => {
    expect(permits(flags, flag)).toBe(permitted);
  });

  it.each([
    ["ServiceRestart", "REACT_UI", "ReactUI"],
    ["OutOfOrder", "DISABLE", "Out of Order: DISABLE"],
    ["ServiceRestart", "INVENTORY_SERVICE", "Computer Swap: inventory service"],
    ["ConfirmedInventory", "SEND", "Computer Swap: inventory and reservations"],
    ["ServiceRestart", "SOMETHING_NEW", "ServiceRestart SOMETHING_NEW"],
  ] as const)("%s %s is called %s", (resource, operation, name) => {
    expect(nameOf({ resource, operation })).toBe(name);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS, describeMessage, isPermitted, type CommandRequest } from "./commands";

interface Cases {
  readonly accepted: readonly (CommandRequest & { readonly flag: string })[];
  readonly permitted: readonly {
    readonly flags: readonly string[];
    readonly flag: string;
    readonly permitted: boolean;
  }[];
}

const CASES = JSON.parse(readFileSync("../functions/commands/cases/commands.json", "utf8")) as Cases;

describe("command rules", () => {
  it("define the operations and flags that the server accepts", () => {
    const defined = COMMANDS.flatMap((command) => {
      const { resource, flag } = command;
      const operations = command.kind === "toggle" ? ["ENABLE", "DISABLE"] : [command.operation];
      return operations.map((operation) => ({ resource, operation, flag }));
    });
    expect(defined).toEqual(CASES.accepted);
  });

  it.each(CASES.permitted)("flags $flags permit $flag: $permitted", ({ flags, flag, permitted }) => {
    expect(isPermitted(flags, flag)).toBe(permitted);
  });

  it.each([
    ["ServiceRestart", "REACT_UI", "ReactUI"],
    ["OutOfOrder", "DISABLE", "Out of Order: DISABLE"],
    ["ServiceRestart", "INVENTORY_SERVICE", "Computer Swap: inventory service"],
    ["ConfirmedInventory", "SEND", "Computer Swap: inventory and reservations"],
    ["ServiceRestart", "SOMETHING_NEW", "ServiceRestart SOMETHING_NEW"],
  ] as const)("name %s %s as %s", (resource, operation, name) => {
    expect(describeMessage({ resource, operation })).toBe(name);
  });
});

/**
 * Which commands there are and who sees them (spec of fleet operations, sections 2.3, 4.3 and 6). The server's are held
 * to the same cases, functions/commands/cases/commands.json.
 */
import type { QueueMessageResource } from "../../api/schema";

/** What is asked of a fridge. */
export interface Asked {
  readonly resource: QueueMessageResource;
  readonly operation: string;
}

/** A command as its button has it. */
export interface Command extends Asked {
  /** What the button and the toast call it. */
  readonly label: string;
  readonly flag: string;
  /** What it does to the fridge, for the question before it. */
  readonly effect: string;
}

/** A part that is started anew. */
export type Reset = Command & { readonly kind: "reset" };

/** A state that is switched on and off; the operation is what the next press does. */
export interface Toggle extends Omit<Command, "operation" | "effect"> {
  readonly kind: "toggle";
  /** The field of the fridge's health that tells the state. */
  readonly field: "outOfOrder" | "safetyHold";
  readonly effects: Readonly<Record<"ENABLE" | "DISABLE", string>>;
}

/** The two steps of a computer swap. */
export type Swap = Command & { readonly kind: "swap" };

/** The flag that stands for those of all commands. */
const ADMIN = "feature-flag-admin";

export const COMMANDS: readonly (Reset | Toggle | Swap)[] = [
  {
    kind: "reset",
    label: "DisplayServices",
    flag: "display-services",
    resource: "ServiceRestart",
    operation: "DISPLAY_SERVICES",
    effect: "The touchscreen software starts anew: a customer who is buying has to begin again.",
  },
  {
    kind: "reset",
    label: "ReactUI",
    flag: "react-ui",
    resource: "ServiceRestart",
    operation: "REACT_UI",
    effect: "The user interface starts anew: a customer who is buying has to begin again.",
  },
  {
    kind: "reset",
    label: "Jofemar",
    flag: "jofemar",
    resource: "VendingUnitReset",
    operation: "RESET",
    effect: "The vending unit is reset: a sale that is under way is broken off.",
  },
  {
    kind: "toggle",
    label: "Out of Order",
    flag: "out-of-order",
    resource: "OutOfOrder",
    field: "outOfOrder",
    effects: { ENABLE: "The fridge stops selling.", DISABLE: "The fridge sells again." },
  },
  {
    kind: "toggle",
    label: "Food Safety Hold",
    flag: "food-safety-hold",
    resource: "SafetyHold",
    field: "safetyHold",
    effects: {
      ENABLE: "The fridge stops selling until the hold is taken off.",
      DISABLE: "The fridge sells again: make sure that its food is safe.",
    },
  },
  {
    kind: "swap",
    label: "Computer Swap",
    flag: "computer-swap",
    resource: "ServiceRestart",
    operation: "INVENTORY_SERVICE",
    effect:
      "For a fridge that got a new computer: its inventory service starts anew, then it sends its confirmed inventory and reservations.",
  },
];

/** Whether a command is shown to who has these flags. */
export function permits(flags: readonly string[], flag: string): boolean {
  return flags.includes(flag) || flags.includes(ADMIN);
}

/** What a queued message asks for, in words. */
export function nameOf({ resource, operation }: Asked): string {
  if (resource === "ConfirmedInventory") return "Computer Swap: inventory and reservations";
  const command = COMMANDS.find(
    (each) => each.resource === resource && (each.kind === "toggle" || each.operation === operation),
  );
  if (!command) return `${resource} ${operation}`;
  switch (command.kind) {
    case "toggle":
      return `${command.label}: ${operation}`;
    case "swap":
      return `${command.label}: inventory service`;
    case "reset":
      return command.label;
  }
}

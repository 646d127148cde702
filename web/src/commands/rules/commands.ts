/**
 * The commands and their feature flags (CMD-1, CMD-2). The server follows the same cases,
 * functions/commands/cases/commands.json.
 */
import type { QueueMessageResource } from "../../api/schema";

/** The operation that a fridge should execute on a resource. */
export interface CommandRequest {
  readonly resource: QueueMessageResource;
  readonly operation: string;
}

/** A command with the texts of its button. */
export interface Command extends CommandRequest {
  /** The name on the button and in toasts. */
  readonly label: string;
  readonly flag: string;
  /** The effect on the fridge, for the confirmation. */
  readonly effect: string;
}

/** Restarts a component. */
export type Reset = Command & { readonly kind: "reset" };

/** Switches a state on or off. The operation depends on the current state. */
export interface Toggle extends Omit<Command, "operation" | "effect"> {
  readonly kind: "toggle";
  /** The field of the health report with the current state. */
  readonly field: "outOfOrder" | "safetyHold";
  readonly effects: Readonly<Record<"ENABLE" | "DISABLE", string>>;
}

/** A computer swap, which sends two messages. */
export type Swap = Command & { readonly kind: "swap" };

/** Shown after a command was sent. */
export const PROCESSING_NOTE = "This command should be processed within 5 minutes.";

/** The id and the name of a fridge, such as 'CHI_0042, South Tower'. Only the id without a name. */
export function nameFridge({ id, name }: { readonly id: string; readonly name: string }): string {
  return name ? `${id}, ${name}` : id;
}

/** Includes the flags of all commands. */
const ADMIN_FLAG = "feature-flag-admin";

export const COMMANDS: readonly (Reset | Toggle | Swap)[] = [
  {
    kind: "reset",
    label: "DisplayServices",
    flag: "display-services",
    resource: "ServiceRestart",
    operation: "DISPLAY_SERVICES",
    effect: "The touchscreen software restarts. A customer who is buying has to start over.",
  },
  {
    kind: "reset",
    label: "ReactUI",
    flag: "react-ui",
    resource: "ServiceRestart",
    operation: "REACT_UI",
    effect: "The user interface restarts. A customer who is buying has to start over.",
  },
  {
    kind: "reset",
    label: "Jofemar",
    flag: "jofemar",
    resource: "VendingUnitReset",
    operation: "RESET",
    effect: "The vending unit resets. A sale in progress is canceled.",
  },
  {
    kind: "toggle",
    label: "Out of Order",
    flag: "out-of-order",
    resource: "OutOfOrder",
    field: "outOfOrder",
    effects: { ENABLE: "The fridge stops selling.", DISABLE: "The fridge resumes selling." },
  },
  {
    kind: "toggle",
    label: "Food Safety Hold",
    flag: "food-safety-hold",
    resource: "SafetyHold",
    field: "safetyHold",
    effects: {
      ENABLE: "The fridge stops selling until the hold is disabled.",
      DISABLE: "The fridge resumes selling. Make sure that its food is safe.",
    },
  },
  {
    kind: "swap",
    label: "Computer Swap",
    flag: "computer-swap",
    resource: "ServiceRestart",
    operation: "INVENTORY_SERVICE",
    effect:
      "For a fridge with a new computer. The inventory service restarts, then the fridge sends its confirmed inventory and reservations.",
  },
];

/** Whether a user with these flags can see the command. */
export function isPermitted(flags: readonly string[], flag: string): boolean {
  return flags.includes(flag) || flags.includes(ADMIN_FLAG);
}

/** Returns the display name of a queued message. */
export function describeMessage({ resource, operation }: CommandRequest): string {
  if (resource === "ConfirmedInventory") return "Computer Swap: inventory and reservations";
  const command = COMMANDS.find(
    (candidate) =>
      candidate.resource === resource && (candidate.kind === "toggle" || candidate.operation === operation),
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

/** The commands that can be sent to many fridges. A toggle becomes two commands, because each fridge has its own state (CMD-7). */
import { COMMANDS, isPermitted, type CommandRequest } from "./commands";

export interface BulkCommand {
  /** Identifies the command, and is the label of its option and of its button, such as 'ENABLE Out of Order'. */
  readonly label: string;
  readonly request: CommandRequest;
  /** Whether the second step of a computer swap follows. */
  readonly isSwap: boolean;
  /** The effect on each fridge. */
  readonly effect: string;
  /** Whether the command stops sales. */
  readonly danger: boolean;
}

/** The commands that a user with these feature flags may send. */
export function bulkCommands(flags: readonly string[]): readonly BulkCommand[] {
  return COMMANDS.filter(({ flag }) => isPermitted(flags, flag)).flatMap((command): readonly BulkCommand[] => {
    switch (command.kind) {
      case "reset":
        return [
          {
            label: `Reset ${command.label}`,
            request: { resource: command.resource, operation: command.operation },
            isSwap: false,
            effect: command.effect,
            danger: false,
          },
        ];
      case "swap":
        return [
          {
            label: command.label,
            request: { resource: command.resource, operation: command.operation },
            isSwap: true,
            effect: command.effect,
            danger: false,
          },
        ];
      case "toggle":
        return (["ENABLE", "DISABLE"] as const).map((operation) => ({
          label: `${operation} ${command.label}`,
          request: { resource: command.resource, operation },
          isSwap: false,
          effect: command.effects[operation],
          danger: operation === "ENABLE",
        }));
    }
  });
}

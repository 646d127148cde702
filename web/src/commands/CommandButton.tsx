import type { QueueMessage } from "../api/schema";
import { Button } from "../ui/Button";
import { isToggleOn, type ReportedState } from "./rules/status";
import type { AnyCommand, useCommands } from "./useCommands";

interface Props {
  readonly command: AnyCommand;
  readonly health: ReportedState | null | undefined;
  readonly messages: readonly QueueMessage[];
  readonly now: number;
  /** Why the user cannot send commands; undefined if allowed. */
  readonly disabledReason: string | undefined;
  readonly commands: ReturnType<typeof useCommands>;
}

/** The button of a command. A toggle's label says what a click does: ENABLE or DISABLE (CMD-2). */
export function CommandButton({ command, health, messages, now, disabledReason, commands }: Props) {
  const common = { busy: commands.busy === command.label, busyText: "Sending…", disabledReason };
  switch (command.kind) {
    case "reset":
      return (
        <Button {...common} onClick={() => void commands.reset(command)}>
          Reset {command.label}
        </Button>
      );
    case "swap":
      return (
        <Button {...common} onClick={() => void commands.swap(command)}>
          {command.label}
        </Button>
      );
    case "toggle": {
      const reported = health ? { isOn: health[command.field], at: health.timestamp } : null;
      const on = isToggleOn(reported, messages, command.resource, now);
      return (
        <Button {...common} onClick={() => void commands.toggle(command, on)}>
          {on ? "DISABLE" : "ENABLE"} {command.label}
        </Button>
      );
    }
  }
}

import type { QueueMessage } from "../api/schema";
import { Button } from "../ui/Button";
import type { ReportedState } from "./FridgeCommands";
import { isOn } from "./rules/life";
import type { AnyCommand, useCommands } from "./useCommands";

interface Props {
  readonly command: AnyCommand;
  readonly health: ReportedState | null | undefined;
  readonly messages: readonly QueueMessage[];
  readonly now: number;
  /** Why the person may send none. */
  readonly refusal: string | undefined;
  readonly commands: ReturnType<typeof useCommands>;
}

/** A command's button: of a toggle, what pressing it would do. */
export function CommandButton({ command, health, messages, now, refusal, commands }: Props) {
  const common = { busy: commands.busy === command.label, busyText: "Sending…", disabledReason: refusal };
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
      const reported = health ? { on: health[command.field], at: health.timestamp } : null;
      const on = isOn(reported, messages, command.resource, now);
      return (
        <Button {...common} onClick={() => void commands.toggle(command, on)}>
          {on ? "DISABLE" : "ENABLE"} {command.label}
        </Button>
      );
    }
  }
}

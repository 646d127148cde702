/** Asking before a command, sending it, and saying what came of the sending (spec of fleet operations, section 8). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../api/errors";
import type { QueueMessage } from "../api/schema";
import { useConfirm } from "../ui/confirm";
import { toastOfCommand } from "../ui/toast";
import { completeSwap, keepMessage, sendCommand } from "./queueMessages";
import { COMMANDS, type Asked, type Reset, type Swap, type Toggle } from "./rules/commands";

const IN_TIME = "This command should be processed within 5 minutes.";
const NO_INVENTORY = "Oops, there was an error when creating the inventory service queue message.";
const NO_SWAP = "Oops, there was an error with making computer swap complete request.";

export type AnyCommand = (typeof COMMANDS)[number];

/** Sends the commands of one fridge. `busy` is the label of the one that is being sent. */
export function useCommands(locationId: string) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const sending = useMutation({
    mutationFn: async ({ send }: { readonly label: string; readonly send: () => Promise<QueueMessage> }) => send(),
    onSuccess: (message) => keepMessage(queryClient, message),
  });

  /** Whether it was sent. */
  async function send(label: string, step: () => Promise<QueueMessage>, failure: string): Promise<boolean> {
    try {
      await sending.mutateAsync({ label, send: step });
      return true;
    } catch (error) {
      toastOfCommand("error", failure, messageOf(error, "") || undefined);
      return false;
    }
  }

  const issue = (label: string) => `There was an issue resetting the ${label}`;

  async function reset(command: Reset): Promise<void> {
    const { label, effect } = command;
    if (!(await confirm({ title: `Reset ${label}?`, message: effect, confirm: `Reset ${label}` }))) return;
    const sent = await send(label, () => sendCommand(locationId, command), issue(label));
    if (sent) toastOfCommand("success", `Reset ${label} successful`, IN_TIME);
  }

  async function toggle(command: Toggle, isOn: boolean): Promise<void> {
    const { label, resource, effects } = command;
    const operation = isOn ? "DISABLE" : "ENABLE";
    const question = {
      title: `${operation} ${label}?`,
      message: effects[operation],
      confirm: `${operation} ${label}`,
      danger: !isOn,
    };
    if (!(await confirm(question))) return;
    const asked: Asked = { resource, operation };
    const sent = await send(label, () => sendCommand(locationId, asked), issue(label));
    if (sent) toastOfCommand("success", `${label} ${operation}D successfully`, IN_TIME);
  }

  async function swap(command: Swap): Promise<void> {
    const { label, effect } = command;
    if (!(await confirm({ title: `${label}?`, message: effect, confirm: label }))) return;
    if (!(await send(label, () => sendCommand(locationId, command), NO_INVENTORY))) return;
    if (!(await send(label, () => completeSwap(locationId), NO_SWAP))) return;
    toastOfCommand("success", "Computer swap completed successfully", IN_TIME);
  }

  return { busy: sending.isPending ? sending.variables.label : null, reset, toggle, swap };
}

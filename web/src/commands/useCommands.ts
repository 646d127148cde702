/** Confirms and sends commands and shows the result in a toast (CMD-1, CMD-5). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../api/errors";
import type { QueueMessage } from "../api/schema";
import { useConfirm } from "../ui/confirm";
import { toastCommandResult } from "../lib/toast";
import { completeSwap, mergeMessageIntoCache, sendCommand } from "./queueMessages";
import {
  COMMANDS,
  nameFridge,
  PROCESSING_NOTE,
  type CommandRequest,
  type Reset,
  type Swap,
  type Toggle,
} from "./rules/commands";

const INVENTORY_FAILURE = "Oops, there was an error when creating the inventory service queue message.";
const SWAP_FAILURE = "Oops, there was an error with making computer swap complete request.";

export type AnyCommand = (typeof COMMANDS)[number];

/**
 * Sends commands to one fridge. `busy` is the label of the command that is being sent.
 *
 * @param name the name of the fridge for the confirmation, empty if it is unknown
 */
export function useCommands(locationId: string, name: string) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const sending = useMutation({
    mutationFn: async ({ send }: { readonly label: string; readonly send: () => Promise<QueueMessage> }) => send(),
    onSuccess: (message) => mergeMessageIntoCache(queryClient, message),
  });

  /** Sends one message. Shows a toast and returns false if that fails. */
  async function send(label: string, step: () => Promise<QueueMessage>, failure: string): Promise<boolean> {
    try {
      await sending.mutateAsync({ label, send: step });
      return true;
    } catch (error) {
      toastCommandResult("error", failure, messageOf(error, "") || undefined);
      return false;
    }
  }

  const fridge = nameFridge({ id: locationId, name });
  const failureOf = (label: string) => `There was an issue resetting the ${label}`;

  async function reset(command: Reset): Promise<void> {
    const { label, effect } = command;
    if (!(await confirm({ title: `Reset ${label} of ${fridge}?`, message: effect, confirm: `Reset ${label}` }))) return;
    const sent = await send(label, () => sendCommand(locationId, command), failureOf(label));
    if (sent) toastCommandResult("success", `Reset ${label} successful`, PROCESSING_NOTE);
  }

  async function toggle(command: Toggle, isToggleOn: boolean): Promise<void> {
    const { label, resource, effects } = command;
    const operation = isToggleOn ? "DISABLE" : "ENABLE";
    const question = {
      title: `${operation} ${label} of ${fridge}?`,
      message: effects[operation],
      confirm: `${operation} ${label}`,
      danger: !isToggleOn,
    };
    if (!(await confirm(question))) return;
    const request: CommandRequest = { resource, operation };
    const sent = await send(label, () => sendCommand(locationId, request), failureOf(label));
    if (sent) toastCommandResult("success", `${label} ${operation}D successfully`, PROCESSING_NOTE);
  }

  async function swap(command: Swap): Promise<void> {
    const { label, effect } = command;
    if (!(await confirm({ title: `${label} of ${fridge}?`, message: effect, confirm: label }))) return;
    if (!(await send(label, () => sendCommand(locationId, command), INVENTORY_FAILURE))) return;
    if (!(await send(label, () => completeSwap(locationId), SWAP_FAILURE))) return;
    toastCommandResult("success", "Computer swap completed successfully", PROCESSING_NOTE);
  }

  return { busy: sending.isPending ? sending.variables.label : null, reset, toggle, swap };
}

/** Sends one command to many fridges. The permissions and feature flags are those of a single command (CMD-1). */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useMemo, useState, type ReactNode } from "react";
import { formatCount } from "../lib/formats";
import { useFeatureFlags, useMyPermissions } from "../session/permissions";
import { BulkDialog, BulkNotice } from "../ui/bulk/BulkDialog";
import { useBulkAction, type BulkAction } from "../ui/bulk/useBulkAction";
import { Button } from "../ui/Button";
import { Select } from "../ui/form/Select";
import { SelectField } from "../ui/form/SelectField";
import { completeSwap, mergeMessageIntoCache, sendCommand } from "./queueMessages";
import { bulkCommands, type BulkCommand } from "./rules/bulk";
import { nameFridge, PROCESSING_NOTE } from "./rules/commands";

/** A fridge of the selection. */
export interface CommandTarget {
  readonly id: string;
  /** Empty if the screen does not have it. */
  readonly name: string;
}

const targetId = ({ id }: CommandTarget) => id;
const targetName = ({ name }: CommandTarget) => name;

interface BulkCommandsState {
  readonly commands: readonly BulkCommand[];
  /** Why the user cannot send commands; undefined if allowed. */
  readonly disabledReason: string | undefined;
  readonly action: BulkAction<CommandTarget>;
  /** The command of the open dialog or of the last results. */
  readonly chosen: BulkCommand | null;
  readonly setChosen: (command: BulkCommand) => void;
}

const BulkCommandsContext = createContext<BulkCommandsState | null>(null);

function useBulkCommands(): BulkCommandsState {
  const state = use(BulkCommandsContext);
  if (!state) throw new Error("Bulk commands need a BulkCommandsProvider above them");
  return state;
}

/**
 * Keeps the bulk command of a screen, so that its table is not rendered for each result. `BulkCommandSelect` opens the
 * dialog, and `BulkCommandDialog` renders it.
 */
export function BulkCommandsProvider({ children }: { readonly children: ReactNode }) {
  const flags = useFeatureFlags();
  const commands = useMemo(() => bulkCommands(flags), [flags]);
  const disabledReason = useMyPermissions().missingPermission("SendFridgeCommand");
  const action = useBulkAction<CommandTarget>({
    rowId: targetId,
    failure: "The command could not be sent. Check your internet and try again.",
  });
  const [chosen, setChosen] = useState<BulkCommand | null>(null);
  const state = useMemo(
    () => ({ commands, disabledReason, action, chosen, setChosen }),
    [commands, disabledReason, action, chosen],
  );
  return <BulkCommandsContext value={state}>{children}</BulkCommandsContext>;
}

interface SelectProps {
  /** The fridges of the selected rows, each of them once. */
  readonly targets: readonly CommandTarget[];
}

/** A list of the commands that the user may send. Choosing one opens the confirmation. */
export function BulkCommandSelect({ targets }: SelectProps) {
  const { commands, action, setChosen, ...bulk } = useBulkCommands();
  if (commands.length === 0) return null;
  const disabledReason =
    bulk.disabledReason ?? (targets.length === 0 ? "No selected location is a fridge" : action.disabledReason(targets));
  if (disabledReason !== undefined) return <Button disabledReason={disabledReason}>Send command</Button>;
  return (
    <Select
      aria-label="Send command"
      title="Choose a command to review the fridges before it is sent"
      value=""
      emptyLabel="Send command…"
      options={commands.map(({ label }) => label)}
      onChange={(label) => {
        const command = commands.find((each) => each.label === label);
        if (!command) return;
        setChosen(command);
        action.open(targets);
      }}
    />
  );
}

/** The confirmation that lists the fridges, the results, and the notice about them after the dialog was closed. */
export function BulkCommandDialog() {
  const { commands, disabledReason, action, chosen, setChosen } = useBulkCommands();
  const client = useQueryClient();
  if (!chosen) return null;
  const [first, ...others] = action.run?.rows ?? [];
  const object = first && others.length === 0 ? nameFridge(first) : formatCount(others.length + 1, "fridge");

  async function send({ id }: CommandTarget, command: BulkCommand): Promise<string> {
    const message = await sendCommand(id, command.request);
    mergeMessageIntoCache(client, message);
    if (command.isSwap) mergeMessageIntoCache(client, await completeSwap(id));
    return message.wasQueued ? "Already pending" : "Sent";
  }

  return (
    <>
      <BulkNotice action={action} label={chosen.label} />
      <BulkDialog
        action={action}
        title={action.started ? `${chosen.label}: ${object}` : `${chosen.label} of ${object}?`}
        rowName="fridge"
        objectOf={targetId}
        nameOf={targetName}
        confirm={chosen.label}
        danger={chosen.danger}
        disabledReason={disabledReason}
        call={(target) => send(target, chosen)}
      >
        <SelectField
          label="Command"
          value={chosen.label}
          options={commands.map(({ label }) => label)}
          onChange={(label) => setChosen(commands.find((each) => each.label === label) ?? chosen)}
        />
        <p>
          {chosen.effect} {PROCESSING_NOTE}
        </p>
      </BulkDialog>
    </>
  );
}

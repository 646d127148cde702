/** Acknowledges many alerts with one note. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "../../lib/formats";
import { useMyPermissions } from "../../session/permissions";
import { BulkDialog, BulkNotice } from "../../ui/bulk/BulkDialog";
import { useBulkAction } from "../../ui/bulk/useBulkAction";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/form/TextField";
import { acknowledgeAlert, reloadAlerts, type FridgeAlert } from "../fridgeAlerts";
import { alertKindLabel, MAX_NOTE_LENGTH } from "../rules/alerts";

const alertId = ({ id }: FridgeAlert) => id;
const fridgeOf = ({ location }: FridgeAlert) => location;
const kindOf = ({ kind }: FridgeAlert) => alertKindLabel(kind);

/** The bulk action of a screen. `BulkAcknowledgeButton` opens its dialog, and `BulkAcknowledgeDialog` renders it. */
export function useBulkAcknowledge() {
  const client = useQueryClient();
  const [note, setNote] = useState("");
  const action = useBulkAction<FridgeAlert>({
    rowId: alertId,
    failure: "The alert could not be acknowledged. Try again.",
    onFinish: () => void reloadAlerts(client),
  });
  return { action, note, setNote };
}

type BulkAcknowledge = ReturnType<typeof useBulkAcknowledge>;

interface ButtonProps {
  readonly bulk: BulkAcknowledge;
  readonly selected: readonly FridgeAlert[];
}

/** Opens the confirmation for the selected alerts that no user has acknowledged yet. */
export function BulkAcknowledgeButton({ bulk: { action, setNote }, selected }: ButtonProps) {
  const { missingPermission } = useMyPermissions();
  const alerts = selected.filter(({ state, acknowledgedAt }) => state === "OPEN" && !acknowledgedAt);
  return (
    <Button
      disabledReason={
        missingPermission("SendFridgeCommand") ??
        (alerts.length === 0 ? "All selected alerts are acknowledged" : action.disabledReason(alerts))
      }
      onClick={() => {
        setNote("");
        action.open(alerts);
      }}
    >
      Acknowledge
    </Button>
  );
}

/** The confirmation that lists the alerts, the results, and the notice about them after the dialog was closed. */
export function BulkAcknowledgeDialog({ bulk: { action, note, setNote } }: { readonly bulk: BulkAcknowledge }) {
  const [first, ...others] = action.run?.rows ?? [];
  const object =
    first && others.length === 0
      ? `${first.location}: ${alertKindLabel(first.kind)}`
      : formatCount(others.length + 1, "alert");
  return (
    <>
      <BulkNotice action={action} label="Acknowledge" />
      <BulkDialog
        action={action}
        title={action.started ? `Acknowledge ${object}` : `Acknowledge ${object}?`}
        rowName="alert"
        objectOf={fridgeOf}
        nameOf={kindOf}
        confirm="Acknowledge"
        call={async ({ id, location }) => {
          await acknowledgeAlert({ location, id, note: note.trim() || null });
          return "Acknowledged";
        }}
      >
        <p>The alerts stay open until the fridges recover. Everyone can see that you acknowledged them.</p>
        <TextField
          label="Note"
          description={`One note for all alerts, up to ${MAX_NOTE_LENGTH} characters`}
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={setNote}
        />
      </BulkDialog>
    </>
  );
}

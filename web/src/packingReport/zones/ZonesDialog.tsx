import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { object, record, string } from "valibot";
import { kindOf } from "../../api/errors";
import { toastSuccess } from "../../lib/toast";
import { useMyPermissions } from "../../session/permissions";
import { DialogForm } from "../../ui/form/DialogForm";
import { SelectField } from "../../ui/form/SelectField";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { Muted } from "../../ui/text";
import { UNABLE_TO_SAVE, updateZone, zonesQuery } from "../packingReport";
import type { Bay, Layout } from "../rules/report";

interface Props {
  readonly layout: Layout;
  /** The items of the day that no zone contains. */
  readonly itemsWithoutZone: readonly string[];
  readonly onClose: () => void;
}

const bayLabel = ({ zone, bay }: Bay) => `Zone ${zone}, bay ${bay}`;
/** The unsaved text of each bay. Switching bays keeps it. */
const SCHEMA = object({ drafts: record(string(), string()) });

/** Parses one item per line. */
function parseItems(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Edits the items of one bay at a time, one item per line. */
export function ZonesDialog({ layout, itemsWithoutZone, onClose }: Props) {
  const client = useQueryClient();
  const { missingPermission } = useMyPermissions();
  const notAllowed = missingPermission("UploadPars");
  const [name, setName] = useState(layout.bays[0] ? bayLabel(layout.bays[0]) : "");
  const form = useLarderForm({ schema: SCHEMA, defaultValues: { drafts: {} }, onSubmit: save });
  const drafts = form.form.watch("drafts");

  const bay = layout.bays.find((other) => bayLabel(other) === name);
  const stored = bay?.items.join("\n") ?? "";
  const text = drafts[name] ?? stored;
  const items = parseItems(text);
  const unchanged = items.join("\n") === stored ? "No unsaved changes" : undefined;

  /** Without a text, discards the draft of the bay. */
  function setDraft(draft: string | null) {
    const next = new Map(Object.entries(form.form.getValues("drafts")));
    if (draft === null) next.delete(name);
    else next.set(name, draft);
    form.form.setValue("drafts", Object.fromEntries(next), { shouldDirty: true });
  }

  async function save() {
    if (!bay) return;
    try {
      const saved = await updateZone({ ...bay, items }, layout.version);
      client.setQueryData(zonesQuery.queryKey, saved);
      setDraft(null);
      toastSuccess(`${name} saved`);
    } catch (error) {
      if (kindOf(error) === "conflict") void client.invalidateQueries(zonesQuery);
      throw error;
    }
  }

  return (
    <DialogForm
      wide
      title="Zones and bays"
      form={form}
      submit="Save bay"
      busyText="Saving…"
      cancel="Close"
      disabledReason={notAllowed ?? unchanged}
      failure={UNABLE_TO_SAVE}
      onClose={onClose}
      footer={
        <>
          {notAllowed && <Muted as="p">{notAllowed}</Muted>}
          {itemsWithoutZone.length > 0 && (
            <p>
              Items without a zone on this date: <strong>{itemsWithoutZone.join(", ")}</strong>
            </p>
          )}
        </>
      }
    >
      <SelectField
        label="Zone and bay"
        value={name}
        onChange={(value) => {
          setName(value);
          form.clearError();
        }}
        options={layout.bays.map((other) => ({
          value: bayLabel(other),
          label: `${bayLabel(other)} (${other.items.length})`,
        }))}
      />
      <TextField
        label="Items"
        description="One item per line, in packing order. An item can be in only one bay."
        rows={8}
        value={text}
        readOnly={notAllowed !== undefined}
        onChange={(next) => setDraft(next === stored ? null : next)}
      />
    </DialogForm>
  );
}

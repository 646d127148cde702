import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/errors";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { toastSuccess } from "../../lib/toast";
import { SelectField } from "../../ui/form/SelectField";
import { UNABLE_TO_SAVE, updateZone, zonesQuery } from "../packingReport";
import type { Bay, Layout } from "../rules/report";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import "./zones.css";

interface Props {
  readonly layout: Layout;
  /** The items of the day that no zone contains. */
  readonly itemsWithoutZone: readonly string[];
  readonly onClose: () => void;
}

const FORM = "edit-zones";
const bayLabel = ({ zone, bay }: Bay) => `Zone ${zone}, bay ${bay}`;

/** Parses one item per line. */
export function parseItems(text: string): readonly string[] {
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
  const [name, setName] = useState(() => layout.bays[0] && bayLabel(layout.bays[0]));
  /** Unsaved text by bay. Switching bays keeps it. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});

  const bay = layout.bays.find((other) => bayLabel(other) === name);
  const stored = bay?.items.join("\n") ?? "";
  const text = drafts[name ?? ""] ?? stored;
  const items = parseItems(text);
  const unchanged = items.join("\n") === stored ? "No unsaved changes" : undefined;

  const saving = useMutation({
    mutationFn: (edited: Bay) => updateZone(edited, layout.version),
    onSuccess: (savedLayout, edited) => {
      client.setQueryData(zonesQuery.queryKey, savedLayout);
      setDrafts(({ [bayLabel(edited)]: _, ...others }) => others);
      toastSuccess(`${bayLabel(edited)} saved`);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.kind === "conflict") void client.invalidateQueries(zonesQuery);
    },
  });

  return (
    <Dialog
      wide
      title="Zones and bays"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            type="submit"
            form={FORM}
            busy={saving.isPending}
            busyText="Saving…"
            disabledReason={notAllowed ?? unchanged}
          >
            Save bay
          </Button>
        </>
      }
    >
      <Form
        busy={saving.isPending}
        id={FORM}
        className="zones-form"
        onSubmit={() => {
          if (bay && !(notAllowed ?? unchanged)) saving.mutate({ ...bay, items });
        }}
      >
        <SelectField
          label="Zone and bay"
          value={name ?? ""}
          onChange={(value) => {
            setName(value);
            saving.reset();
          }}
          options={layout.bays.map((other) => ({
            value: bayLabel(other),
            label: `${bayLabel(other)} (${other.items.length})`,
          }))}
        />
        <Field label="Items" hint="One item per line, in packing order. An item can be in only one bay.">
          {(control) => (
            <textarea
              {...control}
              rows={8}
              value={text}
              readOnly={notAllowed !== undefined}
              onChange={(event) => setDrafts({ ...drafts, [name ?? ""]: event.target.value })}
            />
          )}
        </Field>
      </Form>
      {notAllowed && <p className="muted">{notAllowed}</p>}
      <ErrorNotice error={saving.error} message={UNABLE_TO_SAVE} />
      {itemsWithoutZone.length > 0 && (
        <p>
          Items without a zone on this date: <strong>{itemsWithoutZone.join(", ")}</strong>
        </p>
      )}
    </Dialog>
  );
}

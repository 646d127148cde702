import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "../../api/errors";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Failure } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import { UNABLE_TO_SAVE, updateZone, zonesQuery } from "../packingReport";
import type { Bay, Layout } from "../rules/report";
import "./zones.css";

interface Props {
  readonly layout: Layout;
  /** Items of the day that lie in no zone. */
  readonly unplaced: readonly string[];
  readonly onClose: () => void;
}

const FORM = "edit-zones";
const nameOf = ({ zone, bay }: Bay) => `Zone ${zone}, bay ${bay}`;

/** What people typed, a line each. */
export function itemsOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** From which zone and bay which item is packed: one bay at a time is edited, as lines of text. */
export function ZonesDialog({ layout, unplaced, onClose }: Props) {
  const client = useQueryClient();
  const { refusal } = useMyPermissions();
  const notAllowed = refusal("UploadPars");
  const [name, setName] = useState(() => layout.bays[0] && nameOf(layout.bays[0]));
  /** What was typed, by bay: looking at another bay loses nothing. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});

  const bay = layout.bays.find((other) => nameOf(other) === name);
  const stored = bay?.items.join("\n") ?? "";
  const text = typed[name ?? ""] ?? stored;
  const items = itemsOf(text);
  const unchanged = items.join("\n") === stored ? "Nothing has changed" : undefined;

  const saving = useMutation({
    mutationFn: (wanted: Bay) => updateZone(wanted, layout.version),
    onSuccess: (answer, wanted) => {
      client.setQueryData(zonesQuery.queryKey, answer);
      setTyped(({ [nameOf(wanted)]: _, ...others }) => others);
      toastSuccess(`${nameOf(wanted)} is saved`);
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
            look="primary"
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
        <Field label="Zone and bay">
          {(control) => (
            <select
              {...control}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                saving.reset();
              }}
            >
              {layout.bays.map((other) => (
                <option key={nameOf(other)} value={nameOf(other)}>
                  {nameOf(other)} ({other.items.length})
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Items" hint="One on each line, in the order of packing. An item lies in one bay.">
          {(control) => (
            <textarea
              {...control}
              rows={8}
              value={text}
              readOnly={notAllowed !== undefined}
              onChange={(event) => setTyped({ ...typed, [name ?? ""]: event.target.value })}
            />
          )}
        </Field>
      </Form>
      {notAllowed && <p className="muted">{notAllowed}</p>}
      {saving.error && <Failure message={messageOf(saving.error, UNABLE_TO_SAVE)} />}
      {unplaced.length > 0 && (
        <p>
          In no zone on this date: <strong>{unplaced.join(", ")}</strong>
        </p>
      )}
    </Dialog>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { object } from "valibot";
import { toastSuccess } from "../../lib/toast";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import type { FridgeConnection } from "../connection";
import { allowReplacement } from "./changes";
import { REASON, ReasonField } from "./ReasonField";

interface Props {
  readonly connection: FridgeConnection;
  /** Whether the replacement is allowed or ended. */
  readonly allow: boolean;
  readonly onClose: () => void;
}

const SCHEMA = object({ reason: REASON });

/** Allows a new computer to request a certificate for 24 hours, or ends this. */
export function ReplacementDialog({ connection: { locationId: id, version }, allow, onClose }: Props) {
  const client = useQueryClient();
  const form = useLarderForm({
    schema: SCHEMA,
    defaultValues: { reason: "" },
    onSubmit: async ({ reason }) => {
      await allowReplacement(client, { id, allow, reason, version });
      toastSuccess(allow ? `${id} can get a new computer for 24 hours` : `Replacement of the computer of ${id} ended`);
      onClose();
    },
  });
  return (
    <DialogForm
      title={allow ? `Replace the computer of ${id}` : `End the replacement of ${id}`}
      form={form}
      onClose={onClose}
      submit={allow ? "Allow for 24 hours" : "End replacement"}
      busyText="Saving…"
      failure="The change could not be saved. Try again."
    >
      {allow ? (
        <p>
          For 24 hours, a new computer can request a certificate for this fridge with the claim certificate. The
          certificate of the old computer ends 24 hours after the new one connects. Revoke it if the old computer is
          lost.
        </p>
      ) : (
        <p>A new computer can no longer request a certificate for this fridge. Valid certificates stay valid.</p>
      )}
      <FormField control={form.form.control} name="reason">
        {(field) => (
          <ReasonField
            example={allow ? "computer defective, technician on site" : "the old computer works"}
            {...field}
          />
        )}
      </FormField>
    </DialogForm>
  );
}

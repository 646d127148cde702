import { useQueryClient } from "@tanstack/react-query";
import { object } from "valibot";
import { toastSuccess } from "../../lib/toast";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { Notice } from "../../ui/Notice";
import type { Certificate, FridgeConnection } from "../connection";
import { isValid, shortId } from "../rules/connection";
import { revokeCertificate } from "./changes";
import { REASON, ReasonField } from "./ReasonField";

interface Props {
  readonly connection: FridgeConnection;
  readonly certificate: Certificate;
  readonly now: number;
  readonly onClose: () => void;
}

const SCHEMA = object({ reason: REASON });

/** Revokes a certificate of a fridge. This cannot be undone. */
export function RevokeDialog({ connection, certificate, now, onClose }: Props) {
  const { locationId: id, certificates, version } = connection;
  const client = useQueryClient();
  const name = shortId(certificate.id);
  const isLast = !certificates.some((other) => other.id !== certificate.id && isValid(other, now));
  const form = useLarderForm({
    schema: SCHEMA,
    defaultValues: { reason: "" },
    onSubmit: async ({ reason }) => {
      await revokeCertificate(client, { id, certificateId: certificate.id, reason, version });
      toastSuccess(`Certificate ${name} of ${id} revoked`);
      onClose();
    },
  });
  return (
    <DialogForm
      title={`Revoke certificate ${name} of ${id}?`}
      form={form}
      onClose={onClose}
      submit="Revoke"
      busyText="Revoking…"
      failure="The certificate could not be revoked. Try again."
    >
      <p>
        Messages that are sent with this certificate are rejected at once, and the broker disconnects the fridge. This
        cannot be undone.
      </p>
      {isLast && (
        <Notice tone="warning">
          This is the fridge's only valid certificate. Without a new one, it cannot report and receives no commands.
        </Notice>
      )}
      <FormField control={form.form.control} name="reason">
        {(field) => <ReasonField example="computer stolen" {...field} />}
      </FormField>
    </DialogForm>
  );
}

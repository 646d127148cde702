import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { object, pipe, string, trim } from "valibot";
import { toastSuccess } from "../../lib/toast";
import { DialogForm } from "../../ui/form/DialogForm";
import { FileField } from "../../ui/form/FileField";
import { FormField } from "../../ui/form/FormField";
import { rule } from "../../ui/form/rule";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { MAX_REQUEST_LENGTH, requestError } from "../rules/request";
import { issueCertificate, type IssuedCertificate } from "./changes";
import { IssuedDialog } from "./IssuedDialog";
import { REASON, ReasonField } from "./ReasonField";

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

const SCHEMA = object({ certificateSigningRequest: pipe(string(), trim(), rule(requestError)), reason: REASON });

/** Larger files are not read. In bytes; a line break can take two. */
const MAX_FILE_SIZE = 2 * MAX_REQUEST_LENGTH;

/** Issues a certificate for a fridge from a request, and shows it afterwards. */
export function IssueDialog({ id, onClose }: Props) {
  const client = useQueryClient();
  const [issued, setIssued] = useState<IssuedCertificate | null>(null);
  const [fileError, setFileError] = useState<string>();
  const form = useLarderForm({
    schema: SCHEMA,
    defaultValues: { certificateSigningRequest: "", reason: "" },
    onSubmit: async (values) => {
      const certificate = await issueCertificate(client, { id, ...values });
      toastSuccess(`Certificate for ${id} issued`);
      setIssued(certificate);
    },
  });

  async function readFile(file: File) {
    if (file.size > MAX_FILE_SIZE) {
      setFileError("This file is too large for a certificate signing request");
      return;
    }
    setFileError(undefined);
    form.form.setValue("certificateSigningRequest", await file.text(), { shouldDirty: true, shouldValidate: true });
  }

  if (issued) return <IssuedDialog id={id} issued={issued} onClose={onClose} />;
  return (
    <DialogForm
      title={`Issue a certificate for ${id}`}
      form={form}
      onClose={onClose}
      submit="Issue certificate"
      busyText="Issuing…"
      failure="The certificate could not be issued. Try again."
      wide
    >
      <p>
        The fridge's computer creates a key and a certificate signing request. The key stays on the computer. Other
        valid certificates of the fridge stay valid.
      </p>
      <FormField control={form.form.control} name="certificateSigningRequest">
        {(field) => (
          <TextField
            label="Certificate signing request"
            description="PEM text that starts with -----BEGIN CERTIFICATE REQUEST-----"
            rows={6}
            spellCheck={false}
            autoCapitalize="off"
            required
            {...field}
          />
        )}
      </FormField>
      <FileField
        label="Or choose its file"
        accept=".csr,.pem,.req,application/pkcs10"
        error={fileError}
        onFile={(file) => void readFile(file)}
      />
      <FormField control={form.form.control} name="reason">
        {(field) => <ReasonField example="first setup without a claim certificate" {...field} />}
      </FormField>
    </DialogForm>
  );
}

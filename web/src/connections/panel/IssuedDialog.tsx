import { useState } from "react";
import { downloadText } from "../../lib/download";
import { toastFailure, toastSuccess } from "../../lib/toast";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/form/TextField";
import { Identifier } from "../../ui/text";
import { shortId } from "../rules/connection";
import type { IssuedCertificate } from "./changes";

interface Props {
  readonly id: string;
  readonly issued: IssuedCertificate;
  readonly onClose: () => void;
}

/** Shows a new certificate once. Closing is confirmed until the user has copied or downloaded it. */
export function IssuedDialog({ id, issued: { certificateId, certificatePem }, onClose }: Props) {
  const confirm = useConfirm();
  const [isKept, setKept] = useState(false);
  const name = shortId(certificateId);

  async function copy() {
    try {
      await navigator.clipboard.writeText(certificatePem);
      setKept(true);
      toastSuccess("Copied the certificate");
    } catch {
      toastFailure("Could not copy the certificate. Select the text and copy it, or download the file.");
    }
  }

  function download() {
    downloadText(`${id}-${name}.pem`, certificatePem, "application/x-pem-file");
    setKept(true);
  }

  async function close() {
    const question = {
      title: "Close without the certificate?",
      message: "The certificate was not copied or downloaded. Larder shows it again only for the same request.",
      confirm: "Close",
      cancel: "Back to the certificate",
      danger: true,
    };
    if (isKept || (await confirm(question))) onClose();
  }

  return (
    <Dialog
      title={`Certificate of ${id}`}
      onClose={() => void close()}
      wide
      actions={
        <>
          <Button onClick={() => void close()}>Close</Button>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button variant="primary" onClick={download}>
            Download
          </Button>
        </>
      }
    >
      <p>
        Certificate <Identifier>{name}</Identifier> is issued. Install it on the fridge's computer, next to the key.
        Larder shows it again only for the same request, until the fridge connects with it.
      </p>
      <TextField
        label="Certificate"
        rows={10}
        value={certificatePem}
        onChange={() => undefined}
        spellCheck={false}
        readOnly
      />
    </Dialog>
  );
}

/** The screen of every CSV upload: a file is chosen, checked, looked at, sent, and remembered. */
import { useSyncExternalStore, type ReactNode } from "react";
import { useMyPermissions } from "../session/permissions";
import { useLeaveGuard } from "../ui/leaving";
import { Page } from "../ui/Page";
import { Failure, Forbidden } from "../ui/states";
import { Button } from "../ui/Button";
import type { CheckProgress } from "./check/checkFile";
import { CheckedPanel } from "./CheckedPanel";
import { FilePicker } from "./FilePicker";
import { FOLDER_OF } from "./kinds";
import { PastUploads } from "./past/PastUploads";
import { phaseOf } from "./rules/sending";
import type { Sender } from "./send/sender";
import { SendingPanel } from "./send/SendingPanel";
import type { Upload } from "./upload";
import { useUpload } from "./useUpload";
import { ValidationErrors } from "./ValidationErrors";
import "./uploads.css";

// For screens that show an upload in their own way.
export { PastUploads } from "./past/PastUploads";

interface Props<Known, Value, Payload> {
  /** The same at each drawing. */
  readonly upload: Upload<Known, Value, Payload>;
  /** Between the title and the file: ways to neighbouring screens. */
  readonly children?: ReactNode;
}

export function UploadScreen<Known, Value, Payload>({ upload, children }: Props<Known, Value, Payload>) {
  const { may } = useMyPermissions();
  const [folderAction] = upload.needs;
  return (
    <Page title={upload.title}>
      {children}
      {may(folderAction) ? (
        <>
          <FileOnItsWay upload={upload} />
          <PastUploads folder={FOLDER_OF[upload.kind]} />
        </>
      ) : (
        <Forbidden to={`upload a ${upload.format.name}`} />
      )}
    </Page>
  );
}

function FileOnItsWay<Known, Value, Payload>({ upload }: { readonly upload: Upload<Known, Value, Payload> }) {
  const { state, check, send, startOver } = useUpload(upload);
  const { format, about, example } = upload;
  switch (state.step) {
    case "choosing":
      return (
        <>
          <FilePicker
            format={format}
            about={about}
            example={example}
            fault={state.fault}
            onFile={(file) => void check(file)}
          />
          {state.wrong && upload.manner && (
            <ValidationErrors columns={format.columns} wrong={state.wrong} groupOf={upload.manner.groupOf} />
          )}
        </>
      );
    case "checking":
      return <Checking fileName={state.fileName} progress={state.progress} onCancel={startOver} />;
    case "notLoaded":
      return (
        <>
          <Failure message={state.message} onRetry={() => void check(state.file)} />
          <div>
            <Button onClick={startOver}>Choose another file</Button>
          </div>
        </>
      );
    case "checked":
      return (
        <CheckedPanel
          upload={upload}
          checked={state.checked}
          onSend={() => void send(state.checked)}
          onAnother={startOver}
        />
      );
    case "sending":
      return (
        <>
          <SendingPanel
            fileName={state.checked.name}
            sender={state.sender}
            keeping={state.keeping}
            complete={upload.manner?.complete}
            onAnother={startOver}
          />
          <SendingGuard sender={state.sender} keeping={state.keeping} />
        </>
      );
  }
}

const STEPS: Readonly<Record<CheckProgress["step"], string>> = {
  reading: "Reading the file…",
  loading: "Loading what is stored now…",
  comparing: "Comparing with what is stored now…",
};

interface CheckingProps {
  readonly fileName: string;
  readonly progress: CheckProgress;
  readonly onCancel: () => void;
}

/** How far the check of a file is. */
export function Checking({ fileName, progress: { step, part }, onCancel }: CheckingProps) {
  return (
    <section className="sending" aria-label="Checking">
      <h2>{fileName}</h2>
      <p role="status">{STEPS[step]}</p>
      <progress aria-label={STEPS[step]} {...(part === null ? {} : { value: part, max: 1 })} />
      <div className="sending-actions">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </section>
  );
}

/** Asks before the screen is left while a file is being sent. */
export function SendingGuard({ sender, keeping }: { readonly sender: Sender; readonly keeping: boolean }) {
  const phase = phaseOf(useSyncExternalStore(sender.subscribe, sender.state));
  useLeaveGuard(keeping || phase !== "finished", {
    title: "Leave while sending?",
    message:
      "Part of the file has not been sent. What was written stays written; to send the rest, upload the same file again.",
    confirm: "Leave",
  });
  return null;
}

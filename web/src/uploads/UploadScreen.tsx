/** The screen of every CSV upload: select, check, preview and send a file, and see past uploads. */
import { useSyncExternalStore, type ReactNode } from "react";
import { useMyPermissions } from "../session/permissions";
import { useUnsavedChangesGuard } from "../ui/useUnsavedChangesGuard";
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

// For screens that do not use UploadScreen.
export { PastUploads } from "./past/PastUploads";

interface Props<Known, Value, Payload> {
  /** Must be the same object on every render. */
  readonly upload: Upload<Known, Value, Payload>;
  /** Shown between the title and the file, for example links to related screens. */
  readonly children?: ReactNode;
}

export function UploadScreen<Known, Value, Payload>({ upload, children }: Props<Known, Value, Payload>) {
  const { may } = useMyPermissions();
  const [folderAction] = upload.requiredActions;
  return (
    <Page title={upload.title}>
      {children}
      {may(folderAction) ? (
        <>
          <UploadSteps upload={upload} />
          <PastUploads folder={FOLDER_OF[upload.kind]} />
        </>
      ) : (
        <Forbidden action={`upload a ${upload.format.name}`} />
      )}
    </Page>
  );
}

function UploadSteps<Known, Value, Payload>({ upload }: { readonly upload: Upload<Known, Value, Payload> }) {
  const { state, check, send, startOver } = useUpload(upload);
  const { format, description, example } = upload;
  switch (state.step) {
    case "choosing":
      return (
        <>
          <FilePicker
            format={format}
            description={description}
            example={example}
            error={state.error}
            onFile={(file) => void check(file)}
          />
          {state.invalidFile && upload.strict && (
            <ValidationErrors columns={format.columns} file={state.invalidFile} groupOf={upload.strict.groupOf} />
          )}
        </>
      );
    case "checking":
      return <CheckingPanel fileName={state.fileName} progress={state.progress} onCancel={startOver} />;
    case "loadFailed":
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
            storingFile={state.storingFile}
            completeMessage={upload.strict?.completeMessage}
            onAnother={startOver}
          />
          <SendingGuard sender={state.sender} storingFile={state.storingFile} />
        </>
      );
  }
}

const STEPS: Readonly<Record<CheckProgress["step"], string>> = {
  reading: "Reading the file…",
  loading: "Loading saved data…",
  comparing: "Comparing with saved data…",
};

interface CheckingProps {
  readonly fileName: string;
  readonly progress: CheckProgress;
  readonly onCancel: () => void;
}

/** Shows the progress of a file's check. */
export function CheckingPanel({ fileName, progress: { step, fraction }, onCancel }: CheckingProps) {
  return (
    <section className="sending" aria-label="Checking">
      <h2>{fileName}</h2>
      <p role="status">{STEPS[step]}</p>
      <progress aria-label={STEPS[step]} {...(fraction === null ? {} : { value: fraction, max: 1 })} />
      <div className="sending-actions">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </section>
  );
}

/** Asks for confirmation when the user leaves the screen during an upload. */
export function SendingGuard({ sender, storingFile }: { readonly sender: Sender; readonly storingFile: boolean }) {
  const phase = phaseOf(useSyncExternalStore(sender.subscribe, sender.state));
  useUnsavedChangesGuard(storingFile || phase !== "finished", {
    title: "Leave during the upload?",
    message:
      "Part of the file has not been sent. Saved rows are kept. To send the remaining rows, upload the same file again.",
    confirm: "Leave",
  });
  return null;
}

/** The screen of every file upload: select, check, preview and send a file, and see past uploads. */
import { Suspense, use, type ComponentProps, type ReactNode } from "react";
import { RequirePermission } from "../session/RequirePermission";
import { Button } from "../ui/Button";
import { loadOnce, onDemand } from "../ui/onDemand";
import { Page } from "../ui/Page";
import { Skeleton } from "../ui/query/Skeleton";
import { Failure } from "../ui/states";
import { useUnsavedChangesGuard } from "../ui/useUnsavedChangesGuard";
import type { CheckProgress } from "./check/checkFile";
import { CheckedPanel } from "./CheckedPanel";
import { FilePicker } from "./FilePicker";
import type { UploadKind } from "./kind";
import { FOLDER_OF } from "./kinds";
import type { FilePreview } from "./preview/FilePreview";
import type { SendingStatus } from "./rules/sending";
import { SendingPanel } from "./send/SendingPanel";
import { Step } from "./Step";
import { useUpload, type UploadState } from "./useUpload";
import { ValidationErrors } from "./ValidationErrors";

const loadPreview = loadOnce(() => import("./preview/FilePreview"));

/** Keeps the type parameters of the preview, which `onDemand` would remove. */
function LoadedPreview<Known, Value, Payload>(props: ComponentProps<typeof FilePreview<Known, Value, Payload>>) {
  const { FilePreview: Preview } = use(loadPreview());
  return <Preview {...props} />;
}

/** The list below the steps. Also for screens that show more than the upload. */
export const PastUploads = onDemand(
  async () => (await import("./past/PastUploads")).PastUploads,
  <Skeleton label="past uploads" />,
);

interface Props<Known, Value, Payload> {
  /** Must be the same object on every render. */
  readonly kind: UploadKind<Known, Value, Payload>;
  /** Shown next to the title. */
  readonly aside?: ReactNode;
  /** Shown between the title and the file, for example links to related screens. */
  readonly children?: ReactNode;
}

export function UploadScreen<Known, Value, Payload>({ kind, aside, children }: Props<Known, Value, Payload>) {
  const { wording, format, operation, history } = kind;
  const [permission] = operation.requiredActions;
  return (
    <Page title={wording.title} aside={aside}>
      {children}
      <RequirePermission permission={permission} activity={wording.activity ?? `upload a ${format.name}`}>
        <UploadSteps kind={kind} />
        {history && <PastUploads folder={FOLDER_OF[history.kind]} />}
      </RequirePermission>
    </Page>
  );
}

interface StepsProps<Known, Value, Payload> extends Pick<Props<Known, Value, Payload>, "kind"> {
  /** Shown above the steps. `busy`: the upload has not finished. */
  readonly header?: (busy: boolean) => ReactNode;
}

const NOTHING_CHOSEN = { error: null, invalidFile: null } as const;

const LEAVE_MESSAGE =
  "Part of the file has not been sent. Saved rows are kept. To send the remaining rows, upload the same file again.";

/** The steps of an upload, for screens that show more than the upload. */
export function UploadSteps<Known, Value, Payload>({ kind, header }: StepsProps<Known, Value, Payload>) {
  const { state, progress, results, check, correct, send, startOver } = useUpload(kind);
  const { wording, format, strict, views = {} } = kind;
  const { Picker, FileError, LoadFailure, File: FileView } = views;
  // A halted upload has unsent lines, unless the user can send parts of the file.
  const busy = progress !== null && (progress.active || (!FileView && isHalted(progress.status)));
  useUnsavedChangesGuard(busy, {
    title: "Leave during the upload?",
    message: wording.leave ?? LEAVE_MESSAGE,
    confirm: "Leave",
  });
  const onFile = (file: File) => void check(file);
  const { error, invalidFile } = state.step === "choosing" ? state : NOTHING_CHOSEN;

  return (
    <>
      {header?.(busy)}
      {error && FileError && <FileError error={error} />}
      {Picker && <Picker fileName={fileNameOf(state)} error={error} busy={busy} onFile={onFile} />}
      {state.step === "choosing" && !Picker && (
        <FilePicker format={format} wording={wording} error={FileError ? null : error} onFile={onFile} />
      )}
      {invalidFile && strict && (
        <ValidationErrors
          invalid={invalidFile}
          strict={strict}
          onCorrect={(corrections) => correct(invalidFile, corrections)}
        />
      )}
      {state.step === "checking" && (
        <CheckingPanel
          fileName={state.fileName}
          steps={wording.checking}
          progress={state.progress}
          onCancel={startOver}
        />
      )}
      {state.step === "loadFailed" &&
        (LoadFailure ? (
          <LoadFailure error={state.error} onRetry={() => void check(state.file)} onAnother={startOver} />
        ) : (
          <>
            <Failure message={state.message} onRetry={() => void check(state.file)} />
            {!Picker && (
              <div>
                <Button onClick={startOver}>Choose another file</Button>
              </div>
            )}
          </>
        ))}
      {state.step === "checked" &&
        (FileView ? (
          <FileView
            file={state.checked}
            results={results}
            progress={progress}
            onSend={(lines) => void send(state.checked, lines)}
          />
        ) : (
          <>
            {progress ? (
              <SendingPanel
                kind={kind}
                file={state.checked}
                results={results}
                progress={progress}
                onAnother={startOver}
              />
            ) : (
              <CheckedPanel
                kind={kind}
                checked={state.checked}
                onSend={() => void send(state.checked)}
                onAnother={startOver}
              />
            )}
            {/* Statuses that depend on results stay visible during the upload. */}
            {(!progress || kind.preview?.statusOf) && (
              <Suspense fallback={<Skeleton label="the preview" />}>
                <LoadedPreview key={state.checked.name} kind={kind} checked={state.checked} results={results} />
              </Suspense>
            )}
          </>
        ))}
    </>
  );
}

const isHalted = (status: SendingStatus) => status === "stopped" || status === "lost" || status === "forbidden";

function fileNameOf(state: UploadState<unknown>): string | undefined {
  switch (state.step) {
    case "choosing":
    case "checking":
      return state.fileName;
    case "loadFailed":
      return state.file.name;
    case "checked":
      return state.checked.name;
  }
}

const STEPS: Readonly<Record<CheckProgress["step"], string>> = {
  reading: "Reading the file…",
  loading: "Loading saved data…",
  comparing: "Comparing with saved data…",
};

interface CheckingProps {
  readonly fileName: string;
  readonly steps: typeof STEPS | undefined;
  readonly progress: CheckProgress;
  readonly onCancel: () => void;
}

/** Shows the progress of a file's check. */
function CheckingPanel({ fileName, steps = STEPS, progress: { step, fraction }, onCancel }: CheckingProps) {
  return (
    <Step label="Checking">
      <h2>{fileName}</h2>
      <p role="status">{steps[step]}</p>
      <progress aria-label={steps[step]} {...(fraction === null ? {} : { value: fraction, max: 1 })} />
      <Button onClick={onCancel}>Cancel</Button>
    </Step>
  );
}

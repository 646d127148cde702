/** Schedules planograms from a file: request type, file, preview, submit and results. */
import { useState, useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Failure } from "../../ui/states";
import { Tooltip } from "../../ui/Tooltip";
import { FilePicker } from "../../uploads/FilePicker";
import { phaseOf } from "../../uploads/rules/sending";
import { useUpload } from "../../uploads/useUpload";
import { EMPTY_FILE, NO_ROWS, REQUEST_LABELS, type RequestType } from "../formats";
import { CheckedFilePanel } from "./CheckedFilePanel";
import { FeedbackPanel } from "./FeedbackPanel";
import { FIX_ERRORS } from "./feedback";
import { planogramUpload } from "./planogramUpload";
import { ResultPanel } from "./ResultPanel";

interface Props {
  readonly type: RequestType;
  readonly onType: (type: RequestType) => void;
}

const STEPS = {
  reading: "Reading the file…",
  loading: "Loading planograms…",
  comparing: "Comparing with saved planograms…",
} as const;

const subscribeToNothing = () => () => undefined;

/** Requires a `key` with the type, because the upload depends on it. */
export function SchedulePanel({ type, onType }: Props) {
  const [upload] = useState(() => planogramUpload(type));
  const { state, check, send, startOver } = useUpload(upload);
  const sender = state.step === "sending" ? state.sender : null;
  const sending = useSyncExternalStore(sender?.subscribe ?? subscribeToNothing, () => sender?.state() ?? null);
  const busy = state.step === "sending" && (state.storingFile || sending === null || phaseOf(sending) !== "finished");

  return (
    <section className="planogram-schedule" aria-label="Schedule">
      <div className="planogram-request">
        <Field label="Request">
          {(control) => (
            <select
              {...control}
              value={type}
              disabled={busy}
              onChange={(event) => onType(event.target.value as RequestType)}
            >
              {(Object.keys(REQUEST_LABELS) as RequestType[]).map((each) => (
                <option key={each} value={each}>
                  {REQUEST_LABELS[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Tooltip label="About activeHour" icon="?">
          {type === "CREATE"
            ? "New planograms take effect immediately, so their file has no activeHour."
            : "activeHour is in Central time, in the format MM/DD/YYYY hh:mm:ss (24-hour clock)."}
        </Tooltip>
      </div>
      {state.step === "choosing" && (
        <>
          {state.error && (
            <FeedbackPanel
              type="error"
              heading={FIX_ERRORS}
              messages={[state.error.message === EMPTY_FILE ? NO_ROWS : state.error.message]}
            />
          )}
          {state.error?.correctScreen && (
            <div>
              <Button onClick={() => onType(type === "CREATE" ? "UPDATE" : "CREATE")}>
                {`Go to ${state.error.correctScreen.screen}`}
              </Button>
            </div>
          )}
          <FilePicker
            format={upload.format}
            description={upload.description}
            example={upload.example}
            error={null}
            onFile={(file) => void check(file)}
          />
        </>
      )}
      {state.step === "checking" && (
        <section className="planogram-step" aria-label="Checking">
          <h2>{state.fileName}</h2>
          <p role="status">{STEPS[state.progress.step]}</p>
          <progress
            aria-label={STEPS[state.progress.step]}
            {...(state.progress.fraction === null ? {} : { value: state.progress.fraction, max: 1 })}
          />
          <div>
            <Button onClick={startOver}>Cancel</Button>
          </div>
        </section>
      )}
      {state.step === "loadFailed" && (
        <>
          <Failure message={state.message} onRetry={() => void check(state.file)} />
          <div>
            <Button onClick={startOver}>Choose another file</Button>
          </div>
        </>
      )}
      {state.step === "checked" && (
        <CheckedFilePanel
          type={type}
          upload={upload}
          checked={state.checked}
          onSend={() => void send(state.checked)}
          onAnother={startOver}
        />
      )}
      {state.step === "sending" && (
        <ResultPanel
          fileName={state.checked.name}
          sender={state.sender}
          storingFile={state.storingFile}
          onAnother={startOver}
        />
      )}
    </section>
  );
}

/** Scheduling by a file: what kind of request, the file, what it would change, Submit, and what became of it. */
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
import { FIX } from "./feedback";
import { planogramUpload } from "./planogramUpload";
import { ResultPanel } from "./ResultPanel";

interface Props {
  readonly type: RequestType;
  readonly onType: (type: RequestType) => void;
}

const STEPS = {
  reading: "Reading the file…",
  loading: "Loading the planograms of the file…",
  comparing: "Comparing with what is scheduled…",
} as const;

const never = () => () => undefined;

/** Drawn anew for another type: `key`. */
export function SchedulePanel({ type, onType }: Props) {
  const [upload] = useState(() => planogramUpload(type));
  const { state, check, send, startOver } = useUpload(upload);
  const sender = state.step === "sending" ? state.sender : null;
  const sending = useSyncExternalStore(sender?.subscribe ?? never, () => sender?.state() ?? null);
  const busy = state.step === "sending" && (state.keeping || sending === null || phaseOf(sending) !== "finished");

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
            ? "A new planogram has no activeHour in its file: it is set to now."
            : "activeHour is read as Central time, whichever zone you are in: MM/DD/YYYY hh:mm:ss, on a 24-hour clock."}
        </Tooltip>
      </div>
      {state.step === "choosing" && (
        <>
          {state.fault && (
            <FeedbackPanel
              type="error"
              heading={FIX}
              messages={[state.fault.message === EMPTY_FILE ? NO_ROWS : state.fault.message]}
            />
          )}
          {state.fault?.elsewhere && (
            <div>
              <Button onClick={() => onType(type === "CREATE" ? "UPDATE" : "CREATE")}>
                {`Go to ${state.fault.elsewhere.screen}`}
              </Button>
            </div>
          )}
          <FilePicker
            format={upload.format}
            about={upload.about}
            example={upload.example}
            fault={null}
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
            {...(state.progress.part === null ? {} : { value: state.progress.part, max: 1 })}
          />
          <div>
            <Button onClick={startOver}>Cancel</Button>
          </div>
        </section>
      )}
      {state.step === "notLoaded" && (
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
          keeping={state.keeping}
          onAnother={startOver}
        />
      )}
    </section>
  );
}

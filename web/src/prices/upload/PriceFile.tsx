/** The way of a price file: chosen, checked, looked at, sent. */
import { useMemo, useState, useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FilePicker } from "../../uploads/FilePicker";
import { Checking, SendingGuard } from "../../uploads/UploadScreen";
import { useUpload, type UploadState } from "../../uploads/useUpload";
import { createAnswers } from "./answers";
import { CheckedPrices } from "./CheckedPrices";
import { comparisonFailure } from "./failures";
import type { PriceChange } from "./priceCheck";
import { PricePreview } from "./PricePreview";
import { priceUpload } from "./priceUpload";
import { countStatuses, priceRows } from "./rows";
import { SubmitPanel } from "./SubmitPanel";

export function PriceFile() {
  const [answers] = useState(createAnswers);
  const [upload] = useState(() => priceUpload(answers));
  const { state, check, send, startOver } = useUpload(upload);
  const words = useSyncExternalStore(answers.subscribe, answers.current);

  function another() {
    answers.clear();
    startOver();
  }

  switch (state.step) {
    case "choosing":
      return (
        <FilePicker
          format={upload.format}
          about={upload.about}
          example={upload.example}
          fault={state.fault}
          onFile={(file) => void check(file)}
        />
      );
    case "checking":
      return <Checking fileName={state.fileName} progress={state.progress} onCancel={another} />;
    case "notLoaded": {
      const { title, text } = comparisonFailure(state.error);
      return (
        <Dialog
          title={title}
          alert
          onClose={another}
          actions={
            <>
              <Button onClick={another}>Close</Button>
              <Button look="primary" onClick={() => void check(state.file)}>
                Try again
              </Button>
            </>
          }
        >
          <p>{text}</p>
        </Dialog>
      );
    }
    case "checked":
    case "sending":
      return (
        <PricesOnTheirWay state={state} words={words} onSubmit={() => void send(state.checked)} onAnother={another} />
      );
  }
}

interface Props {
  readonly state: Extract<UploadState<PriceChange>, { readonly step: "checked" | "sending" }>;
  readonly words: ReturnType<ReturnType<typeof createAnswers>["current"]>;
  readonly onSubmit: () => void;
  readonly onAnother: () => void;
}

function PricesOnTheirWay({ state, words, onSubmit, onAnother }: Props) {
  const { lines, name, ignored } = state.checked;
  const rows = useMemo(() => priceRows(lines, words), [lines, words]);
  const counts = useMemo(() => countStatuses(rows), [rows]);
  const newSchemas = useMemo(
    () => [...new Set(lines.flatMap(({ value }) => (value?.newSchema ? [value.schemaId] : [])))],
    [lines],
  );
  return (
    <>
      {state.step === "checked" ? (
        <CheckedPrices
          fileName={name}
          counts={counts}
          ignored={ignored}
          newSchemas={newSchemas}
          onSubmit={onSubmit}
          onAnother={onAnother}
        />
      ) : (
        <>
          <SubmitPanel
            fileName={name}
            sender={state.sender}
            chunks={state.chunks}
            keeping={state.keeping}
            words={words}
            onAnother={onAnother}
          />
          <SendingGuard sender={state.sender} keeping={state.keeping} />
        </>
      )}
      <PricePreview fileName={name} rows={rows} counts={counts} />
    </>
  );
}

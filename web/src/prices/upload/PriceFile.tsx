/** The steps of a price file: select, check, preview and send. */
import { useMemo, useState, useSyncExternalStore } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FilePicker } from "../../uploads/FilePicker";
import { CheckingPanel, SendingGuard } from "../../uploads/UploadScreen";
import { useUpload, type UploadState } from "../../uploads/useUpload";
import { createResultsStore } from "./serverResults";
import { CheckedPrices } from "./CheckedPrices";
import { comparisonFailure } from "./failures";
import type { PriceChange } from "./priceCheck";
import { PricePreview } from "./PricePreview";
import { priceUpload } from "./priceUpload";
import { countStatuses, priceRows } from "./rows";
import { SubmitPanel } from "./SubmitPanel";

export function PriceFile() {
  const [resultsStore] = useState(createResultsStore);
  const [upload] = useState(() => priceUpload(resultsStore));
  const { state, check, send, startOver } = useUpload(upload);
  const results = useSyncExternalStore(resultsStore.subscribe, resultsStore.current);

  function chooseAnother() {
    resultsStore.clear();
    startOver();
  }

  switch (state.step) {
    case "choosing":
      return (
        <FilePicker
          format={upload.format}
          description={upload.description}
          example={upload.example}
          error={state.error}
          onFile={(file) => void check(file)}
        />
      );
    case "checking":
      return <CheckingPanel fileName={state.fileName} progress={state.progress} onCancel={chooseAnother} />;
    case "loadFailed": {
      const { title, text } = comparisonFailure(state.error);
      return (
        <Dialog
          title={title}
          alert
          onClose={chooseAnother}
          actions={
            <>
              <Button onClick={chooseAnother}>Close</Button>
              <Button variant="primary" onClick={() => void check(state.file)}>
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
        <CheckedOrSending
          state={state}
          results={results}
          onSubmit={() => void send(state.checked)}
          onAnother={chooseAnother}
        />
      );
  }
}

interface Props {
  readonly state: Extract<UploadState<PriceChange>, { readonly step: "checked" | "sending" }>;
  readonly results: ReturnType<ReturnType<typeof createResultsStore>["current"]>;
  readonly onSubmit: () => void;
  readonly onAnother: () => void;
}

function CheckedOrSending({ state, results, onSubmit, onAnother }: Props) {
  const { lines, name, ignored } = state.checked;
  const rows = useMemo(() => priceRows(lines, results), [lines, results]);
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
            storingFile={state.storingFile}
            results={results}
            onAnother={onAnother}
          />
          <SendingGuard sender={state.sender} storingFile={state.storingFile} />
        </>
      )}
      <PricePreview fileName={name} rows={rows} counts={counts} />
    </>
  );
}

import { useEffect, useMemo, useState } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { businessDay } from "../ui/day";
import { Page } from "../ui/Page";
import { Failure, Forbidden } from "../ui/states";
import { UploadScreen } from "../uploads/UploadScreen";
import { loadReferenceData, STEPS } from "./upload/loadSteps";
import type { ReferenceData } from "./upload/parRules";
import { parUpload } from "./upload/parUpload";
import "./pars.css";

const TITLE = "Pars Upload";
const FAILURE = "Unable to load locations and orders, Please check your internet and your permissions";

/** Pars upload: loads the locations and orders first, then shows the file picker (docs/requirements/planning.md, PAR-1). */
export default function ParsUploadPage() {
  const { may } = useMyPermissions();
  if (may("UploadPars")) return <PreparedUpload />;
  return (
    <Page title={TITLE}>
      <Forbidden action="upload a pars file" />
    </Page>
  );
}

type Load =
  | { readonly step: "loading"; readonly done: number }
  | { readonly step: "failed"; readonly error: unknown }
  | { readonly step: "loaded"; readonly referenceData: ReferenceData };

const INITIAL: Load = { step: "loading", done: 0 };

function PreparedUpload() {
  const [load, setLoad] = useState<Load>(INITIAL);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const cancellation = new AbortController();
    const update = (next: (load: Load) => Load) => {
      if (!cancellation.signal.aborted) setLoad(next);
    };
    const onStep = () =>
      update((current) => ({ step: "loading", done: current.step === "loading" ? current.done + 1 : 1 }));
    loadReferenceData(businessDay(), onStep, cancellation.signal)
      .then((referenceData) => update(() => ({ step: "loaded", referenceData })))
      .catch((error: unknown) => {
        update(() => ({ step: "failed", error }));
        cancellation.abort();
      });
    return () => cancellation.abort();
  }, [attempt]);

  if (load.step === "loaded") return <ParUpload referenceData={load.referenceData} />;
  if (load.step === "failed") {
    return (
      <Page title={TITLE}>
        {isForbidden(load.error) ? (
          <Forbidden action="view the locations and orders that a pars file is checked by" error={load.error} />
        ) : (
          <Failure
            message={messageOf(load.error, FAILURE)}
            onRetry={() => {
              setLoad(INITIAL);
              setAttempt(attempt + 1);
            }}
          />
        )}
      </Page>
    );
  }
  const percent = Math.round((100 * load.done) / STEPS);
  return (
    <Page title={TITLE}>
      <section className="pars-loading" aria-label="Loading">
        <p role="status">Loading locations and orders… {percent}%</p>
        <progress aria-label="Loading locations and orders" value={load.done} max={STEPS} />
      </section>
    </Page>
  );
}

function ParUpload({ referenceData }: { readonly referenceData: ReferenceData }) {
  const upload = useMemo(() => parUpload(referenceData), [referenceData]);
  return <UploadScreen upload={upload} />;
}

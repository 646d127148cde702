import { useEffect, useMemo, useState } from "react";
import { formatPercent } from "../lib/formats";
import { businessDay } from "../lib/day";
import { Page } from "../ui/Page";
import { UploadScreen } from "../uploads/UploadScreen";
import { QueryError } from "../ui/query/ErrorNotice";
import { RequirePermission } from "../session/RequirePermission";
import { loadReferenceData, STEPS } from "./upload/loadSteps";
import type { ReferenceData } from "./upload/parRules";
import { parUpload } from "./upload/parUpload";
import "./pars.css";

const TITLE = "Pars Upload";
const FAILURE = "Unable to load locations and orders, Please check your internet and your permissions";

/** Pars upload: loads the locations and orders first, then shows the file picker (docs/requirements/planning.md, PAR-1). */
export default function ParsUploadPage() {
  return (
    <RequirePermission title={TITLE} permission="UploadPars" activity="upload a pars file">
      <PreparedUpload />
    </RequirePermission>
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
        <QueryError
          query={{
            data: undefined,
            error: load.error,
            isFetching: false,
            refetch: () => {
              setLoad(INITIAL);
              setAttempt(attempt + 1);
            },
          }}
          message={FAILURE}
          forbidden={{ activity: "view the locations and orders that a pars file is checked by" }}
        />
      </Page>
    );
  }
  const percent = Math.round((100 * load.done) / STEPS);
  return (
    <Page title={TITLE}>
      <section className="pars-loading" aria-label="Loading">
        <p role="status">Loading locations and orders… {formatPercent(percent)}</p>
        <progress aria-label="Loading locations and orders" value={load.done} max={STEPS} />
      </section>
    </Page>
  );
}

function ParUpload({ referenceData }: { readonly referenceData: ReferenceData }) {
  const kind = useMemo(() => parUpload(referenceData), [referenceData]);
  return <UploadScreen kind={kind} />;
}

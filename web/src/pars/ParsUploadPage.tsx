import { useEffect, useMemo, useState } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { businessDay } from "../ui/day";
import { Page } from "../ui/Page";
import { Failure, Forbidden } from "../ui/states";
import { UploadScreen } from "../uploads/UploadScreen";
import { loadKnownTags, STEPS } from "./upload/loadSteps";
import type { KnownTags } from "./upload/parRules";
import { parUpload } from "./upload/parUpload";
import "./pars.css";

const TITLE = "Pars Upload";
const FAILURE = "Unable to load locations and orders, Please check your internet and your permissions";

/** Pars upload (spec of planning and reporting, section 2): first what a file is checked by, then the file. */
export default function ParsUploadPage() {
  const { may } = useMyPermissions();
  if (may("UploadPars")) return <Loaded />;
  return (
    <Page title={TITLE}>
      <Forbidden to="upload a pars file" />
    </Page>
  );
}

type Load =
  | { readonly step: "loading"; readonly done: number }
  | { readonly step: "failed"; readonly error: unknown }
  | { readonly step: "loaded"; readonly tags: KnownTags };

const BEGUN: Load = { step: "loading", done: 0 };

function Loaded() {
  const [load, setLoad] = useState<Load>(BEGUN);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    const show = (next: (load: Load) => Load) => {
      if (!ending.signal.aborted) setLoad(next);
    };
    const onStep = () => show((now) => ({ step: "loading", done: now.step === "loading" ? now.done + 1 : 1 }));
    loadKnownTags(businessDay(), onStep, ending.signal)
      .then((tags) => show(() => ({ step: "loaded", tags })))
      .catch((error: unknown) => {
        show(() => ({ step: "failed", error }));
        ending.abort();
      });
    return () => ending.abort();
  }, [attempt]);

  if (load.step === "loaded") return <Uploading tags={load.tags} />;
  if (load.step === "failed") {
    return (
      <Page title={TITLE}>
        {isForbidden(load.error) ? (
          <Forbidden to="see the locations and orders that a pars file is checked by" error={load.error} />
        ) : (
          <Failure
            message={messageOf(load.error, FAILURE)}
            onRetry={() => {
              setLoad(BEGUN);
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
        <p role="status">Loading locations and orders… {percent} %</p>
        <progress aria-label="Loading locations and orders" value={load.done} max={STEPS} />
      </section>
    </Page>
  );
}

function Uploading({ tags }: { readonly tags: KnownTags }) {
  const upload = useMemo(() => parUpload(tags), [tags]);
  return <UploadScreen upload={upload} />;
}

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { businessDay } from "../lib/day";
import { formatPercent } from "../lib/formats";
import { RequirePermission } from "../session/RequirePermission";
import { QueryPage } from "../ui/query/QueryView";
import { PastUploads, UploadSteps } from "../uploads/UploadScreen";
import styles from "./parsUploadPage.module.css";
import { loadReferenceData, STEPS } from "./upload/loadSteps";
import type { ReferenceData } from "./upload/parRules";
import { parUpload } from "./upload/parUpload";

const FAILURE = "Unable to load locations and orders, Please check your internet and your permissions";

/** Pars upload: loads the locations and orders first, then shows the file picker (docs/requirements/planning.md, PAR-1). */
export default function ParsUploadPage() {
  return (
    <RequirePermission title="Pars Upload" permission="UploadPars" activity="upload a pars file">
      <PreparedUpload />
    </RequirePermission>
  );
}

function PreparedUpload() {
  const [done, setDone] = useState(0);
  const query = useQuery({
    queryKey: ["parReferenceData"],
    queryFn: ({ signal }) => {
      setDone(0);
      return loadReferenceData(businessDay(), () => setDone((count) => count + 1), signal);
    },
    // Loaded once per visit, because the upload must not change while a file is checked.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <QueryPage
      title="Pars Upload"
      query={query}
      label="locations and orders"
      error={FAILURE}
      forbidden={{ activity: "view the locations and orders that a pars file is checked by" }}
      skeleton={
        <section className={styles.loading} aria-label="Loading">
          <p role="status">Loading locations and orders… {formatPercent(Math.round((100 * done) / STEPS))}</p>
          <progress aria-label="Loading locations and orders" value={done} max={STEPS} />
        </section>
      }
    >
      {(referenceData) => <ParUpload referenceData={referenceData} />}
    </QueryPage>
  );
}

function ParUpload({ referenceData }: { readonly referenceData: ReferenceData }) {
  const kind = useMemo(() => parUpload(referenceData), [referenceData]);
  return (
    <>
      <UploadSteps kind={kind} />
      <PastUploads folder="par-allocation-uploads" />
    </>
  );
}

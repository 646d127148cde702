import { useMyPermissions } from "../session/permissions";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { SyncForm } from "./SyncForm";
import { SyncsPanel } from "./SyncsPanel";
import "./loginext.css";

const TITLE = "LogiNext";

/** Syncs of the days' routes with LogiNext (spec of fleet operations, section 2.7). */
export default function LogiNextPage() {
  const { may } = useMyPermissions();
  return (
    <Page title={TITLE}>
      {may("SyncLogiNext") ? (
        <>
          <SyncForm />
          <SyncsPanel />
        </>
      ) : (
        <Forbidden to="sync routes with LogiNext" />
      )}
    </Page>
  );
}

import { useMyPermissions } from "../session/permissions";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { useUrlState } from "../ui/useUrlState";
import { SyncForm } from "./SyncForm";
import { SyncsPanel } from "./SyncsPanel";
import "./loginext.css";

const TITLE = "LogiNext";

/** Starts LogiNext syncs and lists their results (docs/requirements/stocking.md, LGX-1 to LGX-5). */
export default function LogiNextPage() {
  const { may } = useMyPermissions();
  const address = useUrlState("find");
  return (
    <Page title={TITLE}>
      {may("SyncLogiNext") ? (
        <>
          <SyncForm address={address} />
          <SyncsPanel address={address} />
        </>
      ) : (
        <Forbidden action="sync routes with LogiNext" />
      )}
    </Page>
  );
}

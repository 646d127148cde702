import { useMyPermissions } from "../session/permissions";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { SyncForm } from "./SyncForm";
import { SyncsPanel } from "./SyncsPanel";
import "./loginext.css";

const TITLE = "LogiNext";

/** Syncs of the days' routes with LogiNext (spec of fleet operations, section 2.7). */
export default function LogiNextPage() {
  const { may } = useMyPermissions();
  const address = useAddress("find");
  return (
    <Page title={TITLE}>
      {may("SyncLogiNext") ? (
        <>
          <SyncForm address={address} />
          <SyncsPanel address={address} />
        </>
      ) : (
        <Forbidden to="sync routes with LogiNext" />
      )}
    </Page>
  );
}

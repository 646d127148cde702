import { Page } from "../ui/Page";
import { useUrlState } from "../lib/useUrlState";
import { RequirePermission } from "../session/RequirePermission";
import { SyncForm } from "./SyncForm";
import { SyncsPanel } from "./SyncsPanel";

const TITLE = "LogiNext";

/** Starts LogiNext syncs and lists their results (docs/requirements/stocking.md, LGX-1 to LGX-5). */
export default function LogiNextPage() {
  const address = useUrlState("find");
  return (
    <Page title={TITLE}>
      <RequirePermission permission="SyncLogiNext" activity="sync routes with LogiNext">
        <SyncForm address={address} />
        <SyncsPanel address={address} />
      </RequirePermission>
    </Page>
  );
}

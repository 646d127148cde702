import { Link } from "react-router";
import { useMyPermissions } from "../../session/permissions";
import { Page } from "../../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import { FilePicker } from "./FilePicker";
import { HelpPanel } from "./HelpPanel";
import { Preview } from "./Preview";
import { useImport } from "./useImport";
import "./import.css";

const TITLE = "Import Locations";

/** Creates locations from an export of the customer records (docs/requirements/locations.md, "Import"). */
export default function ImportLocationsPage() {
  const { may } = useMyPermissions();
  if (may("CreateLocation")) return <ImportLocations />;
  return (
    <Page title={TITLE}>
      <Forbidden action="import locations" />
    </Page>
  );
}

function ImportLocations() {
  const importState = useImport();
  const { file, reading, fileError, rows, created, run } = importState;
  return (
    <Page title={TITLE} aside={<Link to="/locations/new">Add a single fridge</Link>}>
      <HelpPanel open={file === undefined} />
      <FilePicker
        fileName={reading ?? file?.name}
        onSelect={importState.selectFile}
        disabledReason={run ? "Locations are being uploaded" : undefined}
      />
      {reading !== null && <Loading label={reading} />}
      {fileError && (
        <Failure message={fileError.message} onRetry={fileError.retryable ? importState.retryFile : undefined} />
      )}
      {file && reading === null && (
        <>
          <Preview importState={importState} file={file} />
          {rows.length === 0 && created > 0 && (
            <Empty>
              <p>
                {created === 1
                  ? "The location was created"
                  : `All ${created.toLocaleString("en-US")} locations were created`}
              </p>
              <p>
                <Link to="/locations/all?status=OFFLINE">View in the list</Link>
              </p>
            </Empty>
          )}
        </>
      )}
    </Page>
  );
}

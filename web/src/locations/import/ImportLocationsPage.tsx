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

/** Creates locations from an export of the customer records (spec, section 2.4). */
export default function ImportLocationsPage() {
  const { may } = useMyPermissions();
  if (may("CreateLocation")) return <ImportLocations />;
  return (
    <Page title={TITLE}>
      <Forbidden to="import locations" />
    </Page>
  );
}

function ImportLocations() {
  const work = useImport();
  const { file, choosing, problem, rows, created, run } = work;
  return (
    <Page title={TITLE} aside={<Link to="/locations/new">Add one fridge by the form</Link>}>
      <HelpPanel open={file === undefined} />
      <FilePicker
        chosen={choosing ?? file?.name}
        onChoose={work.choose}
        disabledReason={run ? "Locations are being uploaded" : undefined}
      />
      {choosing !== null && <Loading what={choosing} />}
      {problem && <Failure message={problem.message} onRetry={problem.passing ? work.chooseAgain : undefined} />}
      {file && choosing === null && (
        <>
          <Preview work={work} file={file} />
          {rows.length === 0 && created > 0 && (
            <Empty>
              <p>
                {created === 1
                  ? "The location of the file was created"
                  : `All ${created.toLocaleString("en-US")} locations of the file were created`}
              </p>
              <p>
                <Link to="/locations/all?status=OFFLINE">See them in the list</Link>
              </p>
            </Empty>
          )}
        </>
      )}
    </Page>
  );
}

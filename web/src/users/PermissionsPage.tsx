import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { messageOf } from "../api/errors";
import { formatCount } from "../lib/formats";
import { paths } from "../lib/paths";
import { useUrlState } from "../lib/useUrlState";
import { RequirePermission } from "../session/RequirePermission";
import { Page } from "../ui/Page";
import { QueryError } from "../ui/query/ErrorNotice";
import { statusOf } from "../ui/query/query";
import { QueryView } from "../ui/query/QueryView";
import { CenteredMessage } from "../ui/states";
import { Toolbar } from "../ui/Toolbar";
import { ViewSwitch } from "../ui/ViewSwitch";
import { FlagsPanel } from "./flags/FlagsPanel";
import { PeoplePanel } from "./people/PeoplePanel";
import { LocationsPanel } from "./reference/LocationsPanel";
import { ReferencePanel } from "./reference/ReferencePanel";
import { PROHIBITED, staffQuery } from "./staff";

const TITLE = "User Permissions";
const FAILURE = "Unable to load permissions, Please check your internet and your permissions";

const VIEWS = [
  ["", "People"],
  ["flags", "Feature Flags"],
  ["reference", "Function Groups"],
  ["locations", "Locations"],
] as const;

type ViewId = (typeof VIEWS)[number][0];

/** Manages permissions, accounts and feature flags (docs/requirements/people.md). */
export default function PermissionsPage() {
  return (
    <RequirePermission title={TITLE} permission="ManagePermissions" activity="manage permissions">
      <Permissions />
    </RequirePermission>
  );
}

/** Shown when the server rejects a user with the action: MFA is missing, or the action was just revoked. */
function Rejected({ error }: { readonly error: unknown }) {
  return (
    <Page title={TITLE}>
      <CenteredMessage role="alert">
        <h2>You can't manage permissions right now</h2>
        <p>{messageOf(error, PROHIBITED)}</p>
        <p>
          <Link to={paths.account}>Account and security</Link>
        </p>
      </CenteredMessage>
    </Page>
  );
}

function Permissions() {
  const { address, set, flush } = useUrlState("text");
  const staff = useQuery(staffQuery);
  const view: ViewId = VIEWS.find(([known]) => known === address.get("look"))?.[0] ?? "";

  if (statusOf(staff) === "forbidden") return <Rejected error={staff.error} />;
  return (
    <Page
      title={TITLE}
      aside={
        <>
          {staff.data && <span role="status">{formatCount(staff.data.length, "person", "people")}</span>}
          <Link to={paths.usage}>Usage</Link>
        </>
      }
    >
      <Toolbar>
        <ViewSwitch label="View" options={VIEWS} value={view} onChange={(next) => set("look", next)} />
      </Toolbar>
      {view === "" ? (
        <QueryView query={staff} label="permissions" error={FAILURE}>
          {(people) => <PeoplePanel people={people} address={address} set={set} flush={flush} />}
        </QueryView>
      ) : (
        <QueryError query={staff} message={FAILURE} />
      )}
      {view === "flags" && <FlagsPanel address={address} set={set} flush={flush} />}
      {view === "reference" && (
        <ReferencePanel people={staff.data ?? []} text={address.get("text") ?? ""} set={set} flush={flush} />
      )}
      {view === "locations" && <LocationsPanel address={address} set={set} flush={flush} />}
    </Page>
  );
}

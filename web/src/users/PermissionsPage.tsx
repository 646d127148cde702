import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { ViewSwitch } from "../ui/ViewSwitch";
import { Page } from "../ui/Page";
import { Failure, Forbidden, Loading } from "../ui/states";
import { useUrlState } from "../ui/useUrlState";
import { FlagsPanel } from "./flags/FlagsPanel";
import { PeoplePanel } from "./people/PeoplePanel";
import { LocationsPanel } from "./reference/LocationsPanel";
import { ReferencePanel } from "./reference/ReferencePanel";
import { PROHIBITED, staffQuery } from "./staff";
import "./permissions.css";

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
  const { may } = useMyPermissions();
  return may("ManagePermissions") ? <Permissions /> : <NotAllowed />;
}

function NotAllowed() {
  return (
    <Page title={TITLE}>
      <Forbidden action="manage permissions" />
    </Page>
  );
}

/** Shown when the server rejects a user with the action: MFA is missing, or the action was just revoked. */
function Rejected({ error }: { readonly error: unknown }) {
  return (
    <Page title={TITLE}>
      <div className="state" role="alert">
        <h2>You can't manage permissions right now</h2>
        <p>{messageOf(error, PROHIBITED)}</p>
        <p>
          <Link to="/account">Account and security</Link>
        </p>
      </div>
    </Page>
  );
}

function Permissions() {
  const { address, set, flush } = useUrlState("text");
  const staff = useQuery(staffQuery);
  const view: ViewId = VIEWS.find(([known]) => known === address.get("look"))?.[0] ?? "";

  if (isForbidden(staff.error)) return <Rejected error={staff.error} />;
  return (
    <Page
      title={TITLE}
      aside={
        <>
          {staff.data && (
            <span role="status">{staff.data.length === 1 ? "1 person" : `${staff.data.length} people`}</span>
          )}
          <Link to="/users/usage">Usage</Link>
        </>
      }
    >
      <div className="permissions-views">
        <ViewSwitch label="View" options={VIEWS} value={view} onChange={(next) => set("look", next)} />
      </div>
      {staff.isError && (
        <Failure
          message={messageOf(staff.error, FAILURE)}
          onRetry={() => void staff.refetch()}
          retrying={staff.isFetching}
        />
      )}
      {view === "" && staff.isPending && <Loading label="permissions" />}
      {view === "" && staff.data && <PeoplePanel people={staff.data} address={address} set={set} flush={flush} />}
      {view === "flags" && <FlagsPanel text={address.get("text") ?? ""} set={set} flush={flush} />}
      {view === "reference" && (
        <ReferencePanel people={staff.data ?? []} text={address.get("text") ?? ""} set={set} flush={flush} />
      )}
      {view === "locations" && <LocationsPanel address={address} set={set} flush={flush} />}
    </Page>
  );
}

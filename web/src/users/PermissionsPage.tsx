import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { LookSwitch } from "../ui/LookSwitch";
import { Page } from "../ui/Page";
import { Failure, Forbidden, Loading } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { FlagsPanel } from "./flags/FlagsPanel";
import { PeoplePanel } from "./people/PeoplePanel";
import { LocationsPanel } from "./reference/LocationsPanel";
import { ReferencePanel } from "./reference/ReferencePanel";
import { PROHIBITED, staffQuery } from "./staff";
import "./permissions.css";

const TITLE = "User Permissions";
const FAILURE = "Unable to load permissions, Please check your internet and your permissions";

const LOOKS = [
  ["", "People"],
  ["flags", "Feature Flags"],
  ["reference", "Function Groups"],
  ["locations", "Locations"],
] as const;

type Look = (typeof LOOKS)[number][0];

/** Who may do what (spec of planning and reporting, sections 2 and 6). */
export default function PermissionsPage() {
  const { may } = useMyPermissions();
  return may("ManagePermissions") ? <Permissions /> : <NotAllowed />;
}

function NotAllowed() {
  return (
    <Page title={TITLE}>
      <Forbidden to="manage permissions" />
    </Page>
  );
}

/** The server rejects a user who holds the action: MFA is missing, or the action was removed a moment ago. */
function Rejected({ error }: { readonly error: unknown }) {
  return (
    <Page title={TITLE}>
      <div className="state" role="alert">
        <h2>You cannot manage permissions now</h2>
        <p>{messageOf(error, PROHIBITED)}</p>
        <p>
          <Link to="/account">Account and security</Link>
        </p>
      </div>
    </Page>
  );
}

function Permissions() {
  const { address, set, settle } = useAddress("text");
  const staff = useQuery(staffQuery);
  const look: Look = LOOKS.find(([known]) => known === address.get("look"))?.[0] ?? "";

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
      <div className="permissions-looks">
        <LookSwitch label="What to see" looks={LOOKS} look={look} onLook={(next) => set("look", next)} />
      </div>
      {staff.isError && (
        <Failure
          message={messageOf(staff.error, FAILURE)}
          onRetry={() => void staff.refetch()}
          retrying={staff.isFetching}
        />
      )}
      {look === "" && staff.isPending && <Loading what="permissions" />}
      {look === "" && staff.data && <PeoplePanel people={staff.data} address={address} set={set} settle={settle} />}
      {look === "flags" && <FlagsPanel text={address.get("text") ?? ""} set={set} settle={settle} />}
      {look === "reference" && (
        <ReferencePanel people={staff.data ?? []} text={address.get("text") ?? ""} set={set} settle={settle} />
      )}
      {look === "locations" && <LocationsPanel address={address} set={set} settle={settle} />}
    </Page>
  );
}

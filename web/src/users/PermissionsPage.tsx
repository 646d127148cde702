import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { messageOf } from "../api/errors";
import { formatCount } from "../lib/formats";
import { paths } from "../lib/paths";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { RequirePermission } from "../session/RequirePermission";
import { onDemand } from "../ui/onDemand";
import { Page } from "../ui/Page";
import { QueryError } from "../ui/query/ErrorNotice";
import { statusOf } from "../ui/query/query";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { CenteredMessage, Empty } from "../ui/states";
import { Toolbar } from "../ui/Toolbar";
import { ViewSwitch } from "../ui/ViewSwitch";
import { PeoplePanel } from "./people/PeoplePanel";
import type { Person } from "./rules/people";
import { PROHIBITED, staffQuery } from "./staff";

const PLACEHOLDER = <Skeleton label="the view" />;
const FlagsPanel = onDemand(async () => (await import("./flags/FlagsPanel")).FlagsPanel, PLACEHOLDER);
const MatrixPanel = onDemand(async () => (await import("./matrix/MatrixPanel")).MatrixPanel, PLACEHOLDER);
const LocationsPanel = onDemand(async () => (await import("./reference/LocationsPanel")).LocationsPanel, PLACEHOLDER);
const ReferencePanel = onDemand(async () => (await import("./reference/ReferencePanel")).ReferencePanel, PLACEHOLDER);
const RolesPanel = onDemand(async () => (await import("./roles/RolesPanel")).RolesPanel, PLACEHOLDER);

const TITLE = "User Permissions";
const FAILURE = "Unable to load permissions, Please check your internet and your permissions";

const VIEWS = [
  ["", "People"],
  ["drivers", "Drivers"],
  ["roles", "Roles"],
  ["matrix", "Matrix"],
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
  const people = staff.data?.filter(({ driver }) => !driver);
  const drivers = staff.data?.filter(({ driver }) => driver);
  const view: ViewId = VIEWS.find(([known]) => known === address.get("look"))?.[0] ?? "";

  if (statusOf(staff) === "forbidden") return <Rejected error={staff.error} />;
  return (
    <Page
      title={TITLE}
      aside={
        <>
          {people && drivers && (
            <span role="status">
              {formatCount(people.length, "person", "people")}
              {drivers.length > 0 && `, ${formatCount(drivers.length, "driver")}`}
            </span>
          )}
          <Link to={paths.accessCheck}>Why can't I…?</Link>
          <Link to={paths.usage}>Usage</Link>
        </>
      }
    >
      <Toolbar>
        <ViewSwitch label="View" options={VIEWS} value={view} onChange={(next) => set("look", next)} />
      </Toolbar>
      {view === "" || view === "drivers" || view === "matrix" ? (
        <QueryView query={staff} label="permissions" error={FAILURE}>
          {(all) => <Accounts view={view} all={all} address={address} set={set} flush={flush} />}
        </QueryView>
      ) : (
        <QueryError query={staff} message={FAILURE} />
      )}
      {view === "roles" && <RolesPanel people={people} />}
      {view === "flags" && <FlagsPanel drivers={drivers} address={address} set={set} flush={flush} />}
      {view === "reference" && (
        <ReferencePanel people={people} text={address.get("text") ?? ""} set={set} flush={flush} />
      )}
      {view === "locations" && <LocationsPanel address={address} set={set} flush={flush} />}
    </Page>
  );
}

interface AccountsProps extends Omit<UrlState, "change" | "go"> {
  readonly view: "" | "drivers" | "matrix";
  readonly all: readonly Person[];
}

/** The views that list accounts. Drivers have a separate list, because they do not use the console. */
function Accounts({ view, all, ...state }: AccountsProps) {
  const people = all.filter(({ driver }) => driver === (view === "drivers"));
  if (view === "matrix") return <MatrixPanel people={people} {...state} />;
  if (view === "drivers") {
    if (people.length === 0) {
      return <Empty>No drivers. Accounts whose email is in the domain of drivers are listed here.</Empty>;
    }
    return <PeoplePanel key={view} people={people} noun={["driver", "drivers"]} {...state} />;
  }
  return <PeoplePanel key={view} people={people} noun={["person", "people"]} {...state} />;
}

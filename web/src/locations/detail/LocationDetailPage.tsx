import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { isForbidden, messageOf } from "../../api/errors";
import { byAttribute, itemsOf, type ScheduledItem } from "../../schedules/items";
import { UNABLE_TO_LOAD_CHANGES } from "../../schedules/queries";
import { ScheduledChangeDialog } from "../../schedules/ScheduledChangeDialog";
import { useFollowedChanges } from "../../schedules/useFollowedChanges";
import { useMyPermissions } from "../../session/permissions";
import { Page } from "../../ui/Page";
import { Failure, Forbidden, Loading } from "../../ui/states";
import { toastFailure } from "../../ui/toast";
import { editableRow } from "../rules/attributes";
import { timeZoneOf } from "../rules/options";
import { EditDialog } from "./EditDialog";
import { HistoryPanel } from "./HistoryPanel";
import { PropertyTable } from "./PropertyTable";
import { locationQuery, type LocationDetail } from "../locationQuery";
import { reloadLocation } from "./queries";
import type { Reschedule, Revert } from "./useEdit";
import { screenOf } from "../list/screens";
import "./detail.css";

/** Everything that is stored of one location, to see and to edit. */
export default function LocationDetailPage() {
  const id = useParams().id ?? "";
  const { search } = useLocation();
  const location = useQuery({ ...locationQuery(id), enabled: id !== "" });

  if (id === "" || location.data === null) return <BackToList id={id} />;
  // The server finds a location in any case; the address shows its id as it was created.
  if (location.data && location.data.id !== id) {
    return <Navigate to={`/locations/detail/${location.data.id}${search}`} replace />;
  }
  // What was loaded stays while a reload fails: the failure stands above it.
  const failure = location.isError && (
    <Failure
      message={messageOf(location.error, UNABLE_TO_LOAD)}
      onRetry={() => void location.refetch()}
      retrying={location.isFetching}
    />
  );
  if (location.data) return <LocationScreen location={location.data} failure={failure} />;
  return (
    <Page title={id}>
      {location.isPending && <Loading what={id} />}
      {isForbidden(location.error) ? <Forbidden to="see this location" error={location.error} /> : failure}
    </Page>
  );
}

const UNABLE_TO_LOAD = "Unable to load this location, Please check your internet and your permissions";

function noneScheduled({ data, error }: { readonly data: unknown; readonly error: unknown }): string {
  if (data) return "No Scheduled Changes";
  if (isForbidden(error)) return "Your permissions do not include scheduled changes.";
  return error ? "Scheduled changes could not be loaded." : "Loading scheduled changes…";
}

/** Where an address without a location leads; an id that nobody has is said to be so. */
function BackToList({ id }: { readonly id: string }) {
  useEffect(() => {
    if (id !== "") toastFailure(`There is no location ${id}`);
  }, [id]);
  return <Navigate to="/locations/all" replace />;
}

/** What a row is opened with instead of what is stored. */
interface OpenWith {
  readonly reschedule: Reschedule;
  readonly revert: Revert;
}

interface ScreenProps {
  readonly location: LocationDetail;
  readonly failure: React.ReactNode;
}

function LocationScreen({ location, failure }: ScreenProps) {
  const { id, prettyName } = location;
  const zone = timeZoneOf(location.timeZone);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { may } = useMyPermissions();
  const [params, setParams] = useSearchParams();
  const address = useLocation();
  const { reschedule = null, revert = null } = (address.state ?? {}) as Partial<OpenWith>;
  const [chosen, setChosen] = useState<ScheduledItem | null>(null);

  const onApplied = useCallback(() => void reloadLocation(client, id), [client, id]);
  const changes = useFollowedChanges(id, onApplied);
  const scheduled = byAttribute(itemsOf(changes.data ?? []));

  const filter = params.get("find") ?? "";
  const open = editableRow(params.get("edit"));

  /** The address names the row that is open, so that it can be sent to a colleague and Back closes it. */
  function openRow(attribute: string | null, state: Partial<OpenWith> | null = null) {
    const next = new URLSearchParams(params);
    if (attribute) next.set("edit", attribute);
    else next.delete("edit");
    void navigate({ search: next.toString() }, { state, replace: params.has("edit"), preventScrollReset: true });
  }

  return (
    <Page
      title={id}
      aside={
        <nav className="detail-links" aria-label="This location">
          <Link to={screenOf("inventory", id)}>Inventory</Link>
          <Link to={screenOf("health", id)}>Health</Link>
          <Link to={screenOf("schedule", id)}>Scheduled changes</Link>
          <a href="#history-title">History</a>
        </nav>
      }
    >
      <p className="detail-name">{prettyName}</p>
      {failure}
      {changes.isError && !isForbidden(changes.error) && (
        <Failure
          message={messageOf(changes.error, UNABLE_TO_LOAD_CHANGES)}
          onRetry={() => void changes.refetch()}
          retrying={changes.isFetching}
        />
      )}
      <input
        type="search"
        className="detail-find"
        aria-label="Find a property"
        placeholder="Find a property"
        value={filter}
        onChange={(event) =>
          setParams(event.target.value ? { find: event.target.value } : {}, { replace: true, preventScrollReset: true })
        }
      />
      <PropertyTable
        location={location}
        zone={zone}
        scheduled={scheduled}
        verb={may("UpdateLocation") ? "Edit" : "View"}
        filter={filter}
        onOpen={(row) => openRow(row.attribute)}
        onChooseScheduled={setChosen}
      />
      <HistoryPanel
        location={location}
        zone={zone}
        onRevert={({ row, value }) => openRow(row.attribute, { revert: { value } })}
      />
      {open && (
        <EditDialog
          key={`${open.attribute} ${reschedule?.at ?? ""}`}
          row={open}
          location={location}
          scheduled={scheduled.get(open.attribute) ?? []}
          noneScheduled={noneScheduled(changes)}
          reschedule={reschedule}
          revert={revert}
          onChooseScheduled={setChosen}
          onClose={() => openRow(null)}
        />
      )}
      {chosen && (
        <ScheduledChangeDialog
          item={chosen}
          zone={zone}
          onClose={() => setChosen(null)}
          onEdit={({ attribute, value, at }) => {
            setChosen(null);
            openRow(attribute, { reschedule: { value, at: at.toISOString() } });
          }}
        />
      )}
    </Page>
  );
}

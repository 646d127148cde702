import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { isForbidden, messageOf } from "../../api/errors";
import { groupByAttribute, toScheduledItems, type ScheduledItem } from "../../schedules/scheduledItems";
import { UNABLE_TO_LOAD_CHANGES } from "../../schedules/queries";
import { ScheduledChangeDialog } from "../../schedules/ScheduledChangeDialog";
import { useScheduledChanges } from "../../schedules/useScheduledChanges";
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
import { locationPath } from "../list/locationPath";
import "./detail.css";

/** Shows and edits all attributes of one location. */
export default function LocationDetailPage() {
  const id = useParams().id ?? "";
  const { search } = useLocation();
  const location = useQuery({ ...locationQuery(id), enabled: id !== "" });

  if (id === "" || location.data === null) return <RedirectToList id={id} />;
  // The server ignores the case of ids. Redirect to the stored spelling.
  if (location.data && location.data.id !== id) {
    return <Navigate to={`/locations/detail/${location.data.id}${search}`} replace />;
  }
  // If a reload fails, keep the loaded location and show the failure above it.
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
      {location.isPending && <Loading label={id} />}
      {isForbidden(location.error) ? <Forbidden action="view this location" error={location.error} /> : failure}
    </Page>
  );
}

const UNABLE_TO_LOAD = "Unable to load this location, Please check your internet and your permissions";

function scheduledListMessage({ data, error }: { readonly data: unknown; readonly error: unknown }): string {
  if (data) return "No Scheduled Changes";
  if (isForbidden(error)) return "You don't have permission to view scheduled changes.";
  return error ? "Could not load scheduled changes." : "Loading scheduled changes…";
}

/** Redirects to the list, with a message if the id is unknown. */
function RedirectToList({ id }: { readonly id: string }) {
  useEffect(() => {
    if (id !== "") toastFailure(`There is no location ${id}`);
  }, [id]);
  return <Navigate to="/locations/all" replace />;
}

/** Navigation state: the value with which the dialog opens instead of the stored one. */
interface DialogState {
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
  const urlLocation = useLocation();
  const { reschedule = null, revert = null } = (urlLocation.state ?? {}) as Partial<DialogState>;
  const [selectedChange, setSelectedChange] = useState<ScheduledItem | null>(null);

  const onApplied = useCallback(() => void reloadLocation(client, id), [client, id]);
  const changes = useScheduledChanges(id, onApplied);
  const scheduled = groupByAttribute(toScheduledItems(changes.data ?? []));

  const filter = params.get("find") ?? "";
  const open = editableRow(params.get("edit"));

  /** Stores the open row in the URL, so that it can be shared and Back closes the dialog. */
  function openRow(attribute: string | null, state: Partial<DialogState> | null = null) {
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
          <Link to={locationPath("inventory", id)}>Inventory</Link>
          <Link to={locationPath("health", id)}>Health</Link>
          <Link to={locationPath("schedule", id)}>Scheduled changes</Link>
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
        onChooseScheduled={setSelectedChange}
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
          noneScheduled={scheduledListMessage(changes)}
          reschedule={reschedule}
          revert={revert}
          onChooseScheduled={setSelectedChange}
          onClose={() => openRow(null)}
        />
      )}
      {selectedChange && (
        <ScheduledChangeDialog
          item={selectedChange}
          zone={zone}
          onClose={() => setSelectedChange(null)}
          onEdit={({ attribute, value, at }) => {
            setSelectedChange(null);
            openRow(attribute, { reschedule: { value, at: at.toISOString() } });
          }}
        />
      )}
    </Page>
  );
}

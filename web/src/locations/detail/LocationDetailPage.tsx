import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { paths } from "../../lib/paths";
import { groupByAttribute, toScheduledItems, type ScheduledItem } from "../../schedules/scheduledItems";
import { UNABLE_TO_LOAD_CHANGES } from "../../schedules/queries";
import { ScheduledChangeDialog } from "../../schedules/ScheduledChangeDialog";
import { useScheduledChanges } from "../../schedules/useScheduledChanges";
import { useMyPermissions } from "../../session/permissions";
import { toastFailure } from "../../lib/toast";
import { editableRow } from "../rules/attributes";
import { timeZoneOf } from "../rules/options";
import { QueryPage } from "../../ui/query/QueryView";
import { QueryError } from "../../ui/query/ErrorNotice";
import { Skeleton } from "../../ui/query/Skeleton";
import { statusOf, type QueryStatus } from "../../ui/query/query";
import { EditDialog } from "./EditDialog";
import { HistoryPanel } from "./HistoryPanel";
import { PropertyTable } from "./PropertyTable";
import { locationQuery, type LocationDetail } from "../locationQuery";
import { reloadLocation } from "./queries";
import type { Reschedule, Revert } from "./useEdit";
import "./detail.css";

/** Shows and edits all attributes of one location. */
export default function LocationDetailPage() {
  const id = useParams().id ?? "";
  const { search } = useLocation();
  const location = useQuery({ ...locationQuery(id), enabled: id !== "" });

  if (id === "" || location.data === null) return <RedirectToList id={id} />;
  // The server ignores the case of ids. Redirect to the stored spelling.
  if (location.data && location.data.id !== id) {
    return <Navigate to={`${paths.location(location.data.id)}${search}`} replace />;
  }
  return (
    <QueryPage
      title={id}
      aside={
        location.data && (
          <nav className="detail-links" aria-label="This location">
            <Link to={paths.inventory(id)}>Inventory</Link>
            <Link to={paths.fridgeHealth(id)}>Health</Link>
            <Link to={paths.locationSchedule(id)}>Scheduled changes</Link>
            <a href="#history-title">History</a>
          </nav>
        )
      }
      query={location}
      label={id}
      error={UNABLE_TO_LOAD}
      forbidden={{ activity: "view this location", permission: "GetSpecificLocation" }}
      skeleton={<Skeleton label={id} rows={12} />}
    >
      {(data) => data && <LocationScreen location={data} />}
    </QueryPage>
  );
}

const UNABLE_TO_LOAD = "Unable to load this location, Please check your internet and your permissions";

const SCHEDULED_LIST_MESSAGES: Readonly<Record<QueryStatus, string>> = {
  loaded: "No Scheduled Changes",
  forbidden: "You don't have permission to view scheduled changes.",
  failed: "Could not load scheduled changes.",
  loading: "Loading scheduled changes…",
};

/** Redirects to the list, with a message if the id is unknown. */
function RedirectToList({ id }: { readonly id: string }) {
  useEffect(() => {
    if (id !== "") toastFailure(`There is no location ${id}`);
  }, [id]);
  return <Navigate to={paths.locations} replace />;
}

/** Navigation state: the value with which the dialog opens instead of the stored one. */
interface DialogState {
  readonly reschedule: Reschedule;
  readonly revert: Revert;
}

interface ScreenProps {
  readonly location: LocationDetail;
}

function LocationScreen({ location }: ScreenProps) {
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
    <>
      <p className="detail-name">{prettyName}</p>
      <QueryError query={changes} message={UNABLE_TO_LOAD_CHANGES} ignoresForbidden />
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
          noneScheduled={SCHEDULED_LIST_MESSAGES[statusOf(changes)]}
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
    </>
  );
}

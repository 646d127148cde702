import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useLocation } from "react-router";
import { nullish, object, safeParse, string, unknown, type InferInput } from "valibot";
import { paths } from "../../lib/paths";
import { groupByAttribute, toScheduledItems, type ScheduledItem } from "../../schedules/scheduledItems";
import { UNABLE_TO_LOAD_CHANGES } from "../../schedules/queries";
import { ScheduledChangeDialog } from "../../schedules/ScheduledChangeDialog";
import { useScheduledChanges } from "../../schedules/useScheduledChanges";
import { useMyPermissions } from "../../session/permissions";
import { useUrlState } from "../../lib/useUrlState";
import { onDemand } from "../../ui/onDemand";
import { SearchField } from "../../ui/SearchField";
import { Toolbar } from "../../ui/Toolbar";
import { editableRow } from "../rules/attributes";
import { timeZoneOf } from "../rules/options";
import { QueryError } from "../../ui/query/ErrorNotice";
import { statusOf, type QueryStatus } from "../../ui/query/query";
import { LocationTab } from "../workspace/LocationTab";
import { PropertyList } from "./PropertyList";
import type { LocationDetail } from "../locationQuery";
import { reloadLocation } from "./queries";

const EditDialog = onDemand(async () => (await import("./EditDialog")).EditDialog);

/** Shows and edits all attributes of one location (LOC-40). */
export default function LocationDetailPage() {
  return (
    <LocationTab path={paths.location} title={(id) => `Settings of ${id}`}>
      {(location) => <LocationScreen location={location} />}
    </LocationTab>
  );
}

const SCHEDULED_LIST_MESSAGES: Readonly<Record<QueryStatus, string>> = {
  loaded: "No Scheduled Changes",
  forbidden: "You don't have permission to view scheduled changes.",
  failed: "Could not load scheduled changes.",
  loading: "Loading scheduled changes…",
};

/** Navigation state: the value with which the dialog opens instead of the stored one. */
const DIALOG_STATE = object({
  reschedule: nullish(object({ value: unknown(), at: string() }), null),
  revert: nullish(object({ value: unknown() }), null),
});
type DialogState = InferInput<typeof DIALOG_STATE>;

interface ScreenProps {
  readonly location: LocationDetail;
}

function LocationScreen({ location }: ScreenProps) {
  const { id } = location;
  const zone = timeZoneOf(location.timeZone);
  const client = useQueryClient();
  const { may } = useMyPermissions();
  const { address, set, go, flush } = useUrlState("find");
  const state = safeParse(DIALOG_STATE, useLocation().state);
  const { reschedule, revert } = state.success ? state.output : { reschedule: null, revert: null };
  const [selectedChange, setSelectedChange] = useState<ScheduledItem | null>(null);

  const onApplied = useCallback(() => void reloadLocation(client, id), [client, id]);
  const changes = useScheduledChanges(id, onApplied);
  const scheduled = groupByAttribute(toScheduledItems(changes.data ?? []));

  const open = editableRow(address.get("edit"));

  /** Stores the open row in the URL, so that it can be shared and Back closes the dialog. */
  function openRow(attribute: string, dialogState: DialogState = {}) {
    const withRow = (current: URLSearchParams) => {
      const next = new URLSearchParams(current);
      next.set("edit", attribute);
      return next;
    };
    go(withRow, { state: dialogState, replace: address.has("edit"), preventScrollReset: true });
  }

  return (
    <>
      <QueryError query={changes} message={UNABLE_TO_LOAD_CHANGES} ignoresForbidden />
      <Toolbar landmark="Properties">
        <SearchField
          label="Find a property"
          hidesLabel
          placeholder="Find a property"
          value={address.get("find") ?? ""}
          onChange={(text) => set("find", text)}
          onBlur={flush}
        />
      </Toolbar>
      <PropertyList
        location={location}
        zone={zone}
        scheduled={scheduled}
        verb={may("UpdateLocation") ? "Edit" : "View"}
        filter={address.get("find") ?? ""}
        onOpen={(row) => openRow(row.attribute)}
        onChooseScheduled={setSelectedChange}
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
          onClose={() => set("edit", "")}
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

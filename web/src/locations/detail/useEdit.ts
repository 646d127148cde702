import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { config } from "../../api/config";
import { ApiError, messageOf, type FieldError } from "../../api/errors";
import { suggestedTime, wallTimeOf } from "../../schedules/actionTime";
import { reloadSchedule, scheduleChange } from "../../schedules/queries";
import { usePickedTime } from "../../schedules/usePickedTime";
import { dismissNotice, toastFailure, toastNotice, toastSuccess } from "../../ui/toast";
import { namesQuery } from "../names";
import type { EditableRow } from "../rules/attributes";
import { UNABLE_TO_EDIT, isSearchAttribute, type EditContext } from "../rules/edit";
import { textOf } from "../rules/format";
import { timeZoneOf } from "../rules/options";
import {
  checkDraft,
  checkScheduledDraft,
  draftOf,
  editOf,
  isRemovable,
  isUnchanged,
  scheduleInputs,
  type Draft,
} from "./draft";
import type { LocationDetail } from "../locationQuery";
import { reloadLocation, updateLocation } from "./queries";

/** What to schedule again: a change that was deleted for it. */
export interface Reschedule {
  readonly value: unknown;
  readonly at: string;
}

/** An earlier value to give back. */
export interface Revert {
  readonly value: unknown;
}

/** How often an edit is sent again because other attributes of the location were changed at the same moment. */
const MAX_RETRIES = 3;

/** The location as it is now, where an edit failed because it was changed. */
function currentOf(error: unknown): LocationDetail | null {
  const current = error instanceof ApiError && error.kind === "conflict" ? error.current : null;
  return current ? (current as LocationDetail) : null;
}

/** The notice that a change was deleted to be scheduled again. */
const RESCHEDULING = "rescheduling";

/** The field of a scheduled change's time. */
export const WHEN = "when";

interface Start {
  readonly row: EditableRow;
  readonly location: LocationDetail;
  readonly reschedule: Reschedule | null;
  readonly revert: Revert | null;
  readonly onDone: () => void;
}

/** The edit of one attribute, from opening to saved or scheduled: what is typed, what is wrong with it, what to do. */
export function useEdit({ row, location, reschedule, revert, onDone }: Start) {
  const { attribute } = row;
  const client = useQueryClient();
  // What the person sees and edits, while reloads go on behind the dialog.
  const [base, setBase] = useState(location);
  const [draft, setDraft] = useState(() =>
    draftOf(row, (reschedule ?? revert ?? { value: location[attribute] }).value),
  );
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [scheduling, setScheduling] = useState(reschedule !== null);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [newer, setNewer] = useState<{ readonly location: LocationDetail; readonly message: string } | null>(null);

  const rescheduling = reschedule !== null;
  useEffect(() => {
    if (!rescheduling) return undefined;
    toastNotice(RESCHEDULING, "The scheduled change was deleted. Schedule it again to keep it.");
    // It applies while the dialog is open: afterwards the change is scheduled again, or given up.
    return () => dismissNotice(RESCHEDULING);
  }, [rescheduling]);

  const zone = timeZoneOf(base.timeZone);
  const [wall, setWall] = useState(() => {
    const at = reschedule && new Date(reschedule.at);
    return at && at > new Date() ? wallTimeOf(at, zone) : suggestedTime(new Date(), zone);
  });
  const { picked, now } = usePickedTime(wall, zone);

  const search = isSearchAttribute(attribute) ? attribute : null;
  const names = useQuery({ ...namesQuery(search ?? "layoutName"), enabled: search !== null });
  const context: EditContext = {
    id: base.id,
    prod: base.prod,
    reserve: base.reserve,
    stored: base,
    companyHostMarker: config().companyHostMarker,
    ...(search && names.data ? { offered: { [search]: names.data } } : {}),
  };
  const faults = (scheduling ? checkScheduledDraft : checkDraft)(row, draft, context);
  const unchanged = isUnchanged(row, draft, base[attribute]);
  /** A required value that is not set: saving it empty is a fault, although it changes nothing. */
  const unset = textOf(base[attribute]) === "" && !isRemovable(attribute);

  /** Writes the draft. Where only other attributes were changed since `seen`, there is nothing to decide about. */
  async function write(seen: LocationDetail): Promise<void> {
    for (let retries = 0, from = seen; ; retries += 1) {
      try {
        await updateLocation(from.id, from.version, editOf(row, draft));
        return;
      } catch (error) {
        const current = currentOf(error);
        const same = current && isUnchanged(row, draftOf(row, from[attribute]), current[attribute]);
        if (!same || retries === MAX_RETRIES) throw error;
        from = current;
      }
    }
  }

  function fail(error: unknown, fields: readonly FieldError[]) {
    toastFailure(messageOf(error, UNABLE_TO_EDIT));
    setRefused(fields.length > 0 ? fields : [{ field: "", message: messageOf(error, UNABLE_TO_EDIT) }]);
  }

  // The cache knows of an edit under way before the page shows it: a second activation sends nothing.
  const editKey = ["edit", base.id, attribute];
  const underWay = () => client.isMutating({ mutationKey: editKey }) > 0;

  const saving = useMutation({
    mutationKey: editKey,
    mutationFn: write,
    onSuccess: async () => {
      await reloadLocation(client, base.id);
      toastSuccess("Successfully updated");
      onDone();
    },
    onError: (error) => {
      const current = currentOf(error);
      if (current) setNewer({ location: current, message: messageOf(error, UNABLE_TO_EDIT) });
      else fail(error, error instanceof ApiError ? error.fields : []);
      void reloadLocation(client, base.id);
    },
  });

  const creating = useMutation({
    mutationKey: editKey,
    mutationFn: (at: Date) => scheduleChange(scheduleInputs(row, draft, base.id, at)),
    onSuccess: async () => {
      await reloadSchedule(client, base.id);
      toastSuccess("Successfully scheduled");
      onDone();
    },
    // The server names fields by input; here there is one value and one time.
    onError: (error) =>
      fail(
        error,
        (error instanceof ApiError ? error.fields : []).map(({ field, message }) => ({
          field: field.endsWith(".dateTime") ? WHEN : attribute,
          message,
        })),
      ),
  });

  return {
    base,
    draft,
    zone,
    wall,
    setWall,
    picked,
    now,
    scheduling,
    unchanged,
    newer,
    saving: saving.isPending,
    creating: creating.isPending,
    /** Search fields accept only offered options. */
    notOffered: search !== null && (names.isPending || faults.length > 0),

    change: (next: Draft, field: string) => {
      setDraft(next);
      setTouched(new Set([...touched, field]));
      setRefused([]);
    },
    /** All that is wrong with a field: by the rules once it was touched, and by the server's last answer. */
    errorOf: (field: string): string | undefined => {
      const known = attempted || touched.has(field) ? [...faults, ...refused] : refused;
      const messages = known.filter((fault) => fault.field === field).map((fault) => fault.message);
      return messages.length > 0 ? [...new Set(messages)].join("\n") : undefined;
    },
    /** What the server refused without naming a field that is shown. */
    otherErrors: refused.filter(({ field }) => field !== WHEN && !field.split(".").includes(attribute)),

    save: () => {
      if (underWay()) return;
      const sound = checkDraft(row, draft, context).length === 0;
      if (unchanged && (sound || !unset)) {
        onDone();
        return;
      }
      setAttempted(true);
      if (sound) saving.mutate(base);
    },
    /** The first time it asks when; then it schedules. */
    schedule: () => {
      setAttempted(true);
      if (checkScheduledDraft(row, draft, context).length > 0) return;
      if (!scheduling) setScheduling(true);
      else if (picked.ok && !underWay()) creating.mutate(picked.instant);
    },
    stopScheduling: () => setScheduling(false),
    /** Saves what was typed over what was written since. */
    overwrite: () => {
      if (!newer || underWay()) return;
      setBase(newer.location);
      saving.mutate(newer.location, { onSuccess: () => setNewer(null) });
    },
  };
}

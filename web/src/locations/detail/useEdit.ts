import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { config } from "../../api/config";
import { ApiError, messageOf, type FieldError } from "../../api/errors";
import { suggestedTime, toWallTime } from "../../schedules/actionTime";
import { reloadSchedule, scheduleChange } from "../../schedules/queries";
import { usePickedTime } from "../../schedules/usePickedTime";
import { dismissNotice, toastFailure, toastNotice, toastSuccess } from "../../lib/toast";
import { namesQuery } from "../names";
import type { EditableRow } from "../rules/attributes";
import { UNABLE_TO_EDIT, isSearchAttribute, type EditContext } from "../rules/edit";
import { toInputText } from "../rules/format";
import { timeZoneOf } from "../rules/options";
import {
  validateDraft,
  validateScheduledDraft,
  toDraft,
  toEdit,
  isRemovable,
  isUnchanged,
  toScheduleInputs,
  type Draft,
} from "./draft";
import type { LocationDetail } from "../locationQuery";
import { reloadLocation, updateLocation } from "./queries";

/** The value and time of a deleted change that is being scheduled again. */
export interface Reschedule {
  readonly value: unknown;
  readonly at: string;
}

/** An earlier value to restore. */
export interface Revert {
  readonly value: unknown;
}

/** Limits the retries after concurrent changes of other attributes of the location. */
const MAX_RETRIES = 3;

/** The current location from a conflict error, otherwise null. */
function conflictingLocation(error: unknown): LocationDetail | null {
  const current = error instanceof ApiError && error.kind === "conflict" ? error.current : null;
  return current ? (current as LocationDetail) : null;
}

/** Id of the notice that a change was deleted and can be scheduled again. */
const RESCHEDULE_NOTICE = "rescheduling";

/** Field name for errors of a scheduled change's time. */
export const TIME_FIELD = "when";

interface EditOptions {
  readonly row: EditableRow;
  readonly location: LocationDetail;
  readonly reschedule: Reschedule | null;
  readonly revert: Revert | null;
  readonly onDone: () => void;
}

/** State and actions of the dialog that edits or schedules one attribute. */
export function useEdit({ row, location, reschedule, revert, onDone }: EditOptions) {
  const { attribute } = row;
  const client = useQueryClient();
  // The version being edited. It stays the same while the location reloads in the background.
  const [base, setBase] = useState(location);
  const [draft, setDraft] = useState(() =>
    toDraft(row, (reschedule ?? revert ?? { value: location[attribute] }).value),
  );
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [scheduling, setScheduling] = useState(reschedule !== null);
  const [serverErrors, setServerErrors] = useState<readonly FieldError[]>([]);
  const [conflict, setConflict] = useState<{ readonly location: LocationDetail; readonly message: string } | null>(
    null,
  );

  const rescheduling = reschedule !== null;
  useEffect(() => {
    if (!rescheduling) return undefined;
    toastNotice(RESCHEDULE_NOTICE, "The scheduled change was deleted. Schedule it again to keep it.");
    // The notice applies only while the dialog is open.
    return () => dismissNotice(RESCHEDULE_NOTICE);
  }, [rescheduling]);

  const zone = timeZoneOf(base.timeZone);
  const [wall, setWall] = useState(() => {
    const at = reschedule && new Date(reschedule.at);
    return at && at > new Date() ? toWallTime(at, zone) : suggestedTime(new Date(), zone);
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
  const errors = (scheduling ? validateScheduledDraft : validateDraft)(row, draft, context);
  const unchanged = isUnchanged(row, draft, base[attribute]);
  /** A required value is missing. Saving it empty is an error although nothing changes. */
  const isMissing = toInputText(base[attribute]) === "" && !isRemovable(attribute);

  /** Saves the draft. Retries a conflict if only other attributes have changed since `loaded`. */
  async function saveDraft(loaded: LocationDetail): Promise<void> {
    for (let retries = 0, from = loaded; ; retries += 1) {
      try {
        await updateLocation(from.id, from.version, toEdit(row, draft));
        return;
      } catch (error) {
        const current = conflictingLocation(error);
        const isAttributeUnchanged = current && isUnchanged(row, toDraft(row, from[attribute]), current[attribute]);
        if (!isAttributeUnchanged || retries === MAX_RETRIES) throw error;
        from = current;
      }
    }
  }

  function fail(error: unknown, fields: readonly FieldError[]) {
    toastFailure(messageOf(error, UNABLE_TO_EDIT));
    setServerErrors(fields.length > 0 ? fields : [{ field: "", message: messageOf(error, UNABLE_TO_EDIT) }]);
  }

  // The mutation cache detects a running edit before the next render, so a double click sends one request.
  const editKey = ["edit", base.id, attribute];
  const isInProgress = () => client.isMutating({ mutationKey: editKey }) > 0;

  const saving = useMutation({
    mutationKey: editKey,
    mutationFn: saveDraft,
    onSuccess: async () => {
      await reloadLocation(client, base.id);
      toastSuccess("Successfully updated");
      onDone();
    },
    onError: (error) => {
      const current = conflictingLocation(error);
      if (current) setConflict({ location: current, message: messageOf(error, UNABLE_TO_EDIT) });
      else fail(error, error instanceof ApiError ? error.fields : []);
      void reloadLocation(client, base.id);
    },
  });

  const creating = useMutation({
    mutationKey: editKey,
    mutationFn: (at: Date) => scheduleChange(toScheduleInputs(row, draft, base.id, at)),
    onSuccess: async () => {
      await reloadSchedule(client, base.id);
      toastSuccess("Successfully scheduled");
      onDone();
    },
    // Map the server's input fields to the value or the time of this dialog.
    onError: (error) =>
      fail(
        error,
        (error instanceof ApiError ? error.fields : []).map(({ field, message }) => ({
          field: field.endsWith(".dateTime") ? TIME_FIELD : attribute,
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
    conflict,
    saving: saving.isPending,
    creating: creating.isPending,
    /** Whether a search field has a value that is not an offered option. */
    hasInvalidOption: search !== null && (names.isPending || errors.length > 0),

    change: (next: Draft, field: string) => {
      setDraft(next);
      setTouched(new Set([...touched, field]));
      setServerErrors([]);
    },
    /** The errors of a field: validation errors after it was touched, and errors of the last server response. */
    errorOf: (field: string): string | undefined => {
      const shownErrors = attempted || touched.has(field) ? [...errors, ...serverErrors] : serverErrors;
      const messages = shownErrors.filter((error) => error.field === field).map(({ message }) => message);
      return messages.length > 0 ? [...new Set(messages)].join("\n") : undefined;
    },
    /** Server errors that belong to no visible field. */
    otherErrors: serverErrors.filter(({ field }) => field !== TIME_FIELD && !field.split(".").includes(attribute)),

    save: () => {
      if (isInProgress()) return;
      const isValid = validateDraft(row, draft, context).length === 0;
      if (unchanged && (isValid || !isMissing)) {
        onDone();
        return;
      }
      setAttempted(true);
      if (isValid) saving.mutate(base);
    },
    /** Shows the time fields first. When they are visible, schedules the change. */
    schedule: () => {
      setAttempted(true);
      if (validateScheduledDraft(row, draft, context).length > 0) return;
      if (!scheduling) setScheduling(true);
      else if (picked.ok && !isInProgress()) creating.mutate(picked.instant);
    },
    stopScheduling: () => setScheduling(false),
    /** Saves the draft over the conflicting value. */
    overwrite: () => {
      if (!conflict || isInProgress()) return;
      setBase(conflict.location);
      saving.mutate(conflict.location, { onSuccess: () => setConflict(null) });
    },
  };
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FieldPath } from "react-hook-form";
import { looseObject, number, safeParse, string, type InferOutput } from "valibot";
import { config } from "../../api/config";
import { ApiError, type FieldError } from "../../api/errors";
import { dismissNotice, toastNotice, toastSuccess } from "../../lib/toast";
import { pickTime, suggestedTime, toWallTime, type WallTime } from "../../schedules/actionTime";
import { reloadSchedule, scheduleChange } from "../../schedules/queries";
import { usePickedTime } from "../../schedules/usePickedTime";
import { valuesWithRules } from "../../ui/form/rule";
import { useLarderForm } from "../../ui/form/useLarderForm";
import type { LocationDetail } from "../locationQuery";
import { namesQuery } from "../names";
import type { EditableRow } from "../rules/attributes";
import { isSearchAttribute, type EditContext } from "../rules/edit";
import { toInputText } from "../rules/format";
import { timeZoneOf, type TimeZone } from "../rules/options";
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

/** The values of the dialog's form. */
interface EditValues {
  readonly draft: Draft;
  /** The time of a scheduled change. */
  readonly at: WallTime;
}

/** Limits the retries after concurrent changes of other attributes of the location. */
const MAX_RETRIES = 3;

/** Id of the notice that a change was deleted and can be scheduled again. */
const RESCHEDULE_NOTICE = "rescheduling";

/** The part of a location that an edit needs: its id, its version and the edited attribute. */
const SAVED_LOCATION = looseObject({ id: string(), version: number() });
export type SavedLocation = InferOutput<typeof SAVED_LOCATION>;

/** The current location from a conflict error, otherwise null. */
function conflictingLocation(error: unknown): SavedLocation | null {
  if (!(error instanceof ApiError) || error.kind !== "conflict") return null;
  const current = safeParse(SAVED_LOCATION, error.current);
  return current.success ? current.output : null;
}

/**
 * The form's field that shows the errors of a field of the rules or the server, such as `address.street`. The result is
 * no field of the form if the dialog has none for it.
 */
function formFieldOf({ attribute, editor }: EditableRow, field: string): FieldPath<EditValues> {
  if (field.startsWith(`updateReason.${attribute}`)) return "draft.reason";
  if (editor.kind === "address") return field.replace(/^address\./, "draft.value.") as FieldPath<EditValues>;
  return field.split(".")[0] === attribute ? "draft.value" : (field as FieldPath<EditValues>);
}

/** Checks the time of a scheduled change when it is sent, because it can have passed since it was selected. */
const pickCurrentTime = (at: WallTime, zone: TimeZone) => pickTime(at, zone, new Date());

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
  const [base] = useState(location);
  /** The version that another user saved during the edit. The next submission overwrites it. */
  const [saved, setSaved] = useState<SavedLocation | null>(null);
  const [scheduling, setScheduling] = useState(reschedule !== null);
  const zone = timeZoneOf(base.timeZone);

  const rescheduling = reschedule !== null;
  useEffect(() => {
    if (!rescheduling) return undefined;
    toastNotice(RESCHEDULE_NOTICE, "The scheduled change was deleted. Schedule it again to keep it.");
    // The notice applies only while the dialog is open.
    return () => dismissNotice(RESCHEDULE_NOTICE);
  }, [rescheduling]);

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
  const validate = (draft: Draft) => (scheduling ? validateScheduledDraft : validateDraft)(row, draft, context);
  const isChanged = (draft: Draft) => !isUnchanged(row, draft, base[attribute]);
  /** A required value is missing. Saving it empty is an error although nothing changes. */
  const isMissing = toInputText(base[attribute]) === "" && !isRemovable(attribute);

  const toFormErrors = (errors: readonly FieldError[]) =>
    errors.map(({ field, message }) => ({ field: formFieldOf(row, field), message }));

  /** Saves the draft. Retries a conflict if only other attributes have changed since `loaded`. */
  async function saveDraft(draft: Draft, loaded: SavedLocation): Promise<void> {
    for (let retries = 0, from = loaded; ; retries += 1) {
      try {
        await updateLocation(from.id, from.version, toEdit(row, draft));
        return;
      } catch (error) {
        const current = conflictingLocation(error);
        const isAttributeUnchanged = current && isUnchanged(row, toDraft(row, from[attribute]), current[attribute]);
        if (!isAttributeUnchanged || retries === MAX_RETRIES) {
          if (current) setSaved(current);
          void reloadLocation(client, base.id);
          throw error;
        }
        from = current;
      }
    }
  }

  const [defaultValues] = useState((): EditValues => {
    const now = new Date();
    const at = reschedule && new Date(reschedule.at);
    return {
      draft: toDraft(row, (reschedule ?? revert ?? { value: location[attribute] }).value),
      at: at && at > now ? toWallTime(at, zone) : suggestedTime(now, zone),
    };
  });
  const edit = useLarderForm<EditValues, EditValues>({
    mode: "onChange",
    defaultValues,
    schema: valuesWithRules<EditValues>(({ draft, at }) => {
      const errors = scheduling || isMissing || isChanged(draft) ? toFormErrors(validate(draft)) : [];
      const time = pickCurrentTime(at, zone);
      return scheduling && !time.ok ? [...errors, { field: "at", message: time.message }] : errors;
    }),
    // The fields of a scheduled change's inputs are `input.0.value` and `input.0.dateTime`.
    fieldOf: (field) => formFieldOf(row, field.endsWith(".dateTime") ? "at" : scheduling ? attribute : field),
    onSubmit: async ({ draft, at }) => {
      const time = pickCurrentTime(at, zone);
      if (scheduling && time.ok) {
        await scheduleChange(toScheduleInputs(row, draft, base.id, time.instant));
        await reloadSchedule(client, base.id);
        toastSuccess("Successfully scheduled");
      } else if (isChanged(draft) || isMissing) {
        await saveDraft(draft, saved ?? base);
        await reloadLocation(client, base.id);
        toastSuccess("Successfully updated");
      }
      onDone();
    },
  });
  const { form } = edit;
  const draft = form.watch("draft");
  const { picked, now } = usePickedTime(form.watch("at"), zone);

  const draftError = validate(draft).length > 0 ? "Correct the value first" : undefined;

  return {
    edit,
    base,
    saved,
    draft,
    zone,
    picked,
    now,
    scheduling,
    unchanged: !isChanged(draft),
    /** Why the value of a search field cannot be saved; undefined if it is an offered option. */
    optionError: search === null ? undefined : names.isPending ? "The options are loading" : draftError,
    changeDraft: (next: Draft, field: string) => {
      form.setValue("draft", next, { shouldDirty: true });
      edit.clearError();
      // Another value can make a missing reason unnecessary.
      const { error: reasonError } = form.getFieldState("draft.reason", form.formState);
      void form.trigger([formFieldOf(row, field), ...(reasonError ? (["draft.reason"] as const) : [])]);
    },
    errorOf: (field: string) => form.getFieldState(formFieldOf(row, field), form.formState).error?.message,
    /** Shows the time fields if the draft can be scheduled. With `at`, the fields contain this time. */
    startScheduling: (at?: WallTime) => {
      const errors = toFormErrors(validateScheduledDraft(row, draft, context));
      if (errors.length === 0) {
        setScheduling(true);
        if (at) form.setValue("at", at);
      }
      for (const { field, message } of errors) form.setError(field, { type: "rule", message });
    },
    stopScheduling: () => setScheduling(false),
  };
}

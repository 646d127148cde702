/** State and actions of the create form. */
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { pipe, transform } from "valibot";
import { ApiError, messageOf } from "../../api/errors";
import { paths } from "../../lib/paths";
import { toastSuccess } from "../../lib/toast";
import { useUser } from "../../session/user";
import { valuesWithRules } from "../../ui/form/rule";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { useUnsavedChangesGuard } from "../../ui/useUnsavedChangesGuard";
import { createLocation, isOutcomeUnknown } from "../createLocation";
import { namesQuery } from "../names";
import { checkCreate, UNABLE_TO_CREATE } from "../rules/create";
import { SEARCH_ATTRIBUTES } from "../rules/edit";
import { taxRateOf } from "../rules/effects";
import { emptyForm, formFieldOf, toNewLocation, type FormValues } from "./form";

export function useCreateForm() {
  const { email } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const lists = useQueries({ queries: SEARCH_ATTRIBUTES.map(namesQuery) });
  const offered = Object.fromEntries(
    SEARCH_ATTRIBUTES.map((attribute, index) => [attribute, lists[index]?.data ?? []]),
  );

  const [created, setCreated] = useState<string | null>(null);
  /** The id of a request whose outcome is unknown. */
  const [uncertainId, setUncertainId] = useState<string | null>(null);

  const { form, submit, busy, isDirty, error, clearError } = useLarderForm({
    schema: pipe(
      valuesWithRules((values: FormValues) =>
        checkCreate(toNewLocation(values), { offered }).map(({ field, message }) => ({
          field: formFieldOf(field),
          message,
        })),
      ),
      transform(toNewLocation),
    ),
    defaultValues: emptyForm(),
    fieldOf: formFieldOf,
    mode: "onTouched",
    // The error summary gets the focus.
    focusesErrors: false,
    onSubmit: async (location) => {
      const id = String(location.id);
      try {
        await createLocation({ location, user: email, outcomeUnknown: uncertainId === id });
      } catch (rejection) {
        setUncertainId(isOutcomeUnknown(rejection) ? id : null);
        throw rejection;
      }
      void client.invalidateQueries({ queryKey: ["locations"], refetchType: "none" });
      toastSuccess("Successfully created");
      setCreated(id);
    },
  });
  const { touchedFields } = form.formState;

  // Validate names that were entered before the list of valid names was loaded.
  const listsLoaded = lists.filter((list) => list.data).length;
  const checkNames = useEffectEvent(() => {
    void form.trigger(SEARCH_ATTRIBUTES.filter((attribute) => touchedFields[attribute]));
  });
  useEffect(() => {
    if (listsLoaded > 0) checkNames();
  }, [listsLoaded]);

  useUnsavedChangesGuard(isDirty && created === null, {
    title: "Leave without creating the location?",
    message: "Your entries will be lost.",
    confirm: "Leave",
  });
  // Navigate in an effect, after the unsaved-changes guard is disabled.
  const openLocation = useEffectEvent((id: string) => void navigate(paths.location(id)));
  useEffect(() => {
    if (created !== null) openLocation(created);
  }, [created]);

  return {
    form,
    submit,
    creating: busy || created !== null,
    /** Why the location was not created, unless the fields show it; null if it did not fail. */
    failureMessage: error === null ? null : failureMessageOf(error),
    dismissFailure: clearError,
    /** Sets the tax rate of the selected state. */
    applyTaxRateOf: (state: string) => {
      const taxRate = taxRateOf(state);
      if (taxRate !== undefined) form.setValue("taxRate", taxRate, { shouldDirty: true, shouldValidate: true });
    },
  };
}

export type CreateForm = ReturnType<typeof useCreateForm>;

function failureMessageOf(error: unknown): string {
  const errors = error instanceof ApiError ? error.fields : [];
  return errors.length > 0 ? errors.map(({ message }) => message).join("\n") : messageOf(error, UNABLE_TO_CREATE);
}

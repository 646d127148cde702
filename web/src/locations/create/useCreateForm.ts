/** State and actions of the create form. */
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useForm, type FieldErrors, type Resolver } from "react-hook-form";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths";
import { ApiError, messageOf } from "../../api/errors";
import { useUser } from "../../session/user";
import { useUnsavedChangesGuard } from "../../ui/useUnsavedChangesGuard";
import { toastSuccess } from "../../lib/toast";
import { createLocation, isOutcomeUnknown } from "../createLocation";
import { namesQuery } from "../names";
import { checkCreate, UNABLE_TO_CREATE, type NewLocation } from "../rules/create";
import { SEARCH_ATTRIBUTES, type SearchAttribute } from "../rules/edit";
import { taxRateOf } from "../rules/effects";
import { groupByField, emptyForm, toNewLocation, type FormValues } from "./form";

export function useCreateForm() {
  const { email } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const lists = useQueries({ queries: SEARCH_ATTRIBUTES.map(namesQuery) });
  const names = Object.fromEntries(SEARCH_ATTRIBUTES.map((attribute, index) => [attribute, lists[index]])) as Record<
    SearchAttribute,
    (typeof lists)[number]
  >;
  const offered = Object.fromEntries(SEARCH_ATTRIBUTES.map((attribute) => [attribute, names[attribute].data ?? []]));

  const [created, setCreated] = useState<string | null>(null);
  const [failureMessage, setFailureMessage] = useState<string | null>(null);
  /** The number of attempts that failed with field errors. */
  const [failedAttempts, setFailedAttempts] = useState(0);
  /** The id of a request whose outcome is unknown. */
  const [uncertainId, setUncertainId] = useState<string | null>(null);

  const resolver: Resolver<FormValues> = (values) => {
    const { messages } = groupByField(checkCreate(toNewLocation(values), { offered }));
    if (messages.size === 0) return { values, errors: {} };
    const errors = [...messages].map(([name, message]) => [name, { type: "rule", message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<FormValues> };
  };
  const form = useForm<FormValues>({
    defaultValues: emptyForm(),
    mode: "onTouched",
    resolver,
    // The error summary gets the focus.
    shouldFocusError: false,
  });
  const { isDirty, touchedFields } = form.formState;

  // Validate names that were entered before the list of valid names was loaded.
  const listsLoaded = lists.filter((list) => list.data).length;
  const checkNames = useEffectEvent(() => {
    void form.trigger(SEARCH_ATTRIBUTES.filter((attribute) => touchedFields[attribute]));
  });
  useEffect(() => {
    if (listsLoaded > 0) checkNames();
  }, [listsLoaded]);

  const creating = useMutation({
    mutationFn: (location: NewLocation) =>
      createLocation({ location, user: email, outcomeUnknown: uncertainId === location.id }),
    onSuccess: (_, location) => {
      void client.invalidateQueries({ queryKey: ["locations"], refetchType: "none" });
      toastSuccess("Successfully created");
      setCreated(String(location.id));
    },
    onError: (error, location) => {
      setUncertainId(isOutcomeUnknown(error) ? String(location.id) : null);
      const { messages, others } = groupByField(error instanceof ApiError ? error.fields : []);
      for (const [name, message] of messages) form.setError(name, { type: "server", message });
      if (messages.size > 0) setFailedAttempts((count) => count + 1);
      if (others.length > 0) setFailureMessage(others.map(({ message }) => message).join("\n"));
      else if (messages.size === 0) setFailureMessage(messageOf(error, UNABLE_TO_CREATE));
    },
  });

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
    names,
    creating: creating.isPending || created !== null,
    /** The message of the alert dialog; null if it is closed. */
    failureMessage,
    dismissFailure: () => setFailureMessage(null),
    failedAttempts,
    submit: form.handleSubmit(
      (values) => creating.mutate(toNewLocation(values)),
      () => setFailedAttempts((count) => count + 1),
    ),
    /** Sets the tax rate of the selected state. */
    applyTaxRateOf: (state: string) => {
      const taxRate = taxRateOf(state);
      if (taxRate !== undefined) form.setValue("taxRate", taxRate, { shouldDirty: true, shouldValidate: true });
    },
  };
}

export type CreateForm = ReturnType<typeof useCreateForm>;

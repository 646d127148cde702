/** The create form from its first key to the new location's page. */
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useForm, type FieldErrors, type Resolver } from "react-hook-form";
import { useNavigate } from "react-router";
import { ApiError, messageOf } from "../../api/errors";
import { useUser } from "../../session/user";
import { useLeaveGuard } from "../../ui/leaving";
import { toastSuccess } from "../../ui/toast";
import { createLocation, mayBeWritten } from "../createLocation";
import { namesQuery } from "../names";
import { checkCreate, UNABLE_TO_CREATE, type NewLocation } from "../rules/create";
import { SEARCH_ATTRIBUTES, type SearchAttribute } from "../rules/edit";
import { taxRateOf } from "../rules/effects";
import { byField, emptyForm, newLocationOf, type FormValues } from "./form";

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
  const [refused, setRefused] = useState<string | null>(null);
  /** Counts the attempts that found something wrong with a field. */
  const [faultyAttempts, setFaultyAttempts] = useState(0);
  /** The id of what was sent and had no answer. */
  const [unanswered, setUnanswered] = useState<string | null>(null);

  const resolver: Resolver<FormValues> = (values) => {
    const { messages } = byField(checkCreate(newLocationOf(values), { offered }));
    if (messages.size === 0) return { values, errors: {} };
    const errors = [...messages].map(([name, message]) => [name, { type: "rule", message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<FormValues> };
  };
  const form = useForm<FormValues>({
    defaultValues: emptyForm(),
    mode: "onTouched",
    resolver,
    // The summary of what is wrong gets the focus.
    shouldFocusError: false,
  });
  const { isDirty, touchedFields } = form.formState;

  // A name may have been typed before it was known what is offered.
  const listsLoaded = lists.filter((list) => list.data).length;
  const checkNames = useEffectEvent(() => {
    void form.trigger(SEARCH_ATTRIBUTES.filter((attribute) => touchedFields[attribute]));
  });
  useEffect(() => {
    if (listsLoaded > 0) checkNames();
  }, [listsLoaded]);

  const creating = useMutation({
    mutationFn: (location: NewLocation) =>
      createLocation({ location, user: email, unanswered: unanswered === location.id }),
    onSuccess: (_, location) => {
      void client.invalidateQueries({ queryKey: ["locations"], refetchType: "none" });
      toastSuccess("Successfully created");
      setCreated(String(location.id));
    },
    onError: (error, location) => {
      setUnanswered(mayBeWritten(error) ? String(location.id) : null);
      const { messages, others } = byField(error instanceof ApiError ? error.fields : []);
      for (const [name, message] of messages) form.setError(name, { type: "server", message });
      if (messages.size > 0) setFaultyAttempts((count) => count + 1);
      if (others.length > 0) setRefused(others.map(({ message }) => message).join("\n"));
      else if (messages.size === 0) setRefused(messageOf(error, UNABLE_TO_CREATE));
    },
  });

  useLeaveGuard(isDirty && created === null, {
    title: "Leave without creating the location?",
    message: "What you entered will be lost.",
    confirm: "Leave",
  });
  // After the guard has let go.
  const leave = useEffectEvent((id: string) => void navigate(`/locations/detail/${encodeURIComponent(id)}`));
  useEffect(() => {
    if (created !== null) leave(created);
  }, [created]);

  return {
    form,
    names,
    creating: creating.isPending || created !== null,
    /** What the alert dialog says. */
    refused,
    closeRefused: () => setRefused(null),
    faultyAttempts,
    submit: form.handleSubmit(
      (values) => creating.mutate(newLocationOf(values)),
      () => setFaultyAttempts((count) => count + 1),
    ),
    /** A state brings its tax rate. */
    onState: (state: string) => {
      const taxRate = taxRateOf(state);
      if (taxRate !== undefined) form.setValue("taxRate", taxRate, { shouldDirty: true, shouldValidate: true });
    },
  };
}

export type CreateForm = ReturnType<typeof useCreateForm>;

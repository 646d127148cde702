import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { toastSuccess } from "../../lib/toast";
import { MARKETS } from "../../routes/market";
import { Checkbox, RadioGroup } from "../../ui/Checkbox";
import { CheckboxGroup } from "../../ui/CheckboxGroup";
import { DialogForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { NumberField } from "../../ui/form/NumberField";
import { valuesWithRules } from "../../ui/form/rule";
import { TextField } from "../../ui/form/TextField";
import { TimeField } from "../../ui/form/TimeField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { WeekdaysField } from "../../ui/form/WeekdaysField";
import { Muted } from "../../ui/text";
import {
  ESCALATION_MINUTES,
  formField,
  KIND_LABELS,
  MAX_NAME_LENGTH,
  subscriptionOf,
  TARGET_KINDS,
  valueErrors,
  valuesOf,
  type SubscriptionValues,
} from "../rules/notifications";
import styles from "./subscriptionForm.module.css";
import { saveSubscription, type AlertSubscription } from "./subscriptions";

const SCHEMA = valuesWithRules<SubscriptionValues>(valueErrors);

const WHEN = [
  ["always", "Always"],
  ["shift", "During a shift"],
] as const;

interface Props {
  /** Null for a new rule. */
  readonly subscription: AlertSubscription | null;
  readonly onClose: () => void;
}

/** Creates or changes a rule of alert notifications. */
export function SubscriptionForm({ subscription, onClose }: Props) {
  const client = useQueryClient();
  // The id of a new rule stays the same, so that a repeated submission does not create a second rule.
  const id = useMemo(() => subscription?.id ?? crypto.randomUUID(), [subscription]);
  const form = useLarderForm({
    schema: SCHEMA,
    defaultValues: valuesOf(subscription),
    fieldOf: formField,
    onSubmit: async (values) => {
      const input = { ...subscriptionOf(values), id, version: subscription?.version ?? null };
      const saved = await saveSubscription(client, input);
      toastSuccess(
        saved.targetState === "CONFIRMED"
          ? `${saved.name} saved`
          : `${saved.name} saved. The receiver gets a request to confirm.`,
      );
      onClose();
    },
  });
  const { control, watch } = form.form;
  const [when, targetKind, escalates, escalationKind] = watch(["when", "targetKind", "escalates", "escalationKind"]);
  return (
    <DialogForm
      title={subscription ? `Edit ${subscription.name}` : "New notification rule"}
      form={form}
      onClose={onClose}
      submit="Save"
      busyText="Saving…"
      failure="The notification rule could not be saved. Try again."
      wide
    >
      <FormField control={control} name="name">
        {(field) => (
          <TextField
            label="Name"
            description="Such as Night shift Midwest"
            maxLength={MAX_NAME_LENGTH}
            required
            {...field}
          />
        )}
      </FormField>
      <Muted as="p">Without a selection, the rule applies to all regions and all kinds of alerts.</Muted>
      <FormField control={control} name="regions">
        {({ value, onChange }) => (
          <CheckboxGroup label="Regions" options={MARKETS} selected={value} onChange={onChange} />
        )}
      </FormField>
      <FormField control={control} name="kinds">
        {({ value, onChange }) => (
          <CheckboxGroup label="Alerts" options={KIND_LABELS} selected={value} onChange={onChange} />
        )}
      </FormField>
      <FormField control={control} name="when">
        {({ value, onChange, onBlur, inputRef }) => (
          <RadioGroup
            legend="When"
            layout="row"
            options={WHEN}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            inputRef={inputRef}
          />
        )}
      </FormField>
      {when === "shift" && (
        <>
          <FormField control={control} name="days">
            {(field) => <WeekdaysField label="Days on which the shift starts" {...field} />}
          </FormField>
          <div className={styles.row}>
            <FormField control={control} name="from">
              {(field) => <TimeField label="From" description="Central time" required {...field} />}
            </FormField>
            <FormField control={control} name="until">
              {(field) => (
                <TimeField label="Until" description="An end before the start is on the next day" required {...field} />
              )}
            </FormField>
          </div>
        </>
      )}
      <FormField control={control} name="targetKind">
        {({ value, onChange, onBlur, inputRef }) => (
          <RadioGroup
            legend="Send to"
            layout="row"
            options={TARGET_KINDS}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            inputRef={inputRef}
          />
        )}
      </FormField>
      <FormField control={control} name="address">
        {(field) =>
          targetKind === "EMAIL" ? (
            <TextField
              label="Email address"
              type="email"
              description="The receiver must confirm once"
              required
              {...field}
            />
          ) : (
            <TextField
              label="URL"
              description="A public https address. It must confirm the subscription of Amazon SNS."
              inputMode="url"
              spellCheck={false}
              required
              {...field}
            />
          )
        }
      </FormField>
      <FormField control={control} name="notifyCleared">
        {({ value, onChange }) => (
          <Checkbox label="Also send a message when the alert clears" checked={value} onChange={onChange} />
        )}
      </FormField>
      <FormField control={control} name="escalates">
        {({ value, onChange }) => (
          <Checkbox label="Escalate alerts that no one acknowledges" checked={value} onChange={onChange} />
        )}
      </FormField>
      {escalates && (
        <>
          <FormField control={control} name="afterMinutes">
            {(field) => (
              <NumberField
                label="Escalate after (minutes)"
                min={ESCALATION_MINUTES.min}
                max={ESCALATION_MINUTES.max}
                required
                {...field}
              />
            )}
          </FormField>
          <FormField control={control} name="escalationKind">
            {({ value, onChange, onBlur, inputRef }) => (
              <RadioGroup
                legend="Escalate to"
                layout="row"
                options={TARGET_KINDS}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                inputRef={inputRef}
              />
            )}
          </FormField>
          <FormField control={control} name="escalationAddress">
            {(field) =>
              escalationKind === "EMAIL" ? (
                <TextField label="Email address for escalations" type="email" required {...field} />
              ) : (
                <TextField
                  label="URL for escalations"
                  description="A public https address"
                  inputMode="url"
                  spellCheck={false}
                  required
                  {...field}
                />
              )
            }
          </FormField>
        </>
      )}
    </DialogForm>
  );
}

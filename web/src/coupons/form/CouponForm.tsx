import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { object, pipe, rawTransform, safeParse, string } from "valibot";
import { addDays, businessDay, parseDay } from "../../lib/day";
import { Button } from "../../ui/Button";
import { Facts } from "../../ui/Facts";
import { Form } from "../../ui/Form";
import { ComboboxField } from "../../ui/form/ComboboxField";
import { DateField } from "../../ui/form/DateField";
import { FormField } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { ErrorNotice, QueryError } from "../../ui/query/ErrorNotice";
import { Muted } from "../../ui/text";
import { ToggleButtons } from "../../ui/ToggleButtons";
import { Toolbar } from "../../ui/Toolbar";
import { issueTypesQuery, type CouponOrder } from "../coupons";
import { CHOICES, couponErrors, discountOf } from "../rules/coupon";
import { CodeDialog } from "./CodeDialog";
import styles from "./couponForm.module.css";
import { useGenerate } from "./useGenerate";

/** docs/requirements/coupons.md, CPN-8. */
const FAILURE = "Unable to generate code, Check your internet and your permissions";
const ISSUES_FAILURE = "Unable to load issue types, Please check your internet and your permissions";
/** Fields with a fixed value. */
const FIXED_FIELDS = [
  ["Category", "Customer Service"],
  ["Type", "Single Use Code"],
  ["Quantity", "One"],
] as const;
/** Common days from the start date to the end date. */
const PERIODS = ["7", "14", "30"] as const;

/** Generates a code (docs/requirements/coupons.md, CPN-1). All fields are required. Dates default to today. */
export function CouponForm() {
  const issueTypes = useQuery(issueTypesQuery);
  const [today] = useState(() => businessDay());
  const generate = useGenerate();
  const names = (issueTypes.data ?? []).map((issue) => issue.imageName);
  const schema = schemaOf(names, today);
  const { form, submit, busy, error } = useLarderForm({
    schema,
    defaultValues: { imageName: "", choice: "", startDate: today, endDate: today },
    onSubmit: (order) => generate.mutateAsync(order),
    fieldOf: (field) => (field === "value" || field === "type" ? "choice" : field),
  });
  const { control } = form;
  const values = form.watch();
  /** An invalid typed date counts as empty. */
  const [invalidDates, setInvalidDates] = useState({ startDate: false, endDate: false });
  /** The number of selections. Each one replaces the text of the end date, even if its value stays the same. */
  const [selectedPeriods, setSelectedPeriods] = useState(0);
  const { startDate, endDate } = values;
  const days = {
    startDate: invalidDates.startDate ? "" : startDate,
    endDate: invalidDates.endDate ? "" : endDate,
  };
  const blockedReason = safeParse(schema, { ...values, ...days }).issues?.[0].message;
  const firstDay = parseDay(days.startDate) ?? today;
  const period = PERIODS.find((count) => addDays(firstDay, Number(count)) === days.endDate);

  function close() {
    generate.reset();
    // Clears the form, so that an extra click does not issue a second code.
    form.reset({ ...values, imageName: "", choice: "" });
  }

  return (
    <Form
      busy={busy}
      className={styles.form}
      aria-label="New code"
      noValidate
      onSubmit={(event) => {
        // Enter also submits a form whose button is disabled.
        if (blockedReason === undefined) void submit(event);
      }}
    >
      <Facts layout="row" facts={FIXED_FIELDS} />
      <QueryError query={issueTypes} message={ISSUES_FAILURE} />
      <div className={styles.fields}>
        <FormField control={control} name="imageName">
          {(field) => (
            <ComboboxField label="Issue type" required options={names} loading={issueTypes.isPending} {...field} />
          )}
        </FormField>
        <FormField control={control} name="choice">
          {(field) => (
            <SelectField label="Code value" required options={CHOICES} emptyLabel="Select a value" {...field} />
          )}
        </FormField>
      </div>
      <div className={styles.dates}>
        <FormField control={control} name="startDate">
          {(field) => (
            <DateField
              label="Start date"
              required
              onInvalidChange={(invalid) => setInvalidDates((current) => ({ ...current, startDate: invalid }))}
              {...field}
            />
          )}
        </FormField>
        <FormField control={control} name="endDate">
          {(field) => (
            <DateField
              key={selectedPeriods}
              label="End date"
              required
              onInvalidChange={(invalid) => setInvalidDates((current) => ({ ...current, endDate: invalid }))}
              {...field}
            />
          )}
        </FormField>
        <ToggleButtons
          label="Days until the end date"
          options={PERIODS.map((count) => [count, `${count} days`] as const)}
          value={period ?? ""}
          onChange={(count) => {
            setSelectedPeriods((before) => before + 1);
            setInvalidDates((current) => ({ ...current, endDate: false }));
            form.setValue("endDate", addDays(firstDay, Number(count)), { shouldDirty: true });
          }}
        />
      </div>
      <ErrorNotice error={error} message={FAILURE} />
      <Toolbar align="center">
        <Button type="submit" variant="primary" disabledReason={blockedReason} busy={busy} busyText="Generating…">
          GENERATE CODE
        </Button>
        {blockedReason && <Muted>{blockedReason}</Muted>}
      </Toolbar>
      {generate.isSuccess && <CodeDialog {...generate.data} onClose={close} />}
    </Form>
  );
}

/** Converts the entered values to an order. The message of its issue is the first reason why it cannot be sent. */
function schemaOf(names: readonly string[], today: string) {
  return pipe(
    object({ imageName: string(), choice: string(), startDate: string(), endDate: string() }),
    rawTransform(({ dataset: { value }, addIssue, NEVER }): CouponOrder => {
      const { choice, ...order } = value;
      const discount = discountOf(choice);
      const [error] = couponErrors({ ...order, discount }, today);
      if (!error && discount && names.includes(order.imageName)) return { ...order, ...discount };
      addIssue({ message: error?.message ?? "Select an issue type from the list" });
      return NEVER;
    }),
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { ComboboxField } from "../../ui/form/ComboboxField";
import { DateField } from "../../ui/form/DateField";
import { SelectField } from "../../ui/form/SelectField";
import { businessDay } from "../../lib/day";
import { issueTypesQuery } from "../coupons";
import { CHOICES, couponErrors, discountOf } from "../rules/coupon";
import { ErrorNotice, QueryError } from "../../ui/query/ErrorNotice";
import { CodeDialog } from "./CodeDialog";
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

/** Generates a code (docs/requirements/coupons.md, CPN-1). All fields are required. Dates default to today. */
export function CouponForm() {
  const issueTypes = useQuery(issueTypesQuery);
  const [today] = useState(() => businessDay());
  const [imageName, setImageName] = useState("");
  const [choice, setChoice] = useState("");
  const [startDate, setStartDate] = useState(today);
  const [endDate, setEndDate] = useState(today);
  /** An invalid typed date counts as empty. */
  const [invalidDates, setInvalidDates] = useState({ start: false, end: false });
  const generate = useGenerate();
  const names = (issueTypes.data ?? []).map((issue) => issue.imageName);
  const isKnown = names.includes(imageName);
  const discount = discountOf(choice);
  const days = { startDate: invalidDates.start ? "" : startDate, endDate: invalidDates.end ? "" : endDate };
  const [error] = couponErrors({ imageName, discount, ...days }, today);
  const unknownIssueType = isKnown ? undefined : "Select an issue type from the list";
  const blockedReason = error?.message ?? unknownIssueType;

  function onSubmit() {
    if (blockedReason === undefined && discount) {
      generate.mutate({ imageName, ...discount, startDate, endDate });
    }
  }

  function close() {
    generate.reset();
    // Clears the form, so that an extra click does not issue a second code.
    setImageName("");
    setChoice("");
  }

  return (
    <Form busy={generate.isPending} className="coupon-form" aria-label="New code" onSubmit={onSubmit}>
      <dl className="coupon-facts">
        {FIXED_FIELDS.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <QueryError query={issueTypes} message={ISSUES_FAILURE} />
      <div className="coupon-fields">
        <ComboboxField
          label="Issue type"
          required
          value={imageName}
          onChange={setImageName}
          options={names}
          loading={issueTypes.isPending}
        />
        <SelectField
          label="Code value"
          required
          value={choice}
          onChange={setChoice}
          options={CHOICES}
          emptyLabel="Select a value"
        />
        <DateField
          label="Start date"
          required
          value={startDate}
          onChange={setStartDate}
          onInvalidChange={(start) => setInvalidDates((current) => ({ ...current, start }))}
        />
        <DateField
          label="End date"
          required
          value={endDate}
          onChange={setEndDate}
          onInvalidChange={(end) => setInvalidDates((current) => ({ ...current, end }))}
        />
      </div>
      <ErrorNotice error={generate.error} message={FAILURE} />
      <div className="coupon-submit">
        <Button
          type="submit"
          variant="primary"
          disabledReason={blockedReason}
          busy={generate.isPending}
          busyText="Generating…"
        >
          GENERATE CODE
        </Button>
        {blockedReason && <p className="muted">{blockedReason}</p>}
      </div>
      {generate.isSuccess && <CodeDialog {...generate.data} onClose={close} />}
    </Form>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { DateField } from "../../ui/DateField";
import { businessDay } from "../../ui/day";
import { Field } from "../../ui/Field";
import { SearchSelect } from "../../ui/SearchSelect";
import { Failure } from "../../ui/states";
import { issueTypesQuery } from "../coupons";
import { CHOICES, couponFaults, discountOf } from "../rules/coupon";
import { CodeDialog } from "./CodeDialog";
import { useGenerate } from "./useGenerate";

/** Spec of planning and reporting, section 8. */
const FAILURE = "Unable to generate code, Check your internet and your permissions";
const ISSUES_FAILURE = "Unable to load issue types, Please check your internet and your permissions";
/** What the form does not let anybody choose. */
const FIXED = [
  ["Category", "Customer Service"],
  ["Type", "Single Use Code"],
  ["Quantity", "One"],
] as const;

/** Generates a code (spec of planning and reporting, section 2). All is required; dates begin as today. */
export function CouponForm() {
  const issueTypes = useQuery(issueTypesQuery);
  const [today] = useState(() => businessDay());
  const [imageName, setImageName] = useState("");
  const [choice, setChoice] = useState("");
  const [startDate, setStartDate] = useState(today);
  const [endDate, setEndDate] = useState(today);
  /** A day that is typed and is none is as good as absent. */
  const [wrong, setWrong] = useState({ start: false, end: false });
  const generate = useGenerate();
  const names = (issueTypes.data ?? []).map((issue) => issue.imageName);
  const chosen = names.includes(imageName);
  const discount = discountOf(choice);
  const days = { startDate: wrong.start ? "" : startDate, endDate: wrong.end ? "" : endDate };
  const [fault] = couponFaults({ imageName, discount, ...days }, today);
  const unknown = chosen ? undefined : "Choose one of the issue types";
  const why = fault?.message ?? unknown;

  function onSubmit() {
    if (why === undefined && discount) {
      generate.mutate({ imageName, ...discount, startDate, endDate });
    }
  }

  function close() {
    generate.reset();
    // The next one is another customer's: nothing is given twice by a click too many.
    setImageName("");
    setChoice("");
  }

  return (
    <Form busy={generate.isPending} className="coupon-form" aria-label="New code" onSubmit={onSubmit}>
      <dl className="coupon-facts">
        {FIXED.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {issueTypes.isError && (
        <Failure
          message={messageOf(issueTypes.error, ISSUES_FAILURE)}
          onRetry={() => void issueTypes.refetch()}
          retrying={issueTypes.isFetching}
        />
      )}
      <div className="coupon-fields">
        <Field label="Issue type" required>
          {(control) => (
            <SearchSelect
              control={control}
              value={imageName}
              onChange={setImageName}
              options={names}
              loading={issueTypes.isPending}
              labelOf={(name) => name}
            />
          )}
        </Field>
        <Field label="Code value" required>
          {(control) => (
            <select {...control} value={choice} onChange={(event) => setChoice(event.target.value)}>
              <option value="">Choose a value</option>
              {CHOICES.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          )}
        </Field>
        <DateField
          label="Start date"
          required
          value={startDate}
          onChange={setStartDate}
          onWrong={(start) => setWrong((current) => ({ ...current, start }))}
        />
        <DateField
          label="End date"
          required
          value={endDate}
          onChange={setEndDate}
          onWrong={(end) => setWrong((current) => ({ ...current, end }))}
        />
      </div>
      {generate.isError && <Failure message={messageOf(generate.error, FAILURE)} />}
      <div className="coupon-submit">
        <Button type="submit" look="primary" disabledReason={why} busy={generate.isPending} busyText="Generating…">
          GENERATE CODE
        </Button>
        {why && <p className="muted">{why}</p>}
      </div>
      {generate.isSuccess && <CodeDialog {...generate.data} onClose={close} />}
    </Form>
  );
}

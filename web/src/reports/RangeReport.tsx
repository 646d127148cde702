import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useState, type ReactNode } from "react";
import { Button } from "../ui/Button";
import { addDays, businessDay } from "../lib/day";
import { Field } from "../ui/Field";
import { Page } from "../ui/Page";
import type { UrlState } from "../lib/useUrlState";
import { REPORTS } from "./reports";
import { parseCentralTime, validateRange, type TimeRange } from "./rules/timeRange";
import "./report.css";

interface Props {
  readonly title: string;
  /** The URL parameters `from` and `to` are the range in Central time. */
  readonly address: UrlState;
  readonly children: (range: TimeRange) => ReactNode;
}

/** A report of a time range, below a form that selects the range. */
export function RangeReport({ title, address: { address, go }, children }: Props) {
  const client = useQueryClient();
  const [fetchCount, setFetchCount] = useState(0);
  const { from, to } = { from: address.get("from"), to: address.get("to") };
  const hasRange = from !== null || to !== null;
  const [start, end] = [parseCentralTime(from), parseCentralTime(to)];
  const range = start !== null && end !== null && validateRange(start, end) === null ? { start, end } : null;
  return (
    <Page title={title}>
      <RangeForm
        key={`${from} ${to}`}
        from={from}
        to={to}
        hasRange={hasRange}
        onFetch={(next) => {
          // 'Fetch Data' reads the report again, even if the range is the same.
          client.removeQueries({ queryKey: REPORTS });
          if (next.from === from && next.to === to) setFetchCount((count) => count + 1);
          else
            go((now) => {
              const params = new URLSearchParams(now);
              params.set("from", next.from);
              params.set("to", next.to);
              return params;
            });
        }}
      />
      {range && <Fragment key={`${range.start} ${range.end} ${fetchCount}`}>{children(range)}</Fragment>}
    </Page>
  );
}

/** Central wall times, such as `2026-11-21T14:30`. */
interface LocalRange {
  readonly from: string;
  readonly to: string;
}

interface FormProps {
  readonly from: string | null;
  readonly to: string | null;
  readonly hasRange: boolean;
  readonly onFetch: (range: LocalRange) => void;
}

/** The last `days` whole days, including today. */
function lastDays(days: number): LocalRange {
  const tomorrow = addDays(businessDay(), 1);
  return { from: `${addDays(tomorrow, -days)}T00:00`, to: `${tomorrow}T00:00` };
}

const QUICK_RANGES = [
  ["Today", 1],
  ["Last 7 days", 7],
  ["Last 30 days", 30],
] as const;

function RangeForm({ from, to, hasRange, onFetch }: FormProps) {
  const [draft, setDraft] = useState<LocalRange>(() => (hasRange ? { from: from ?? "", to: to ?? "" } : lastDays(1)));
  // A range from the URL is validated at once, a typed range when the form is submitted.
  const [showError, setShowError] = useState(hasRange);
  const error = validateRange(parseCentralTime(draft.from), parseCentralTime(draft.to));
  const fields = [
    ["from", "From"],
    ["to", "To"],
  ] as const;
  return (
    <form
      className="report-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setShowError(true);
        if (error === null) onFetch(draft);
      }}
    >
      {fields.map(([part, label]) => (
        <Field key={part} label={`${label} (Central)`} required>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={draft[part]}
              onChange={(event) => setDraft({ ...draft, [part]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button type="submit" variant="primary">
        Fetch Data
      </Button>
      {showError && error !== null && (
        <p role="alert" className="report-error">
          {error}
        </p>
      )}
      <div className="report-quick">
        {QUICK_RANGES.map(([name, days]) => (
          <Button key={name} variant="link" onClick={() => onFetch(lastDays(days))}>
            {name}
          </Button>
        ))}
      </div>
    </form>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useState, type ReactNode } from "react";
import { Button } from "../ui/Button";
import { addDays, businessDay } from "../ui/day";
import { Field } from "../ui/Field";
import { Page } from "../ui/Page";
import type { Address } from "../ui/useAddress";
import { REPORTS } from "./reports";
import { centralSeconds, rangeFault, type TimeRange } from "./rules/timeRange";
import "./report.css";

interface Props {
  readonly title: string;
  /** Its parts `from` and `to` are the range, as clocks in Chicago show it. */
  readonly address: Address;
  readonly children: (range: TimeRange) => ReactNode;
}

/** A report of a range of time: what it is asked by stays above it. */
export function RangeReport({ title, address: { address, go }, children }: Props) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(0);
  const { from, to } = { from: address.get("from"), to: address.get("to") };
  const chosen = from !== null || to !== null;
  const [start, end] = [centralSeconds(from), centralSeconds(to)];
  const range = start !== null && end !== null && rangeFault(start, end) === null ? { start, end } : null;
  return (
    <Page title={title}>
      <RangeForm
        key={`${from} ${to}`}
        from={from}
        to={to}
        chosen={chosen}
        onFetch={(next) => {
          // What was read before is not what is asked for now, even of the same range.
          client.removeQueries({ queryKey: REPORTS });
          if (next.from === from && next.to === to) setAsked((count) => count + 1);
          else
            go((now) => {
              const parts = new URLSearchParams(now);
              parts.set("from", next.from);
              parts.set("to", next.to);
              return parts;
            });
        }}
      />
      {range && <Fragment key={`${range.start} ${range.end} ${asked}`}>{children(range)}</Fragment>}
    </Page>
  );
}

interface Locals {
  readonly from: string;
  readonly to: string;
}

interface FormProps {
  readonly from: string | null;
  readonly to: string | null;
  readonly chosen: boolean;
  readonly onFetch: (range: Locals) => void;
}

/** Whole days up to today's end. */
function lastDays(days: number): Locals {
  const tomorrow = addDays(businessDay(), 1);
  return { from: `${addDays(tomorrow, -days)}T00:00`, to: `${tomorrow}T00:00` };
}

const QUICK = [
  ["Today", 1],
  ["Last 7 days", 7],
  ["Last 30 days", 30],
] as const;

function RangeForm({ from, to, chosen, onFetch }: FormProps) {
  const [wanted, setWanted] = useState<Locals>(() => (chosen ? { from: from ?? "", to: to ?? "" } : lastDays(1)));
  // An address may be wrong from the beginning; what is being typed is looked at when it is asked for.
  const [checked, setChecked] = useState(chosen);
  const fault = rangeFault(centralSeconds(wanted.from), centralSeconds(wanted.to));
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
        setChecked(true);
        if (fault === null) onFetch(wanted);
      }}
    >
      {fields.map(([part, label]) => (
        <Field key={part} label={`${label} (Central)`} required>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={wanted[part]}
              onChange={(event) => setWanted({ ...wanted, [part]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button type="submit" look="primary">
        Fetch Data
      </Button>
      {checked && fault !== null && (
        <p role="alert" className="report-fault">
          {fault}
        </p>
      )}
      <div className="report-quick">
        {QUICK.map(([name, days]) => (
          <Button key={name} look="quiet" onClick={() => onFetch(lastDays(days))}>
            {name}
          </Button>
        ))}
      </div>
    </form>
  );
}

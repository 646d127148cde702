import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useState, type ReactNode } from "react";
import { useDefaultParams, type UrlState } from "../lib/useUrlState";
import { Button } from "../ui/Button";
import { FieldError } from "../ui/Field";
import { Form } from "../ui/Form";
import { TextField } from "../ui/form/TextField";
import { Page } from "../ui/Page";
import { useTableViews, type TableViews } from "../ui/table";
import { PresetButtons } from "./PresetButtons";
import styles from "./report.module.css";
import { REPORTS } from "./reports";
import { toLocalTime } from "./rules/comparison";
import { PRESETS, type LocalRange } from "./rules/presets";
import { parseCentralTime, validateRange, type TimeRange } from "./rules/timeRange";
import { useRememberedRange } from "./useRememberedRange";

const EXCLUDED_FROM_VIEWS = ["from", "to"];

interface Props {
  readonly title: string;
  /** Identifies the report in the remembered ranges and, after `report-`, its table in the saved views. */
  readonly name: string;
  /** The URL parameters `from` and `to` are the range in Central time. */
  readonly address: UrlState;
  readonly children: (range: TimeRange, address: UrlState, views: TableViews) => ReactNode;
}

/** A report of a time range, below a form that selects the range. It starts with the last chosen range. */
export function RangeReport({ title, name, address: state, children }: Props) {
  const client = useQueryClient();
  const [fetchCount, setFetchCount] = useState(0);
  const { initial, remember } = useRememberedRange(name);
  const urlState = useDefaultParams(state, () => ({ ...initial() }));
  const views = useTableViews(`report-${name}`, urlState, EXCLUDED_FROM_VIEWS);
  const { address, go } = urlState;
  const { from, to } = { from: address.get("from"), to: address.get("to") };
  const [start, end] = [parseCentralTime(from), parseCentralTime(to)];
  const range = start !== null && end !== null && validateRange(start, end) === null ? { start, end } : null;
  return (
    <Page title={title}>
      <RangeForm
        key={`${from} ${to}`}
        from={from}
        to={to}
        onFetch={(next) => {
          // 'Fetch Data' reads the report again, even if the range is the same.
          client.removeQueries({ queryKey: REPORTS });
          remember(next);
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
      {range && (
        <Fragment key={`${range.start} ${range.end} ${fetchCount}`}>{children(range, urlState, views)}</Fragment>
      )}
    </Page>
  );
}

/** The time range of the URL in the name of an exported file. */
export function formatPeriod(address: URLSearchParams): string {
  return `${address.get("from") ?? ""}-${address.get("to") ?? ""}`.replaceAll(":", "");
}

/** The URL parameters of the rows of a range. */
export function toRangeParams({ start, end }: TimeRange): Readonly<Record<string, string>> {
  return { from: toLocalTime(start), to: toLocalTime(end) };
}

interface FormProps {
  readonly from: string | null;
  readonly to: string | null;
  readonly onFetch: (range: LocalRange) => void;
}

function RangeForm({ from, to, onFetch }: FormProps) {
  const [draft, setDraft] = useState<LocalRange>(() => ({ from: from ?? "", to: to ?? "" }));
  const error = validateRange(parseCentralTime(draft.from), parseCentralTime(draft.to));
  return (
    <Form
      className={styles.form}
      busy={false}
      noValidate
      onSubmit={() => {
        if (error === null) onFetch(draft);
      }}
    >
      <TextField
        type="datetime-local"
        label="From (Central)"
        required
        value={draft.from}
        onChange={(start) => setDraft({ ...draft, from: start })}
      />
      <TextField
        type="datetime-local"
        label="To (Central)"
        required
        value={draft.to}
        onChange={(end) => setDraft({ ...draft, to: end })}
      />
      <Button type="submit" variant="primary">
        Fetch Data
      </Button>
      {error !== null && <FieldError>{error}</FieldError>}
      <PresetButtons presets={PRESETS} onChoose={onFetch} />
    </Form>
  );
}

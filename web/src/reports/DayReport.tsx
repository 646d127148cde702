import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useState, type ReactNode } from "react";
import { addDays, businessDay, parseDay } from "../lib/day";
import { formatDay, formatWeekday } from "../lib/formats";
import { useDefaultParams, type UrlState } from "../lib/useUrlState";
import { Button } from "../ui/Button";
import { Form } from "../ui/Form";
import { DateField } from "../ui/form/DateField";
import { Page } from "../ui/Page";
import { useTableViews, type TableViews } from "../ui/table";
import { PresetButtons } from "./PresetButtons";
import styles from "./report.module.css";
import { REPORTS } from "./reports";
import { DAY_PRESETS, toDays, toLocalRange } from "./rules/presets";
import { UNTIL_PARAM } from "./UntilFilter";
import { useRememberedRange } from "./useRememberedRange";

const EXCLUDED_FROM_VIEWS = ["date", UNTIL_PARAM];

interface Props {
  readonly title: string;
  /** Identifies the report in the remembered ranges and, after `report-`, its table in the saved views. */
  readonly name: string;
  /** The URL parameter `date` is the day. */
  readonly address: UrlState;
  readonly children: (day: string, address: UrlState, views: TableViews) => ReactNode;
}

/** A report of one business day, below a form that selects the day. It starts with the last chosen day. */
export function DayReport({ title, name, address: state, children }: Props) {
  const client = useQueryClient();
  const [searchCount, setSearchCount] = useState(0);
  const { initial, remember } = useRememberedRange(name);
  const urlState = useDefaultParams(state, () => ({ date: toDays(initial()).first }));
  const views = useTableViews(`report-${name}`, urlState, EXCLUDED_FROM_VIEWS);
  const day = parseDay(urlState.address.get("date") ?? "");
  const open = (date: string) => {
    remember(toLocalRange(date));
    urlState.go((now) => {
      // The filters stay when the day changes.
      const next = new URLSearchParams(now);
      next.delete(UNTIL_PARAM);
      next.set("date", date);
      return next;
    });
  };
  return (
    <Page title={title} aside={day && <span>{`${formatWeekday(day)}, ${formatDay(day)}`}</span>}>
      <DayForm
        key={`search ${day}`}
        day={day}
        onOpen={open}
        onSearch={(date) => {
          if (date !== day) return open(date);
          // 'Search' for the same day reads the report again.
          client.removeQueries({ queryKey: REPORTS });
          setSearchCount((count) => count + 1);
        }}
      />
      {day && <Fragment key={`${day} ${searchCount}`}>{children(day, urlState, views)}</Fragment>}
    </Page>
  );
}

interface FormProps {
  readonly day: string | null;
  readonly onOpen: (day: string) => void;
  readonly onSearch: (day: string) => void;
}

function DayForm({ day, onOpen, onSearch }: FormProps) {
  const [draft, setDraft] = useState(() => day ?? businessDay());
  return (
    <Form className={styles.form} busy={false} onSubmit={() => onSearch(draft)}>
      {day && (
        <Button aria-label="Previous day" onClick={() => onOpen(addDays(draft, -1))}>
          ‹
        </Button>
      )}
      <DateField label="Date" value={draft} onChange={setDraft} />
      {day && (
        <Button aria-label="Next day" onClick={() => onOpen(addDays(draft, 1))}>
          ›
        </Button>
      )}
      <Button type="submit" variant="primary">
        Search
      </Button>
      <PresetButtons presets={DAY_PRESETS} onChoose={(range) => onOpen(toDays(range).first)} />
    </Form>
  );
}

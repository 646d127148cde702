import { useState, type ReactNode } from "react";
import { formatDay, formatWeekday } from "../lib/formats";
import { Button } from "../ui/Button";
import { DateField } from "../ui/form/DateField";
import { addDays, businessDay, parseDay } from "../lib/day";
import { Page } from "../ui/Page";
import type { UrlState } from "../lib/useUrlState";
import "./report.css";

interface Props {
  readonly title: string;
  /** The URL parameter `date` is the day. */
  readonly address: UrlState;
  readonly children: (day: string) => ReactNode;
}

/** A report of one business day, below a form that selects the day. */
export function DayReport({ title, address: { address, go }, children }: Props) {
  const day = parseDay(address.get("date") ?? "");
  const open = (date: string) =>
    go((now) => {
      // The filters stay when the day changes.
      const next = new URLSearchParams(now);
      next.set("date", date);
      return next;
    });
  return (
    <Page title={title} aside={day && <span>{`${formatWeekday(day)}, ${formatDay(day)}`}</span>}>
      <DayForm key={`search ${day}`} day={day} onOpen={open} />
      {day && children(day)}
    </Page>
  );
}

interface FormProps {
  readonly day: string | null;
  readonly onOpen: (day: string) => void;
}

function DayForm({ day, onOpen }: FormProps) {
  const [draft, setDraft] = useState(() => day ?? businessDay());
  return (
    <form
      className="report-form"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(draft);
      }}
    >
      {day && (
        <Button aria-label="Previous day" onClick={() => onOpen(addDays(day, -1))}>
          ‹
        </Button>
      )}
      <DateField label="Date" value={draft} onChange={setDraft} />
      {day && (
        <Button aria-label="Next day" onClick={() => onOpen(addDays(day, 1))}>
          ›
        </Button>
      )}
      <Button type="submit" variant="primary">
        Search
      </Button>
    </form>
  );
}

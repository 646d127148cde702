import { useState, type ReactNode } from "react";
import { Button } from "../ui/Button";
import { DateField } from "../ui/DateField";
import { addDays, businessDay, formatDay, parseDay, weekdayOf } from "../ui/day";
import { Page } from "../ui/Page";
import type { Address } from "../ui/useAddress";
import "./report.css";

interface Props {
  readonly title: string;
  /** Its part `date` is the day. */
  readonly address: Address;
  readonly children: (day: string) => ReactNode;
}

/** A report of one business day: the search for it stays above it. */
export function DayReport({ title, address: { address, go }, children }: Props) {
  const day = parseDay(address.get("date") ?? "");
  const open = (date: string) =>
    go((now) => {
      // Another day has the same filters.
      const next = new URLSearchParams(now);
      next.set("date", date);
      return next;
    });
  return (
    <Page title={title} aside={day && <span>{`${weekdayOf(day)}, ${formatDay(day)}`}</span>}>
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
  const [wanted, setWanted] = useState(() => day ?? businessDay());
  return (
    <form
      className="report-form"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(wanted);
      }}
    >
      {day && (
        <Button aria-label="Previous day" onClick={() => onOpen(addDays(day, -1))}>
          ‹
        </Button>
      )}
      <DateField label="Date" value={wanted} onChange={setWanted} />
      {day && (
        <Button aria-label="Next day" onClick={() => onOpen(addDays(day, 1))}>
          ›
        </Button>
      )}
      <Button type="submit" look="primary">
        Search
      </Button>
    </form>
  );
}

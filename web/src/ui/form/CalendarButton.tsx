import { parseDate, type CalendarDate } from "@internationalized/date";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from "react-aria-components/Calendar";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Popover } from "react-aria-components/Popover";
import { parseDay } from "../../lib/day";
import buttonStyles from "../button.module.css";
import { useOverlayContainer } from "../overlayContainer";
import styles from "./calendarButton.module.css";

interface Props {
  /** The button's accessible name. */
  readonly label: string;
  /** A date such as 2026-11-21. Other text selects no date. */
  readonly value: string;
  /** The first date that can be selected. */
  readonly min?: string | undefined;
  readonly onChange: (day: string) => void;
}

/** A button that opens a calendar. The calendar is American in every browser language. */
export function CalendarButton({ label, value, min, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const container = useOverlayContainer();
  const select = (date: CalendarDate) => {
    setOpen(false);
    onChange(date.toString());
  };
  return (
    <I18nProvider locale="en-US">
      <DialogTrigger isOpen={open} onOpenChange={setOpen}>
        <Button className={`${buttonStyles.icon} ${styles.button}`} aria-label={label}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path
              d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v3M10.5 1.5v3"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.25"
            />
          </svg>
        </Button>
        <Popover className={styles.popover} placement="bottom end" offset={4} UNSTABLE_portalContainer={container}>
          <Dialog className={styles.dialog} aria-label="Calendar">
            <Calendar
              aria-label={label}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the calendar to move in it
              autoFocus
              value={parseDay(value) === null ? null : parseDate(value)}
              minValue={min === undefined ? undefined : parseDate(min)}
              onChange={(date) => select(date)}
            >
              <header className={styles.header}>
                <Button slot="previous" className={buttonStyles.icon}>
                  ‹
                </Button>
                <CalendarHeading className={styles.heading} />
                <Button slot="next" className={buttonStyles.icon}>
                  ›
                </Button>
              </header>
              <CalendarGrid weekdayStyle="short">
                <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
                <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.cell} />}</CalendarGridBody>
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DialogTrigger>
    </I18nProvider>
  );
}

import { parseDate } from "@internationalized/date";
import type { RefObject } from "react";
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
import { Dialog } from "react-aria-components/Dialog";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Popover } from "react-aria-components/Popover";
import { parseDay } from "../../lib/day";
import buttonStyles from "../button.module.css";
import { useOverlayContainer } from "../overlayContainer";
import styles from "./calendarPopover.module.css";

interface Props {
  /** The calendar's accessible name. */
  readonly label: string;
  /** A date such as 2026-11-21. Other text selects no date. */
  readonly value: string;
  /** The first date that can be selected. */
  readonly min?: string | undefined;
  /** The button that opened the calendar. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onChange: (day: string) => void;
  readonly onClose: () => void;
}

/** The calendar of a `CalendarButton`, open while it is rendered. It is American in every browser language. */
export function CalendarPopover({ label, value, min, trigger, onChange, onClose }: Props) {
  const container = useOverlayContainer();
  return (
    <I18nProvider locale="en-US">
      <Popover
        className={styles.popover}
        triggerRef={trigger}
        isOpen
        onOpenChange={onClose}
        placement="bottom end"
        offset={4}
        UNSTABLE_portalContainer={container}
      >
        <Dialog className={styles.dialog} aria-label="Calendar">
          <Calendar
            aria-label={label}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the calendar to move in it
            autoFocus
            value={parseDay(value) === null ? null : parseDate(value)}
            minValue={min === undefined ? undefined : parseDate(min)}
            onChange={(date) => onChange(date.toString())}
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
    </I18nProvider>
  );
}

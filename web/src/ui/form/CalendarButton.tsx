import { useEffect, useRef, useState } from "react";
import buttonStyles from "../button.module.css";
import { onDemand } from "../onDemand";
import styles from "./calendarButton.module.css";

const CalendarPopover = onDemand(async () => (await import("./CalendarPopover")).CalendarPopover);

interface Props {
  /** The button's accessible name. */
  readonly label: string;
  /** A date such as 2026-11-21. Other text selects no date. */
  readonly value: string;
  /** The first date that can be selected. */
  readonly min?: string | undefined;
  readonly onChange: (day: string) => void;
}

/** A button that opens a calendar. The calendar is loaded as soon as the pointer or the focus reaches the button. */
export function CalendarButton({ label, value, min, onChange }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const close = () => setIsOpen(false);

  useEffect(() => {
    if (wasOpen.current && !isOpen) trigger.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={`${buttonStyles.icon} ${styles.button}`}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={CalendarPopover.preload}
        onFocus={CalendarPopover.preload}
        onClick={() => setIsOpen(true)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v3M10.5 1.5v3"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.25"
          />
        </svg>
      </button>
      {isOpen && (
        <CalendarPopover
          label={label}
          value={value}
          min={min}
          trigger={trigger}
          onChange={(day) => {
            close();
            onChange(day);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

import type { ReactNode } from "react";
import { Muted } from "../../ui/text";
import styles from "./chart.module.css";

interface Props {
  readonly title: string;
  /** A note next to the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A chart with its title. */
export function Chart({ title, note, children }: Props) {
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>
        {title}
        {note !== undefined && (
          <span className={styles.note}>
            <Muted>{note}</Muted>
          </span>
        )}
      </figcaption>
      {children}
    </figure>
  );
}

/** Charts side by side, or below each other if the screen is narrow. */
export function Charts({ children }: { readonly children: ReactNode }) {
  return <div className={styles.charts}>{children}</div>;
}

interface BarProps {
  readonly label: string;
  /** The value in words. */
  readonly value: ReactNode;
  /** The tooltip, which says what a click does. */
  readonly title: string;
  /** Why a click does nothing; undefined if the bar can be selected. It replaces the tooltip. */
  readonly disabledReason?: string | undefined;
  readonly onClick: () => void;
  /** The graphic elements of an SVG image. */
  readonly children: ReactNode;
  /** The height of the image in its own units. Its width is 100. */
  readonly height: number;
}

/** A button with a label, a value and a bar below them. */
export function Bar({ label, value, title, disabledReason, onClick, height, children }: BarProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.bar}
        aria-disabled={disabledReason !== undefined || undefined}
        title={disabledReason ?? title}
        onClick={disabledReason === undefined ? onClick : undefined}
      >
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>{value}</span>
        <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.back} width="100" height={height} />
          {children}
        </svg>
      </button>
    </li>
  );
}

import type { Freshness } from "../rules/expiry";
import styles from "./freshness.module.css";

/** The label and icon of each freshness. The icon makes it readable without color. */
export const FRESHNESS_DISPLAY: Readonly<Record<Freshness, { readonly label: string; readonly icon: string }>> = {
  expired: { label: "Expired", icon: "✕" },
  soon: { label: "Expires within 24 hours", icon: "!" },
  unknown: { label: "Shelf life unknown", icon: "?" },
  good: { label: "Good", icon: "✓" },
};

export function FreshnessIcon({ freshness }: { readonly freshness: Freshness }) {
  return (
    <span className={styles.icon} data-freshness={freshness} aria-hidden="true">
      {FRESHNESS_DISPLAY[freshness].icon}
    </span>
  );
}

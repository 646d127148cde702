import type { LocationStatus } from "../../api/schema";
import styles from "./statusShape.module.css";

const SHAPES: Readonly<Record<LocationStatus, string>> = {
  LIVE: "M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12z",
  OFFLINE: "M2.5 2.5h11v11h-11z",
  DEAD: "M8 1.5l7 12.5h-14z",
};

/** A status as a colored circle, square or triangle. */
export function StatusShape({ status, size = 16 }: { readonly status: LocationStatus; readonly size?: number }) {
  return (
    <svg
      className={styles.shape}
      data-status={status}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d={SHAPES[status]} />
    </svg>
  );
}

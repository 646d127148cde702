import type { ReactNode } from "react";
import styles from "./notice.module.css";
import type { Tone } from "./Tag";
import toneStyles from "./tone.module.css";

interface Props {
  readonly tone: Tone;
  /** `status` if the notice appears while the screen is open, `alert` if the user must act. */
  readonly role?: "status" | "alert";
  readonly children: ReactNode;
}

/** A message on a colored background. */
export function Notice({ tone, role, children }: Props) {
  return (
    <p className={`${toneStyles.tone} ${styles.notice}`} data-tone={tone} role={role}>
      {children}
    </p>
  );
}

import type { ReactNode } from "react";
import styles from "./tag.module.css";
import toneStyles from "./tone.module.css";

/** The meaning of a status. It selects the colors. */
export type Tone = "neutral" | "info" | "positive" | "warning" | "negative";

interface Props {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A status word on a colored background. The word states what the color means. */
export function Tag({ tone = "neutral", children }: Props) {
  return (
    <span className={`${toneStyles.tone} ${styles.tag}`} data-tone={tone}>
      {children}
    </span>
  );
}

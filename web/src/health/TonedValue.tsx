import { VisuallyHidden } from "../ui/text";
import type { Tone } from "./rules/colors";
import styles from "./tonedValue.module.css";

/** For each color, the icon shown next to the value and the word that screen readers announce. */
const ICONS: Readonly<Record<Exclude<Tone, "none">, readonly [icon: string, word: string]>> = {
  green: ["✓", "good"],
  orange: ["!", "watch"],
  red: ["✕", "bad"],
  unknown: ["?", "unknown"],
};

interface Props {
  readonly tone: Tone;
  readonly children: string;
}

/** A value in its color, with an icon so that the color is not the only cue. */
export function TonedValue({ tone, children }: Props) {
  if (tone === "none") return <>{children}</>;
  const [icon, word] = ICONS[tone];
  return (
    <span className={styles.value} data-tone={tone}>
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
      <span>{children}</span>
      {tone !== "unknown" && <VisuallyHidden> ({word})</VisuallyHidden>}
    </span>
  );
}

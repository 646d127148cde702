import type { Tone } from "./rules/colours";
import "./tone.css";

/** What stands for a colour where colours are not seen, and what is read out for it. */
const MARKS: Readonly<Record<Exclude<Tone, "none">, readonly [mark: string, word: string]>> = {
  green: ["✓", "good"],
  orange: ["!", "watch"],
  red: ["✕", "bad"],
  unknown: ["?", "unknown"],
};

interface Props {
  readonly tone: Tone;
  readonly children: string;
}

/** A value in its colour, with a sign of its own for each. */
export function ToneMark({ tone, children }: Props) {
  if (tone === "none") return <>{children}</>;
  const [mark, word] = MARKS[tone];
  return (
    <span className={`tone tone-${tone}`} data-tone={tone}>
      <span aria-hidden="true" className="tone-mark">
        {mark}
      </span>
      <span>{children}</span>
      {tone !== "unknown" && <span className="visually-hidden"> ({word})</span>}
    </span>
  );
}

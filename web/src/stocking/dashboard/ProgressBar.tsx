import { formatCount } from "../../lib/formats";
import type { Counts } from "./rows";

/** The shares of stops that are done, in progress and problematic. */
export function ProgressBar({ counts }: { readonly counts: Counts }) {
  const { stops, done, inProgress, problems } = counts;
  const parts = [
    ["done", done],
    ["in-progress", inProgress],
    ["problems", problems],
  ] as const;
  const label = [
    `${done} of ${stops} done`,
    inProgress > 0 && `${inProgress} in progress`,
    problems > 0 && formatCount(problems, "problem"),
  ];
  return (
    <div className="progress-bar" role="img" aria-label={label.filter(Boolean).join(", ")}>
      {parts.map(([part, count]) => (
        <span key={part} className={`progress-${part}`} style={{ flexGrow: count }} />
      ))}
      <span style={{ flexGrow: stops - done - inProgress - problems }} />
    </div>
  );
}

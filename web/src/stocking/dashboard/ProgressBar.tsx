import type { Counts } from "./rows";

/** What part of a route is done, is under way, and is in trouble. */
export function ProgressBar({ counts }: { readonly counts: Counts }) {
  const { stops, done, underWay, troubled } = counts;
  const parts = [
    ["done", done],
    ["under-way", underWay],
    ["troubled", troubled],
  ] as const;
  const label = [
    `${done} of ${stops} done`,
    underWay > 0 && `${underWay} under way`,
    troubled > 0 && `${troubled} in trouble`,
  ];
  return (
    <div className="progress-bar" role="img" aria-label={label.filter(Boolean).join(", ")}>
      {parts.map(([part, count]) => (
        <span key={part} className={`progress-${part}`} style={{ flexGrow: count }} />
      ))}
      <span style={{ flexGrow: stops - done - underWay - troubled }} />
    </div>
  );
}

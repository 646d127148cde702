import type { Problem } from "./rules/problems";
import "./problemTags.css";

/** The problems of a fridge, worst first. */
export function ProblemTags({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return <span className="problem-none">Healthy</span>;
  return (
    <ul className="problem-tags">
      {problems.map(({ name, label, severe }) => (
        <li key={name} className={severe ? "tag tag-severe" : "tag tag-watch"}>
          <span aria-hidden="true">{severe ? "✕ " : "! "}</span>
          {label}
        </li>
      ))}
    </ul>
  );
}

import type { Problem } from "./rules/problems";
import "./problemTags.css";

/** What is wrong with a fridge, the worst first. */
export function ProblemTags({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return <span className="problem-none">Well</span>;
  return (
    <ul className="problem-tags">
      {problems.map(({ name, label, grave }) => (
        <li key={name} className={grave ? "tag tag-grave" : "tag tag-watch"}>
          <span aria-hidden="true">{grave ? "✕ " : "! "}</span>
          {label}
        </li>
      ))}
    </ul>
  );
}

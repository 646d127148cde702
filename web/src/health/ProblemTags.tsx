import { Tag } from "../ui/Tag";
import { Muted } from "../ui/text";
import styles from "./problemTags.module.css";
import type { Problem } from "./rules/problems";

/** The problems of a fridge, worst first. */
export function ProblemTags({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return <Muted>Healthy</Muted>;
  return (
    <ul className={styles.tags}>
      {problems.map(({ name, label, severe }) => (
        <li key={name}>
          <Tag tone={severe ? "negative" : "warning"}>
            <span aria-hidden="true">{severe ? "✕ " : "! "}</span>
            {label}
          </Tag>
        </li>
      ))}
    </ul>
  );
}

import type { Definition } from "./definition";
import styles from "./definitionList.module.css";

/** States with their meaning and rule. */
export function DefinitionList({ definitions }: { readonly definitions: readonly Definition[] }) {
  return (
    <dl className={styles.definitions}>
      {definitions.map(({ label, meaning, rule }) => (
        <div key={`${label} ${meaning}`}>
          <dt>{label}</dt>
          <dd>{meaning}</dd>
          <dd className={styles.rule}>{rule}</dd>
        </div>
      ))}
    </dl>
  );
}

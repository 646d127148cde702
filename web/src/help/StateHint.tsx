import { Tooltip } from "../ui/Tooltip";
import type { Definition } from "./definition";
import styles from "./stateHint.module.css";

/** A button that shows the definition of a state while the pointer is on it, or when it is touched or focused. */
export function StateHint({ definition }: { readonly definition: Definition }) {
  const { label, meaning, rule } = definition;
  return (
    <Tooltip label={`What “${label}” means`} icon={<span aria-hidden="true">?</span>}>
      <div className={styles.definition}>
        <strong>{label}</strong>
        <span>{meaning}</span>
        <span>{rule}</span>
      </div>
    </Tooltip>
  );
}

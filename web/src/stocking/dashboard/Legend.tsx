import { DefinitionList } from "../../help/DefinitionList";
import { DELAY_STATES } from "../../help/delayStates";
import { STOP_STATES } from "../../help/stopStates";
import { STOP_STATUSES } from "../rules/stopStatus";
import styles from "./legend.module.css";

const STATUSES = STOP_STATUSES.map((status) => STOP_STATES[status]);

/** The meaning of the terms and of the statuses on the cards (STK-12). */
export function Legend() {
  return (
    <details className={styles.legend}>
      <summary>Legend: behind, late and the nine statuses</summary>
      <div className={styles.parts}>
        <section aria-label="Terms">
          <DefinitionList definitions={DELAY_STATES} />
        </section>
        <section aria-label="Statuses">
          <DefinitionList definitions={STATUSES} />
        </section>
      </div>
    </details>
  );
}

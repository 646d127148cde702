import { formatCount } from "../lib/formats";
import { Alert } from "./Alert";
import styles from "./failedRows.module.css";
import stateStyles from "./states.module.css";

interface Props {
  /** Each failed row's name with the server's message. */
  readonly failures: readonly (readonly [row: string, message: string])[];
}

/** The alert lists at most this many rows. The others show their message in the table. */
const MAX_LISTED_ROWS = 20;

/** Lists the rows that the server rejected, with the reasons. Their drafts stay in the table. */
export function FailedRows({ failures }: Props) {
  if (failures.length === 0) return null;
  return (
    <Alert variation="error" role="alert" className={stateStyles.failure}>
      <p>{formatCount(failures.length, "row")} could not be updated:</p>
      <ul className={styles.rows}>
        {failures.slice(0, MAX_LISTED_ROWS).map(([row, message]) => (
          <li key={row}>
            <strong>{row}</strong>: {message}
          </li>
        ))}
      </ul>
      {failures.length > MAX_LISTED_ROWS && (
        <p>{formatCount(failures.length - MAX_LISTED_ROWS, "more error")} shown in the table.</p>
      )}
    </Alert>
  );
}

import { Alert } from "@aws-amplify/ui-react";
import { plural } from "./plural";

interface Props {
  /** What the server said, by what a row is called. */
  readonly failures: readonly (readonly [row: string, message: string])[];
}

/** Rows named at once; the others show their message themselves. */
const NAMED = 20;

/** The rows that were not updated, and why. They keep what was decided about them. */
export function NotWritten({ failures }: Props) {
  if (failures.length === 0) return null;
  return (
    <Alert variation="error" role="alert" className="failure">
      <p>{plural(failures.length, "row")} could not be updated:</p>
      <ul className="not-written">
        {failures.slice(0, NAMED).map(([row, message]) => (
          <li key={row}>
            <strong>{row}</strong>: {message}
          </li>
        ))}
      </ul>
      {failures.length > NAMED && <p>{failures.length - NAMED} more say so in their row.</p>}
    </Alert>
  );
}

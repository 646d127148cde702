import { useMemo } from "react";
import { Button } from "../ui/Button";
import type { CheckedFile } from "./check/checkFile";
import { downloadRefused } from "./preview/refusedCsv";
import { groupErrors } from "./rules/groupErrors";

interface Props {
  readonly columns: readonly string[];
  readonly wrong: CheckedFile<unknown>;
  readonly groupOf: (cells: readonly string[]) => string;
}

/** Groups that are listed; all refused rows are in the download. */
const LISTED = 200;

const number = (count: number) => count.toLocaleString("en-US");

/** What is wrong with a file that was cleared for it, group by group. */
export function ValidationErrors({ columns, wrong, groupOf }: Props) {
  const groups = useMemo(() => groupErrors(wrong.lines, groupOf), [wrong, groupOf]);
  const count = groups.reduce((sum, { errors }) => sum + errors.length, 0);
  return (
    <section className="errors" aria-labelledby="validation-errors">
      <div className="errors-head" role="alert">
        <h2 id="validation-errors">Validation Errors ({number(count)})</h2>
        <p>{wrong.name} was not taken: correct it and choose it again. Nothing was sent.</p>
      </div>
      <div>
        <Button onClick={() => downloadRefused(wrong.name, columns, wrong.lines)}>Download refused rows</Button>
      </div>
      <ul className="errors-groups">
        {groups.slice(0, LISTED).map(({ group, errors }) => (
          <li key={group}>
            <h3>{group} - has an error:</h3>
            <ul>
              {errors.map(({ line, message }, place) => (
                <li key={place}>
                  {message} <span className="muted">line {line}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {groups.length > LISTED && <p className="muted">And {number(groups.length - LISTED)} more groups</p>}
    </section>
  );
}

import { useMemo } from "react";
import { Button } from "../ui/Button";
import { plural } from "../ui/plural";
import type { CheckedFile } from "./check/checkFile";
import { downloadRefused } from "./preview/refusedCsv";
import { groupErrors } from "./rules/groupErrors";

interface Props {
  readonly columns: readonly string[];
  readonly wrong: CheckedFile<unknown>;
  readonly groupOf: (cells: readonly string[]) => string;
}

/** Groups, and errors of each, that are listed; all refused rows are in the download. */
const LISTED = 200;
const OF_GROUP = 30;

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
              {errors.slice(0, OF_GROUP).map(({ line, message }, place) => (
                <li key={place}>
                  {message} <span className="muted">line {line}</span>
                </li>
              ))}
              {errors.length > OF_GROUP && (
                <li className="muted">And {plural(errors.length - OF_GROUP, "more error")}</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
      {groups.length > LISTED && <p className="muted">And {plural(groups.length - LISTED, "more group")}</p>}
    </section>
  );
}

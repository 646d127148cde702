import { useMemo } from "react";
import { formatCount, formatNumber } from "../lib/formats";
import { Button } from "../ui/Button";
import { onDemand } from "../ui/onDemand";
import { Muted } from "../ui/text";
import type { CheckedFile } from "./check/checkFile";
import type { Strict } from "./kind";
import { downloadRejected } from "./preview/rejectedCsv";
import type { Corrections } from "./rules/corrections";
import { previewRows } from "./rules/preview";
import { groupErrors } from "./rules/groupErrors";
import styles from "./validationErrors.module.css";

const CorrectionTable = onDemand(async () => (await import("./CorrectionTable")).CorrectionTable);

interface Props {
  readonly invalid: {
    readonly checked: CheckedFile<unknown>;
    readonly corrections: Corrections;
    readonly checking: boolean;
  };
  readonly strict: Strict;
  readonly onCorrect: (corrections: Corrections) => void;
}

/** The list is shortened. The download has all rejected rows. */
const MAX_GROUPS = 200;
const MAX_ERRORS_PER_GROUP = 30;

/** Lists the errors of an invalid file by group, and lets the user correct or exclude the rows. */
export function ValidationErrors({ invalid, strict, onCorrect }: Props) {
  const { checked: file, corrections, checking } = invalid;
  const { groupOf } = strict;
  const groups = useMemo(() => groupErrors(file.lines, groupOf), [file, groupOf]);
  const rejected = () => file.lines.filter(({ outcome }) => outcome === "rejected");
  const count = groups.reduce((sum, { errors }) => sum + errors.length, 0);
  return (
    <section className={styles.errors} aria-labelledby="validation-errors">
      <div role="alert">
        <h2 id="validation-errors">Validation Errors ({formatNumber(count)})</h2>
        <p>
          {file.name} was rejected. Correct the rows below, or correct the file and choose it again. Nothing was sent.
        </p>
      </div>
      <div>
        <Button onClick={() => downloadRejected(file, previewRows(rejected(), new Map()))}>
          Download rejected rows
        </Button>
      </div>
      <CorrectionTable
        file={file}
        corrections={corrections}
        checking={checking}
        sharedColumns={strict.sharedColumns}
        onCorrect={onCorrect}
      />
      <ul className={styles.groups} aria-label="Errors by group">
        {groups.slice(0, MAX_GROUPS).map(({ group, errors }) => (
          <li key={group}>
            <h3>{group} - has an error:</h3>
            <ul>
              {errors.slice(0, MAX_ERRORS_PER_GROUP).map(({ line, message }, index) => (
                <li key={index}>
                  {message} <Muted>line {line}</Muted>
                </li>
              ))}
              {errors.length > MAX_ERRORS_PER_GROUP && (
                <Muted as="li">And {formatCount(errors.length - MAX_ERRORS_PER_GROUP, "more error")}</Muted>
              )}
            </ul>
          </li>
        ))}
      </ul>
      {groups.length > MAX_GROUPS && <Muted as="p">And {formatCount(groups.length - MAX_GROUPS, "more group")}</Muted>}
    </section>
  );
}

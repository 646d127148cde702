/** The messages of the feedback panels. Pure. */
import { formatNumber } from "../../lib/formats";
import type { CheckedLine } from "../../uploads/rules/checked";
import { repeatedSlots, type PlanogramRow } from "../rules/updates";

type Lines = readonly CheckedLine<PlanogramRow>[];

/** docs/requirements/planning.md, PLN-2. */
export const FIX_ERRORS = "Please fix the following errors and reupload your file:";

/** All errors of the rejected lines. Adds the line number unless the message already names its lines. */
export function errorsOf(lines: Lines): readonly string[] {
  return lines.flatMap(({ line, reasons }) =>
    reasons.map((reason) => {
      if (reason.startsWith("Duplicated records")) return reason;
      return `Line ${line}${/^\w+: /.test(reason) ? ", " : ": "}${reason}`;
    }),
  );
}

/** Warnings about a repeated layoutName and slot (docs/requirements/planning.md, PLN-2). */
export function warningsOf(lines: Lines): readonly string[] {
  const rows = lines.flatMap(({ line, value }) => (line !== null && value ? [{ line, value }] : []));
  return repeatedSlots(rows).map(({ message }) => message);
}

/** docs/requirements/planning.md, PLN-3. */
export const successText = (count: number) =>
  `Total of successfully validated and processed records: ${formatNumber(count)}.`;

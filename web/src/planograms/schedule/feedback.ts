/** What the panels say of a checked file: pure. */
import type { CheckedLine } from "../../uploads/rules/checked";
import { repeatedSlots, type PlanogramRow } from "../rules/updates";

type Lines = readonly CheckedLine<PlanogramRow>[];

/** Spec, section 2. */
export const FIX = "Please fix the following errors and reupload your file:";

/** Of each refused line all that is wrong with it. What names its lines itself is not told twice where it stands. */
export function errorsOf(lines: Lines): readonly string[] {
  return lines.flatMap(({ line, reasons }) =>
    reasons.map((reason) => {
      if (reason.startsWith("Duplicated records")) return reason;
      return `Line ${line}${/^\w+: /.test(reason) ? ", " : ": "}${reason}`;
    }),
  );
}

/** Warning only: the same layoutName and slot repeated. Spec, section 5. */
export function warningsOf(lines: Lines): readonly string[] {
  const rows = lines.flatMap(({ line, value }) => (line !== null && value ? [{ line, value }] : []));
  return repeatedSlots(rows).map(({ message }) => message);
}

/** Spec, section 8. */
export const successText = (count: number) =>
  `Total of successfully validated and processed records: ${count.toLocaleString("en-US")}.`;

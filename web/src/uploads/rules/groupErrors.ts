/** Groups the errors of a file's lines. */
import type { CheckedLine } from "./checked";

export interface ErrorGroup {
  readonly group: string;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
}

/**
 * Groups are in the order of the file. Lines without reasons are left out: they are rejected only because another line of
 * the group is.
 */
export function groupErrors(
  lines: readonly CheckedLine<unknown>[],
  groupOf: (cells: readonly string[]) => string,
): readonly ErrorGroup[] {
  const groups = new Map<string, { line: number; message: string }[]>();
  for (const { line, cells, reasons } of lines) {
    if (reasons.length === 0 || line === null) continue;
    const group = groupOf(cells);
    const errors = groups.get(group) ?? [];
    groups.set(group, errors);
    for (const message of reasons) errors.push({ line, message });
  }
  return [...groups].map(([group, errors]) => ({ group, errors }));
}

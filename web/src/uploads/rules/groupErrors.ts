/** What is wrong with a file's lines, by the groups that they belong to. */
import type { CheckedLine } from "./checked";

export interface ErrorGroup {
  readonly group: string;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
}

/** In the file's order. Lines that are refused only because others of their group are have no error of their own. */
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

/** Ids of locations are compared without regard to case, and shown as they were created. */

export const foldId = (id: string) => id.toLowerCase();

/** Finds the id as its location was created; an unknown id stays as it is. */
export function storedIds(ids: Iterable<string>): (id: string) => string {
  const byFolded = new Map<string, string>();
  for (const id of ids) byFolded.set(foldId(id), id);
  return (id) => byFolded.get(foldId(id)) ?? id;
}

/** The lines with the stored ids in `column`. */
export function withStoredIds<Column extends string, Line extends { readonly cells: Readonly<Record<Column, string>> }>(
  lines: readonly Line[],
  column: Column,
  ids: Iterable<string>,
): readonly Line[] {
  const stored = storedIds(ids);
  return lines.map((line) => {
    const id = stored(line.cells[column]);
    return id === line.cells[column] ? line : { ...line, cells: { ...line.cells, [column]: id } };
  });
}

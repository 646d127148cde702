/** Location ids are compared without regard to case and shown as first written (docs/requirements/locations.md, LOC-10). */

export const foldId = (id: string) => id.toLowerCase();

/** Returns a function that maps an id to its stored spelling. Unknown ids stay unchanged. */
export function storedIdLookup(ids: Iterable<string>): (id: string) => string {
  const byFolded = new Map<string, string>();
  for (const id of ids) byFolded.set(foldId(id), id);
  return (id) => byFolded.get(foldId(id)) ?? id;
}

/** Replaces the ids in `column` by their stored spelling. */
export function withStoredIds<Column extends string, Line extends { readonly cells: Readonly<Record<Column, string>> }>(
  lines: readonly Line[],
  column: Column,
  ids: Iterable<string>,
): readonly Line[] {
  const stored = storedIdLookup(ids);
  return lines.map((line) => {
    const id = stored(line.cells[column]);
    return id === line.cells[column] ? line : { ...line, cells: { ...line.cells, [column]: id } };
  });
}

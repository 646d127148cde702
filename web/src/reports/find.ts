/** Rows by what somebody typed: each word is to be in one of the row's names. */
export function findRows<Row>(
  rows: readonly Row[],
  typed: string,
  namesOf: (row: Row) => readonly string[],
): readonly Row[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  // Names repeat through a report: each is looked at once.
  const known = new Map<string, string>();
  const lower = (name: string) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const now = name.toLowerCase();
    known.set(name, now);
    return now;
  };
  return rows.filter((row) => {
    const names = namesOf(row).map(lower);
    return words.every((word) => names.some((name) => name.includes(word)));
  });
}

/** Keeps rows for which each typed word occurs in one of the row's names. */
export function filterRows<Row>(
  rows: readonly Row[],
  typed: string,
  namesOf: (row: Row) => readonly string[],
): readonly Row[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  // Names repeat in a report, so each one is lowercased only once.
  const cache = new Map<string, string>();
  const lower = (name: string) => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const lowercase = name.toLowerCase();
    cache.set(name, lowercase);
    return lowercase;
  };
  return rows.filter((row) => {
    const names = namesOf(row).map(lower);
    return words.every((word) => names.some((name) => name.includes(word)));
  });
}

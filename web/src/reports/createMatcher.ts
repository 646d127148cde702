/**
 * Creates a function that returns whether each word of a query occurs in one of the row's names. A month of the
 * drivers' log has 100,000 requests, so the names of each row are joined and lowercased only once.
 */
export function createMatcher<Row extends object>(namesOf: (row: Row) => readonly string[]) {
  const texts = new WeakMap<Row, string>();
  let previousQuery = "";
  let words: readonly string[] = [];
  return (row: Row, query: string): boolean => {
    if (query !== previousQuery) {
      previousQuery = query;
      words = query.toLowerCase().split(/\s+/).filter(Boolean);
    }
    let text = texts.get(row);
    if (text === undefined) {
      text = namesOf(row).join("\n").toLowerCase();
      texts.set(row, text);
    }
    const names = text;
    return words.every((word) => names.includes(word));
  };
}

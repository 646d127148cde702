/** Maximum number of cached results. */
const MAX_RESULTS = 10_000;

/** Caches the results of a function. A long file has few distinct days and hours, and parsing one is slow. */
export function memoize<Result>(parse: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, { readonly result: Result }>();
  return (text) => {
    const cached = results.get(text);
    if (cached) return cached.result;
    const result = parse(text);
    if (results.size === MAX_RESULTS) results.clear();
    results.set(text, { result });
    return result;
  };
}

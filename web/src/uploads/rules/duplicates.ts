/** For each line, the numbers of all lines with the same key. */
export function findDuplicates<Line extends { readonly number: number }>(
  lines: readonly Line[],
  keyOf: (line: Line) => string,
): readonly (readonly number[])[] {
  const numbersByKey = new Map<string, number[]>();
  return lines.map((line) => {
    const key = keyOf(line);
    const numbers = numbersByKey.get(key) ?? [];
    if (numbers.length === 0) numbersByKey.set(key, numbers);
    numbers.push(line.number);
    return numbers;
  });
}

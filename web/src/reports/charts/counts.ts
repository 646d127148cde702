/** Counts rows for the charts. */

export interface Count {
  readonly name: string;
  readonly count: number;
}

/** Counts rows by name, sorted by count in descending order, then by name. */
export function countByName<Row>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Count[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** Counts rows by hour of the day, from 0 to 23. An hour that daylight saving time repeats counts as one. */
export function countByHour<Row>(rows: readonly Row[], hourOf: (row: Row) => number): readonly number[] {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const row of rows) {
    const hour = hourOf(row);
    if (hours[hour] !== undefined) hours[hour] += 1;
  }
  return hours;
}

import { useQueries } from "@tanstack/react-query";
import { addDays } from "../lib/day";
import { toDayRange } from "../reports/rules/timeRange";
import type { OtherDay, ReportComparison } from "../reports/useComparison";
import { usageQuery, type Usage } from "./usage";

/** The first and the last day of the usage. */
interface Days {
  readonly from: string;
  readonly to: string;
}

const callsOn = (usage: Usage, day: string) => usage.days.find(({ date }) => date === day)?.calls ?? 0;

/**
 * Compares the calls of the last complete day with the previous day and the same day of the previous week. Usage is
 * counted by day, so today cannot be compared. Returns null if there is no complete day.
 */
export function useUsageComparison(usage: Usage | undefined, { from, to }: Days, today: string) {
  const lastDay = to < today ? to : addDays(today, -1);
  const others = [
    { label: "Previous day", day: addDays(lastDay, -1) },
    { label: "Same day last week", day: addDays(lastDay, -7) },
  ];
  const isComparable = usage !== undefined && from <= lastDay;
  const unread = others.filter(({ day }) => day < from);
  const reads = useQueries({
    queries: unread.map(({ day }) => ({ ...usageQuery(day, day), staleTime: Infinity, enabled: isComparable })),
  });
  if (!isComparable) return null;

  const counted = others.map((other) => {
    const read = reads[unread.indexOf(other)];
    const data = read ? read.data : usage;
    return { ...other, count: data ? callsOn(data, other.day) : null, isFailed: read?.isError ?? false };
  });
  const loaded: { readonly day: string; readonly count: number }[] = [];
  for (let day = from; day <= lastDay; day = addDays(day, 1)) loaded.push({ day, count: callsOn(usage, day) });
  const read = counted.flatMap(({ day, count }) => (day < from && count !== null ? [{ day, count }] : []));
  const comparison: ReportComparison = {
    current: toDayRange(lastDay),
    count: callsOn(usage, lastDay),
    others: counted.map(({ label, day, count, isFailed }): OtherDay => ({
      label,
      range: toDayRange(day),
      count: count ?? (isFailed ? "failed" : "loading"),
    })),
    days: [...read.reverse(), ...loaded],
  };
  return comparison;
}

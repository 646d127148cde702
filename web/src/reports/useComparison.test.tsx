import { QueryClient, QueryClientProvider, type InfiniteData } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { collectPlainRows } from "./collectRows";
import { stockOutsQuery, type ReportPage, type StockOutRow } from "./reports";
import { dayOf } from "./rules/comparison";
import { toDayRange, type TimeRange } from "./rules/timeRange";
import { useComparison } from "./useComparison";
import type { FullReport } from "./useFullReport";

type Page = ReportPage<StockOutRow>;

const DAY = "2026-11-20";
const PREVIOUS_DAY = "2026-11-19";
const row = (day: string, time: string): StockOutRow => ({
  Date: day,
  Time: time,
  Location: "CHI_1",
  Item: "Lemonade",
  timestamp: new Date(`${day}T${time}-06:00`).toISOString(),
});
const timeOf = ({ timestamp }: StockOutRow) => Date.parse(timestamp);
const atNoon = (day: string) => Date.parse(`${day}T12:00-06:00`);

/** The complete report of the day, which was loaded at noon of the next day. */
const report: FullReport<StockOutRow> = {
  rows: [row(DAY, "08:00"), row(DAY, "20:00")],
  pending: false,
  reading: false,
  stopped: false,
  complete: true,
  error: null,
  loadedAt: atNoon("2026-11-21"),
  progress: 1,
  stop: () => undefined,
  resume: () => undefined,
  restart: () => undefined,
};

/** Renders the comparison. The server has two pages for the previous day, and no rows for the other days. */
function renderComparison(cached?: { readonly pages: readonly Page[]; readonly at: number }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const read = vi.fn((day: string, nextToken: string | undefined): Page => {
    if (day !== PREVIOUS_DAY) return { items: [] };
    return nextToken
      ? { items: [row(day, "20:00"), row(day, "21:00")] }
      : { items: [row(day, "08:00")], nextToken: "2" };
  });
  const queryOf = (range: TimeRange) => ({
    ...stockOutsQuery(dayOf(range)),
    queryFn: ({ pageParam }: { pageParam: { nextToken?: string } }) =>
      Promise.resolve(read(dayOf(range), pageParam.nextToken)),
  });
  if (cached) {
    const { queryKey } = stockOutsQuery(PREVIOUS_DAY);
    const data: InfiniteData<Page, { nextToken?: string }> = {
      pages: [...cached.pages],
      pageParams: cached.pages.map(() => ({})),
    };
    client.setQueryData(queryKey, data, { updatedAt: cached.at });
  }
  const rowsOf = collectPlainRows<StockOutRow>();
  const range = toDayRange(DAY);
  const { result, rerender } = renderHook(
    () => useComparison({ report, range: { ...range }, queryOf, rowsOf, timeOfRow: timeOf }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  const previousDay = () => result.current?.others.find(({ label }) => label === "Previous day")?.count;
  const readsOfPreviousDay = () => read.mock.calls.filter(([day]) => day === PREVIOUS_DAY).length;
  return { result, rerender, previousDay, readsOfPreviousDay };
}

describe("the count of a compared day (RPT-6)", () => {
  it.each<[string, { pages: readonly Page[]; at: number } | undefined, number, number]>([
    ["is read if the day is not cached", undefined, 3, 2],
    [
      "is that of the cached pages if they were read after the day and none is missing",
      { pages: [{ items: [row(PREVIOUS_DAY, "08:00")] }], at: atNoon(DAY) },
      1,
      0,
    ],
    [
      "is read again if the pages were cached during the day",
      { pages: [{ items: [row(PREVIOUS_DAY, "08:00")] }], at: atNoon(PREVIOUS_DAY) },
      3,
      2,
    ],
    [
      "is read again if the user stopped the report before its last page",
      { pages: [{ items: [row(PREVIOUS_DAY, "08:00")], nextToken: "2" }], at: atNoon(DAY) },
      3,
      2,
    ],
  ])("%s", async (_, cached, count, reads) => {
    const { previousDay, readsOfPreviousDay } = renderComparison(cached);
    await waitFor(() => expect(previousDay()).toBe(count));
    expect(readsOfPreviousDay()).toBe(reads);
  });

  it("is missing if the cached report has more pages than the comparison reads", async () => {
    const pages = Array.from({ length: 10 }, (_, page) => ({
      items: [row(PREVIOUS_DAY, "08:00")],
      nextToken: `${page + 2}`,
    }));
    const { previousDay, readsOfPreviousDay } = renderComparison({ pages, at: atNoon(DAY) });
    await waitFor(() => expect(previousDay()).toBe("tooMany"));
    expect(readsOfPreviousDay()).toBe(0);
  });
});

it("counts the rows once, not at each render", async () => {
  const { result, rerender, previousDay } = renderComparison();
  await waitFor(() => expect(previousDay()).toBe(3));
  const current = result.current?.current;
  rerender();
  expect(result.current?.current).toBe(current);
});

/** The tables of the usage page. */
import type { ListColumn } from "../ui/listTable";
import { formatDay } from "../ui/day";
import type { DayUsage, PersonUsage, RouteUsage, ScreenUsage } from "./usage";

const number = new Intl.NumberFormat("en-US");

/** A failure count, highlighted unless it is 0. */
function FailureCount({ count }: { readonly count: number }) {
  return count > 0 ? <strong className="usage-failure">{number.format(count)}</strong> : <>0</>;
}

/** Slower responses are highlighted. */
const SLOW_MS = 1000;

export const createRouteColumns = (onShowCalls: (route: string) => void): readonly ListColumn<RouteUsage>[] => [
  {
    id: "route",
    header: "Route",
    value: ({ route }) => route,
    cell: ({ route }) => (
      <button type="button" className="usage-route" aria-label={`Calls of ${route}`} onClick={() => onShowCalls(route)}>
        {route}
      </button>
    ),
  },
  { id: "calls", header: "Calls", value: ({ calls }) => calls, cell: ({ calls }) => number.format(calls) },
  { id: "refused", header: "Not permitted", value: ({ refused }) => refused },
  { id: "rejected", header: "Invalid input", value: ({ rejected }) => rejected },
  {
    id: "failures",
    header: "Failed",
    value: ({ failures }) => failures,
    cell: ({ failures }) => <FailureCount count={failures} />,
  },
  {
    id: "mean",
    header: "Mean (ms)",
    value: ({ meanMilliseconds }) => meanMilliseconds,
    cell: ({ meanMilliseconds }) => meanMilliseconds.toFixed(1),
  },
  {
    id: "most",
    header: "p95 (ms)",
    value: ({ mostMilliseconds }) => mostMilliseconds ?? "over 10000",
    cell: ({ mostMilliseconds }) => {
      const text = mostMilliseconds === null ? "over 10,000" : number.format(mostMilliseconds);
      return mostMilliseconds === null || mostMilliseconds > SLOW_MS ? (
        <strong className="usage-failure">{text}</strong>
      ) : (
        text
      );
    },
  },
];

export const SCREEN_COLUMNS: readonly ListColumn<ScreenUsage>[] = [
  { id: "screen", header: "Screen", value: ({ screen }) => screen },
  { id: "views", header: "Visits", value: ({ views }) => views, cell: ({ views }) => number.format(views) },
];

export const PERSON_COLUMNS: readonly ListColumn<PersonUsage>[] = [
  { id: "date", header: "Day", value: ({ date }) => date, cell: ({ date }) => formatDay(date) },
  { id: "user", header: "User", value: ({ user }) => user },
  { id: "views", header: "Visits", value: ({ views }) => views },
  { id: "calls", header: "Calls", value: ({ calls }) => calls },
  { id: "refused", header: "Not permitted", value: ({ refused }) => refused },
  {
    id: "failures",
    header: "Failed",
    value: ({ failures }) => failures,
    cell: ({ failures }) => <FailureCount count={failures} />,
  },
];

export const DAY_COLUMNS: readonly ListColumn<DayUsage>[] = [
  { id: "date", header: "Day", value: ({ date }) => date, cell: ({ date }) => formatDay(date) },
  { id: "people", header: "People", value: ({ people }) => people },
  { id: "views", header: "Visits", value: ({ views }) => views },
  { id: "calls", header: "Calls", value: ({ calls }) => calls },
  {
    id: "failures",
    header: "Failed",
    value: ({ failures }) => failures,
    cell: ({ failures }) => <FailureCount count={failures} />,
  },
];

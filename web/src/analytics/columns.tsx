/** The tables of the usage page. */
import { formatDateTime, formatDay, formatDecimal, formatNumber } from "../lib/formats";
import { LinkButton } from "../ui/PlainButton";
import { dateTime, number, tableColumns, text } from "../ui/table";
import styles from "./usage.module.css";
import type { DayUsage, PersonUsage, RouteCall, RouteUsage, ScreenUsage } from "./usage";

/** A failure count, highlighted unless it is 0. */
function FailureCount({ count }: { readonly count: number }) {
  return count > 0 ? <strong className={styles.failure}>{formatNumber(count)}</strong> : <>0</>;
}

const day = <Row extends { readonly date: string }>() =>
  dateTime<Row>("date", { label: "Day", value: ({ date }) => date, format: formatDay });

const failures = <Row extends { readonly failures: number }>() =>
  number<Row>("failures", {
    label: "Failed",
    value: (row) => row.failures,
    cell: (row) => <FailureCount count={row.failures} />,
  });

/** Slower responses are highlighted. */
const SLOW_MS = 1000;

export const createRouteColumns = (onShowCalls: (route: string) => void) =>
  tableColumns<RouteUsage>([
    text("route", {
      label: "Route",
      value: ({ route }) => route,
      minWidth: 14,
      cell: ({ route }) => (
        <LinkButton aria-label={`Calls of ${route}`} onClick={() => onShowCalls(route)}>
          {route}
        </LinkButton>
      ),
    }),
    number("calls", { label: "Calls", value: ({ calls }) => calls }),
    number("refused", { label: "Not permitted", value: ({ refused }) => refused, priority: 3 }),
    number("rejected", { label: "Invalid input", value: ({ rejected }) => rejected, priority: 3 }),
    failures(),
    number("mean", {
      label: "Mean (ms)",
      value: ({ meanMilliseconds }) => meanMilliseconds,
      format: formatDecimal,
      priority: 2,
    }),
    number("most", {
      label: "p95 (ms)",
      value: ({ mostMilliseconds }) => mostMilliseconds ?? "over 10000",
      cell: ({ mostMilliseconds }) => {
        const milliseconds = mostMilliseconds === null ? "over 10,000" : formatNumber(mostMilliseconds);
        const isSlow = mostMilliseconds === null || mostMilliseconds > SLOW_MS;
        return isSlow ? <strong className={styles.failure}>{milliseconds}</strong> : milliseconds;
      },
      minWidth: 6,
    }),
  ]);

export const SCREEN_COLUMNS = tableColumns<ScreenUsage>([
  text("screen", { label: "Screen", value: ({ screen }) => screen, minWidth: 14 }),
  number("views", { label: "Visits", value: ({ views }) => views }),
]);

export const PERSON_COLUMNS = tableColumns<PersonUsage>([
  day(),
  text("user", { label: "User", value: ({ user }) => user, minWidth: 12, truncate: true }),
  number("views", { label: "Visits", value: ({ views }) => views }),
  number("calls", { label: "Calls", value: ({ calls }) => calls }),
  number("refused", { label: "Not permitted", value: ({ refused }) => refused, priority: 2 }),
  failures(),
]);

export const DAY_COLUMNS = tableColumns<DayUsage>([
  day(),
  number("people", { label: "People", value: ({ people }) => people }),
  number("views", { label: "Visits", value: ({ views }) => views }),
  number("calls", { label: "Calls", value: ({ calls }) => calls }),
  failures(),
]);

export const CALL_COLUMNS = tableColumns<RouteCall>([
  dateTime("at", { label: "Time", value: ({ at }) => at, format: (at) => formatDateTime(at, { seconds: true }) }),
  text("user", { label: "User", value: ({ user }) => user ?? "Unknown", minWidth: 10, truncate: true }),
  text("outcome", {
    label: "Outcome",
    value: ({ outcome }) => outcome,
    cell: ({ outcome }) => (outcome === "Ok" ? "Ok" : <strong className={styles.failure}>{outcome}</strong>),
  }),
  number("milliseconds", { label: "ms", value: ({ milliseconds }) => milliseconds, format: formatDecimal }),
]);

import type { FridgeConnection } from "../../connections/connection";
import { connectionState } from "../../connections/rules/connection";
import type { FridgeHealth } from "../../health/fridgeHealth";
import { isSilent, lastReportTime } from "../../health/rules/silence";
import { formatAge, formatTimeWithCentral } from "../../lib/formats";
import { useNow } from "../../lib/useNow";
import { LiveStatus } from "../../ui/LiveAge";
import { statusOf, type QueryState } from "../../ui/query/query";
import { timeZoneOf } from "../rules/options";
import styles from "./glance.module.css";
import type { KnownLocation } from "./useHeaderQueries";

interface Props extends KnownLocation {
  readonly health: QueryState<FridgeHealth | null>;
  readonly connection: QueryState<FridgeConnection | null>;
  readonly connected: boolean;
}

/** The route and stop, the local time, the connection and the last report of a location. */
export function Glance({ location, pending, health, connection, connected }: Props) {
  const now = useNow();
  const isFridge = location === undefined || location?.type === "FRIDGE";
  const zone = timeZoneOf(location?.timeZone ?? health.data?.timezone ?? "").iana;
  const ofLocation = pending ? "Loading…" : "Unknown";
  return (
    <ul className={styles.glance} aria-label="At a glance">
      <li>
        <span className={styles.label}>Route and stop</span> {location ? routeText(location) : ofLocation}
      </li>
      <li>
        <span className={styles.label}>Local time</span>{" "}
        {location ? formatTimeWithCentral(now, timeZoneOf(location.timeZone).iana) : ofLocation}
      </li>
      {isFridge && (
        <li>
          <span className={styles.label}>Connection</span> {connectionText(connection, health, now, zone)}
        </li>
      )}
      {isFridge && (
        <li>
          <span className={styles.label}>Reports</span> {reportText(health, now)}
          {" · "}
          <LiveStatus connected={connected} />
        </li>
      )}
    </ul>
  );
}

function routeText({ route, stop }: { readonly route: string | null; readonly stop: number | null }): string {
  if (!route) return "No route";
  return stop === null ? `${route}, no stop` : `${route}, stop ${stop}`;
}

function connectionText(
  connection: QueryState<FridgeConnection | null>,
  health: QueryState<FridgeHealth | null>,
  now: number,
  zone: string,
): string {
  const status = statusOf(connection);
  if (status === "loading") return "Loading…";
  if (status !== "loaded" || connection.data === undefined) return "Could not be loaded";
  if (connection.data === null) return "None";
  // After a failed refresh, the state can have changed.
  if (connection.error !== null) return "Could not be refreshed";
  const lastReport = health.error === null ? health.data && lastReportTime(health.data) : undefined;
  const { label, time } = connectionState(connection.data, lastReport, now, zone);
  return time === null ? label : `${label} ${time}`;
}

function reportText(health: QueryState<FridgeHealth | null>, now: number): string {
  const status = statusOf(health);
  if (status === "loading") return "Loading…";
  if (status !== "loaded" || health.data === undefined) return "Could not be loaded";
  const isCurrent = health.error === null;
  if (health.data === null) return isCurrent ? "No report received" : "Could not be refreshed";
  const at = lastReportTime(health.data);
  const age = formatAge(at, Math.max(now, at));
  // After a failed refresh, newer reports can exist.
  if (!isCurrent) return `Could not be refreshed, last known report ${age}`;
  return `${isSilent(health.data, now) ? "Not reporting" : "Reporting"}, last report ${age}`;
}

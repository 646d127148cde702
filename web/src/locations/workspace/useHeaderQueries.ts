import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { livePollInterval } from "../../api/live";
import { CONNECTION_POLL_INTERVAL, connectionQuery } from "../../connections/connection";
import { ALERTS_POLL_INTERVAL, openAlertsQuery } from "../../health/fridgeAlerts";
import { fridgeHealthQuery, HEALTH_POLL_INTERVAL } from "../../health/fridgeHealth";
import { historyQuery } from "../detail/queries";
import type { LocationDetail } from "../locationQuery";

/** A location, as far as the user has permission to view it. */
export interface KnownLocation {
  /** Null if it does not exist, undefined if that is unknown. */
  readonly location: LocationDetail | null | undefined;
  /** Whether the user has permission to view it; false until that is known. */
  readonly allowed: boolean;
  readonly pending: boolean;
}

/** The data of the header, except for the location. Only fridges have health, alerts and a connection. */
export function useHeaderQueries(id: string, { location, allowed }: KnownLocation, connected: boolean) {
  const isFridge = location === undefined || location?.type === "FRIDGE";
  const health = useQuery({
    ...fridgeHealthQuery(id),
    enabled: isFridge,
    refetchInterval: livePollInterval(connected, HEALTH_POLL_INTERVAL),
  });
  const alerts = useQuery({
    ...openAlertsQuery(id),
    enabled: isFridge,
    refetchInterval: livePollInterval(connected, ALERTS_POLL_INTERVAL),
  });
  const connection = useQuery({
    ...connectionQuery(id),
    enabled: isFridge,
    refetchInterval: livePollInterval(connected, CONNECTION_POLL_INTERVAL),
  });
  const history = useInfiniteQuery({ ...historyQuery(id), enabled: allowed });
  return { health, alerts, connection, history };
}

/** The zones of fridges, to show the time of a fridge in its own zone with Central time next to it (SHL-41). */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, use, useCallback } from "react";
import { graphql } from "../api/graphql";
import { formatDateTimeWithCentral } from "../lib/formats";
import { BUSINESS_ZONE } from "../lib/zone";
import { timeZoneOf } from "../locations/rules/options";
import { FridgeZonesDocument } from "./operations.generated";

/** Returns the IANA name of a fridge's zone; Central if it is unknown. */
type ZoneOf = (fridge: string) => string;

export const FridgeZoneContext = createContext<ZoneOf>(() => BUSINESS_ZONE);

/** Returns a function that formats a time of the fridge, such as '11/21/2026 10:00 AM EST (9:00 AM CST)'. */
export function useFridgeTime(fridge: string) {
  const zone = use(FridgeZoneContext)(fridge);
  return useCallback(
    (at: string | number, { seconds = false } = {}) => formatDateTimeWithCentral(at, { zone, seconds }),
    [zone],
  );
}

/** The server's limit for one read. */
const MAX_FRIDGES = 200;

/** The zone of one fridge; Central until it is known. */
export function useZoneOfFridge(timeZone: string | null | undefined): ZoneOf {
  const { iana } = timeZoneOf(timeZone ?? "");
  return useCallback(() => iana, [iana]);
}

/** The zones of the first 200 of many fridges, from their latest reports. */
export function useZonesOfFridges(fridges: readonly string[]): ZoneOf {
  const ids = [...new Set(fridges)].sort().slice(0, MAX_FRIDGES);
  const { data } = useQuery({
    queryKey: ["fridgeZones", ids],
    queryFn: async ({ signal }) => {
      const filter = { locationIds: ids };
      const { fridgeData } = (await graphql(FridgeZonesDocument, { filter }, { signal })).fridgeHealth;
      return new Map(fridgeData.map(({ locationId, timezone }) => [locationId, timeZoneOf(timezone ?? "").iana]));
    },
    enabled: ids.length > 0,
    // A fridge rarely moves to another zone.
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return useCallback((fridge) => data?.get(fridge) ?? BUSINESS_ZONE, [data]);
}

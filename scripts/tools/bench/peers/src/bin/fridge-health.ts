/** GraphQL query `fridgeHealth`: the latest report of each fridge. */

import { getAll, table } from "../aws";
import { serve } from "../runtime";

const HEALTH = table("FRIDGE_HEALTH_TABLE");
const LOCATIONS = table("LOCATIONS_TABLE");
const MAX_FRIDGES = 200;

/** The attributes of a report. An attribute that the fridge did not report is null. */
const NO_REPORT = {
  jofemarState: null,
  safetyHold: null,
  safetyHoldTs: null,
  outOfOrder: null,
  outOfOrderTs: null,
  inaccessible: null,
  hdmi: null,
  elo: null,
  cardReader: null,
  electricalLayout: null,
  activeTicket: null,
  temperature: null,
  temperatureSetpoint: null,
  networkSpeed: null,
  serverVersion: null,
  allReasons: [],
  connectedLayout: null,
  recycleDoorState: null,
  sundryDoorState: null,
  liteFridgeState: null,
  software: [],
};

interface Arguments {
  readonly filter: { readonly locationIds: readonly string[] };
}

void serve({
  name: "fridgeHealth",
  actions: [],
  async run(input) {
    const { filter } = input as unknown as Arguments;
    if (filter.locationIds.length === 0 || filter.locationIds.length > MAX_FRIDGES) {
      throw new Error(`locationIds should name 1 to ${MAX_FRIDGES} locations`);
    }
    const ids = [...new Set(filter.locationIds)].sort();
    const [latest, locations] = await Promise.all([
      getAll(HEALTH, ids.map((locationId) => ({ locationId }))),
      getAll(LOCATIONS, ids.map((id) => ({ id })), ["id", "timeZone"]),
    ]);
    const zones = new Map(locations.map((location) => [location["id"], location["timeZone"]]));
    const fridgeData = latest
      .sort((one, other) => (String(one["locationId"]) < String(other["locationId"]) ? -1 : 1))
      .map(({ locationId, timestamp, receivedAt, health }) => ({
        locationId,
        timestamp,
        receivedAt,
        timezone: zones.get(locationId) ?? null,
        ...NO_REPORT,
        ...(health as object),
      }));
    return { fridgeData };
  },
});

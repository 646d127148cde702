/** The health of a fridge as `fleetHealth` returns it. */
import type { FridgeHealth, FridgeHealthSummary } from "../src/api/schema";

type Full = Pick<FridgeHealth, keyof FridgeHealthSummary>;

/** Keeps only the fields of the summary. */
export function toHealthSummary(health: Full): FridgeHealthSummary {
  const { locationId, timestamp, receivedAt, jofemarState, safetyHold, safetyHoldTs, outOfOrder, outOfOrderTs } =
    health;
  const { inaccessible, hdmi, elo, cardReader, electricalLayout, activeTicket, temperature } = health;
  return {
    ...{ locationId, timestamp, receivedAt, jofemarState, safetyHold, safetyHoldTs, outOfOrder, outOfOrderTs },
    ...{ inaccessible, hdmi, elo, cardReader, electricalLayout, activeTicket, temperature },
    timezone: null,
    networkSpeed: health.networkSpeed,
  };
}

/** Texts about a route that the cards and the wall screen share. */
import { formatNames } from "../../lib/formats";
import type { RouteCardData, StopRow } from "./rows";
import { formatStopTime } from "./times";

/** Drivers that a card names. A route rarely has more than one. */
const MAX_DRIVERS = 2;

/** The drivers of the day, or who usually drives the route before the first action. */
export function driverText({ drivers, lastDriver }: Pick<RouteCardData, "drivers" | "lastDriver">): string {
  if (drivers.length > 0) return `${drivers.length > 1 ? "Drivers" : "Driver"}: ${formatNames(drivers, MAX_DRIVERS)}`;
  return lastDriver === null ? "No driver activity yet" : `No activity yet. Last driver: ${lastDriver}`;
}

/** The name of a stop's fridge, or its id if the name is unknown. */
export function stopName({ name, location }: Pick<StopRow, "name" | "location">): string {
  return name ?? location;
}

/** When a stop is expected, such as 'expected 2:35 PM (estimate)'. */
export function expectedText({ expectedTime }: Pick<StopRow, "expectedTime">, day: string): string {
  const time = formatStopTime(expectedTime, day);
  return time === null ? "no expected time" : `expected ${time} (estimate)`;
}

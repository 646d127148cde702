import type { Location } from "../../src/api/schema";

/** The attributes that a request may contain as texts and that are stored as numbers. */
const NUMBERS = ["covid19", "holidayScreenEnabled", "holidayScreenFridgeSpecific", "prod", "reserve", "stop"];

/**
 * The location that the server stores for the body of `POST /locations`. The address is not nested in the body, and
 * numbers may be texts.
 *
 * @param defaults the values of attributes that the body does not contain
 */
export function storedLocation(body: Readonly<Record<string, unknown>>, defaults: Location): Location {
  const { street, city, state, zipCode, ...values } = body;
  const text = (sent: unknown, otherwise: string) => (typeof sent === "string" ? sent : otherwise);
  const typed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) typed[name] = NUMBERS.includes(name) ? Number(value) : value;
  const { address } = defaults;
  return {
    ...defaults,
    ...typed,
    version: 1,
    hours: "24 Hours",
    address: {
      street: text(street, address.street),
      city: text(city, address.city),
      state: text(state, address.state),
      zipCode: text(zipCode, address.zipCode),
    },
  };
}

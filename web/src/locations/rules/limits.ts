/**
 * The most characters of a location's texts. The server has the same in functions/locations/src/rules/limits.rs;
 * functions/locations/cases/limits.json holds both to the same.
 */
export const LIMITS = {
  id: 100,
  prettyName: 200,
  directions: 2000,
  street: 200,
  city: 100,
  deviceAddress: 100,
  ip: 253,
  route: 100,
  reason: 500,
} as const;

/** Opening times of one day. */
export const OPENINGS_OF_A_DAY = 10;

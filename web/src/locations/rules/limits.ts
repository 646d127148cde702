/**
 * Maximum lengths of a location's texts in characters. The server has the same limits in
 * functions/locations/src/rules/limits.rs; the tests of both compare them with functions/locations/cases/limits.json.
 */
export const MAX_LENGTHS = {
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

export const MAX_OPENINGS_PER_DAY = 10;

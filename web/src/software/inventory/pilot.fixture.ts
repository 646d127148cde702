import type { Pilot } from "../queries";

/** A pilot with overrides, for tests. */
export function makePilot(overrides: Partial<Pilot> & Pick<Pilot, "id">): Pilot {
  return {
    fridgeIds: [],
    displayName: overrides.id,
    startDate: "2026-11-21",
    endDate: "2026-12-05",
    stage: 1,
    description: "Test pilot",
    active: true,
    version: 1,
    ...overrides,
  };
}

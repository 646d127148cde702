/** Pilots for tests. */
import type { Pilot } from "../queries";

export function pilotOf(differing: Partial<Pilot> & Pick<Pilot, "id">): Pilot {
  return {
    fridgeIds: [],
    displayName: differing.id,
    startDate: "2026-11-21",
    endDate: "2026-12-05",
    stage: 1,
    description: "Tries something",
    active: true,
    version: 1,
    ...differing,
  };
}

/** The navigation state of a redirect to the list from an address with an unknown id (LOC-41). */
import { object, safeParse, string, type InferOutput } from "valibot";

const STATE = object({ unknownLocation: string() });

export function unknownLocationState(id: string): InferOutput<typeof STATE> {
  return { unknownLocation: id };
}

/** The unknown id in a navigation state; null for other navigations. */
export function readUnknownLocation(state: unknown): string | null {
  const parsed = safeParse(STATE, state);
  return parsed.success ? parsed.output.unknownLocation : null;
}

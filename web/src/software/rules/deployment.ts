/** When a deployment can be sent (spec of fleet operations, 5, Deployment). */
import type { PilotError } from "./pilot";

/** Said above the typed ids that are no location's. */
export const UNKNOWN_IDS = "The following fridges IDs do not exist in the Locations table:";

/** The most that one deployment takes: a pilot has no more fridges. */
export const MOST_FRIDGES = 2500;

export interface Deployable {
  /** Fridges that are ticked in the table or typed, each once. */
  readonly fridges: number;
  /** Typed ids that are no location's; null while the ids are not known. */
  readonly unknown: readonly string[] | null;
  readonly software: string;
  readonly version: string;
  readonly withPilot: boolean;
  /** What is wrong with the pilot's fields, ticked or not. */
  readonly pilotErrors: readonly PilotError[];
}

/** Why it cannot be sent, or nothing when it can. */
export function deployRefusal(deployable: Deployable): string | undefined {
  const { fridges, unknown, software, version, withPilot, pilotErrors } = deployable;
  if (fridges === 0) return "Select or type at least one fridge";
  if (withPilot && fridges > MOST_FRIDGES) return `A pilot has at most ${MOST_FRIDGES} fridges`;
  if (unknown === null) return "The typed fridge IDs are not checked yet";
  if (unknown.length > 0) return "Some of the typed fridge IDs do not exist";
  if (software !== "" && version === "") return "Choose a version";
  if (withPilot && pilotErrors[0]) return pilotErrors[0].message;
  if (software === "" && !withPilot) return "Choose a software and a version, or fill in a pilot";
  return undefined;
}

/** One id a line; each once, in the order in which they stand. Blanks around an id are none of it. */
export function typedIds(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(/[\r\n]+/)
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
}

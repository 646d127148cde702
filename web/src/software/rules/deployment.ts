/** Validates a deployment (SWR-6, SWR-7). */
import type { PilotError } from "./pilot";

/** Shown above the entered ids that are not locations. */
export const UNKNOWN_IDS_MESSAGE = "The following fridges IDs do not exist in the Locations table:";

/** The maximum number of fridges in a pilot. */
export const MAX_PILOT_FRIDGES = 2500;

export interface Deployable {
  /** Number of distinct fridges selected in the table or entered. */
  readonly fridges: number;
  /** Entered ids that are not locations; null while location ids load. */
  readonly unknown: readonly string[] | null;
  readonly software: string;
  readonly version: string;
  readonly withPilot: boolean;
  /** Errors in the pilot's fields, even if no pilot is requested. */
  readonly pilotErrors: readonly PilotError[];
}

/** Returns why the deployment cannot be sent; undefined if it can. */
export function deployBlockedReason(deployable: Deployable): string | undefined {
  const { fridges, unknown, software, version, withPilot, pilotErrors } = deployable;
  if (fridges === 0) return "Select or enter at least one fridge";
  if (withPilot && fridges > MAX_PILOT_FRIDGES) return `A pilot can have at most ${MAX_PILOT_FRIDGES} fridges`;
  if (unknown === null) return "The fridge IDs have not been checked yet";
  if (unknown.length > 0) return "Some fridge IDs do not exist";
  if (software !== "" && version === "") return "Choose a version";
  if (withPilot && pilotErrors[0]) return pilotErrors[0].message;
  if (software === "" && !withPilot) return "Choose software and a version, or fill in a pilot";
  return undefined;
}

/** Parses one id per line. Trims blanks, removes duplicates and keeps the order. */
export function parseIds(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(/[\r\n]+/)
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
}

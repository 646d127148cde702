/** Validates a deployment in stages before it is created (SWR-11). */

/** The maximum number of fridges of one deployment. */
export const MAX_TARGETS = 2500;

interface StagedDeployable {
  /** Number of distinct fridges that are selected, entered, or in the pilot. */
  readonly fridges: number;
  /** Entered ids that are not locations; null while location ids load. */
  readonly unknown: readonly string[] | null;
  readonly software: string;
  readonly version: string;
}

/** Returns why the deployment cannot be created; undefined if it can. */
export function stagedBlockedReason({ fridges, unknown, software, version }: StagedDeployable): string | undefined {
  if (fridges === 0) return "Choose a pilot, or select or enter at least one fridge";
  if (fridges > MAX_TARGETS) return `A deployment can have at most ${MAX_TARGETS} fridges`;
  if (unknown === null) return "The fridge IDs have not been checked yet";
  if (unknown.length > 0) return "Some fridge IDs do not exist";
  if (software === "" || version === "") return "Choose software and a version";
  return undefined;
}

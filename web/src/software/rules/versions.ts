/**
 * Parses, compares and selects software versions (SWR-2). The server follows the same cases,
 * functions/software/cases/versions.json.
 */
import type { ArtifactType } from "../../api/schema";

/** The number of newest versions offered for a deployment. */
export const MAX_OFFERED = 5;

const DOTTED_PATTERN = /^\d+(\.\d+)*$/;
/** Heartbeat versions have spaces between their numbers. */
const SPACED_PATTERN = /^\d+( \d+)*$/;
/** File extensions. Each starts with a letter, unlike the parts of a version. */
const FILE_EXTENSIONS = /(\.[A-Za-z][A-Za-z0-9]*)+$/;

export interface Version {
  /** The object key in the bucket: `1.10.2/`, `1.10.2.tar.gz`. */
  readonly rawVersion: string;
  /** The version that is shown and deployed: `1.10.2`. */
  readonly cleanName: string;
}

export function isVersion(artifactType: ArtifactType, text: string): boolean {
  return (artifactType === "FRIDGE_HEARTBEAT" ? SPACED_PATTERN : DOTTED_PATTERN).test(text);
}

/** Returns the folder name, or the file name without extensions. */
export function cleanName(raw: string): string {
  const folder = raw.indexOf("/");
  return folder >= 0 ? raw.slice(0, folder) : raw.replace(FILE_EXTENSIONS, "");
}

/** Compares by numbers, so that 1.10 is newer than 1.9. Versions with equal numbers are compared as text. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [numbersOf(one), numbersOf(other)];
  for (let index = 0; index < Math.min(ones.length, others.length); index += 1) {
    const difference = compareNumbers(ones[index] ?? "", others[index] ?? "");
    if (difference !== 0) return difference;
  }
  return ones.length - others.length || compareTexts(one, other);
}

/** Returns the newest valid versions, newest first, at most `MAX_OFFERED`. */
export function offeredVersions(artifactType: ArtifactType, raw: readonly string[]): readonly Version[] {
  const versions = new Map<string, Version>();
  for (const rawVersion of raw) {
    const name = cleanName(rawVersion);
    if (isVersion(artifactType, name) && !versions.has(name)) versions.set(name, { rawVersion, cleanName: name });
  }
  return [...versions.values()].sort((a, b) => compareVersions(b.cleanName, a.cleanName)).slice(0, MAX_OFFERED);
}

function numbersOf(version: string): readonly string[] {
  return version.split(/[. ]/).map((number) => number.replace(/^0+/, ""));
}

/** Compares numbers of any length, given as digits without leading zeros. */
function compareNumbers(one: string, other: string): number {
  return one.length - other.length || compareTexts(one, other);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

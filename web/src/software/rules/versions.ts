/**
 * Versions of software: which texts are one, which of two is newer, which are offered (spec of fleet operations, 4.1 and
 * 9). The server follows the same cases.
 */
import type { ArtifactType } from "../../api/schema";

/** Offered for a deployment: the newest. */
export const OFFERED = 5;

const DOTTED = /^\d+(\.\d+)*$/;
/** The heartbeat's numbers are separated by spaces. */
const SPACED = /^\d+( \d+)*$/;
/** A file's endings: each begins with a letter, as no number does. */
const ENDINGS = /(\.[A-Za-z][A-Za-z0-9]*)+$/;

export interface Version {
  /** As the bucket has it: `1.10.2/`, `1.10.2.tar.gz`. */
  readonly rawVersion: string;
  /** As people read it, and as it is deployed: `1.10.2`. */
  readonly cleanName: string;
}

export function isVersion(artifactType: ArtifactType, text: string): boolean {
  return (artifactType === "FRIDGE_HEARTBEAT" ? SPACED : DOTTED).test(text);
}

/** The folder of the version, or its file without the endings. */
export function cleanName(raw: string): string {
  const folder = raw.indexOf("/");
  return folder >= 0 ? raw.slice(0, folder) : raw.replace(ENDINGS, "");
}

/** By their numbers, so that 1.10 is newer than 1.9; what is the same by its numbers, by its text. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [numbersOf(one), numbersOf(other)];
  for (let index = 0; index < Math.min(ones.length, others.length); index += 1) {
    const difference = compareNumbers(ones[index] ?? "", others[index] ?? "");
    if (difference !== 0) return difference;
  }
  return ones.length - others.length || compareTexts(one, other);
}

/** What can be chosen: what matches the software's pattern, newest first, the 5 newest. */
export function offeredVersions(artifactType: ArtifactType, raw: readonly string[]): readonly Version[] {
  const versions = new Map<string, Version>();
  for (const rawVersion of raw) {
    const name = cleanName(rawVersion);
    if (isVersion(artifactType, name) && !versions.has(name)) versions.set(name, { rawVersion, cleanName: name });
  }
  return [...versions.values()].sort((a, b) => compareVersions(b.cleanName, a.cleanName)).slice(0, OFFERED);
}

function numbersOf(version: string): readonly string[] {
  return version.split(/[. ]/).map((number) => number.replace(/^0+/, ""));
}

/** Of any number of digits, without leading zeros. */
function compareNumbers(one: string, other: string): number {
  return one.length - other.length || compareTexts(one, other);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

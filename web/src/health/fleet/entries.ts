/** The fridges of the fleet with their health and problems, and counts of affected fridges. */
import { compareIds } from "../../lib/formats";
import type { LocationSummary } from "../../locations/liveFridges";
import type { HealthSummary } from "../fridgeHealth";
import { problemsOf, severityOf, type Problem } from "../rules/problems";

export interface Entry {
  readonly id: string;
  readonly prettyName: string;
  readonly timeZone: LocationSummary["timeZone"];
  /** Undefined if the fridge never reported. */
  readonly health: HealthSummary | undefined;
  readonly problems: readonly Problem[];
  readonly severity: number;
}

/** Sorts by id with numeric order: 9 before 10. Callers cache the result, because sorting thousands is slow. */
export function sortById(fridges: readonly LocationSummary[]): readonly LocationSummary[] {
  return fridges.toSorted((a, b) => compareIds(a.id, b.id));
}

/**
 * Keeps the order of `fridges`.
 *
 * @param disconnected the times at which fridges disconnected, by id
 */
export function buildEntries(
  fridges: readonly LocationSummary[],
  health: ReadonlyMap<string, HealthSummary>,
  now: number,
  disconnected: ReadonlyMap<string, number>,
): readonly Entry[] {
  return fridges.map(({ id, prettyName, timeZone }): Entry => {
    const report = health.get(id);
    const problems = problemsOf(report, now, disconnected.has(id));
    return { id, prettyName, timeZone, health: report, problems, severity: severityOf(problems) };
  });
}

/** Sorts by severity and otherwise keeps the order. Temperatures change often, so they do not move the entries. */
export function sortBySeverity(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((a, b) => b.severity - a.severity);
}

/** Sorts entries with the worst first. Equal entries are sorted by temperature, warmest first, then by id. */
export function sortWorstFirst(entries: readonly Entry[]): readonly Entry[] {
  const temperature = ({ health }: Entry) => health?.temperature ?? -Infinity;
  return entries.toSorted(
    (a, b) =>
      b.severity - a.severity ||
      Number(temperature(b) > temperature(a)) - Number(temperature(b) < temperature(a)) ||
      compareIds(a.id, b.id),
  );
}

/** The states that the chart counts. */
const AFFECTED_STATES = [
  { name: "inaccessible", label: "Inaccessible" },
  { name: "outOfOrder", label: "Out of Order" },
  { name: "safetyHold", label: "Safety Hold" },
] as const;

export type AffectedName = (typeof AFFECTED_STATES)[number]["name"];

export interface AffectedCount {
  readonly name: AffectedName;
  readonly label: string;
  readonly affected: number;
  readonly notAffected: number;
  /** Fridges that did not report this state. */
  readonly unknown: number;
}

export function affectedCounts(entries: readonly Entry[]): readonly AffectedCount[] {
  return AFFECTED_STATES.map(({ name, label }) => {
    const reported = entries.flatMap(({ health }) => health?.[name] ?? []);
    const affected = reported.filter(Boolean).length;
    return {
      name,
      label,
      affected,
      notAffected: reported.length - affected,
      unknown: entries.length - reported.length,
    };
  });
}

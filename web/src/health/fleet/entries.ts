/** The fridges of the fleet with what is known of each, and how many are affected by what. Pure. */
import type { LocationSummary } from "../../locations/liveFridges";
import type { FridgeHealth } from "../fridgeHealth";
import { problemsOf, severityOf, type Problem } from "../rules/problems";

export interface Entry {
  readonly id: string;
  readonly prettyName: string;
  /** Nothing of a fridge that never reported. */
  readonly health: FridgeHealth | undefined;
  readonly problems: readonly Problem[];
  readonly severity: number;
}

/** By id, as people read numbers: 9 before 10. Done once, as it takes longer than the rest for thousands. */
export function byId(fridges: readonly LocationSummary[]): readonly LocationSummary[] {
  return fridges.toSorted((a, b) => ID_ORDER.compare(a.id, b.id));
}

/** In the order of the fridges. */
export function entriesOf(
  fridges: readonly LocationSummary[],
  health: ReadonlyMap<string, FridgeHealth>,
  now: number,
): readonly Entry[] {
  return fridges.map(({ id, prettyName }): Entry => {
    const own = health.get(id);
    const problems = problemsOf(own, now);
    return { id, prettyName, health: own, problems, severity: severityOf(problems) };
  });
}

/** What the chart counts. */
export const AFFECTED = [
  { name: "inaccessible", label: "Inaccessible" },
  { name: "outOfOrder", label: "Out of Order" },
  { name: "safetyHold", label: "Safety Hold" },
] as const;

export type AffectedName = (typeof AFFECTED)[number]["name"];

export interface AffectedCount {
  readonly name: AffectedName;
  readonly label: string;
  readonly affected: number;
  readonly notAffected: number;
  /** Fridges that did not tell. */
  readonly unknown: number;
}

export function affectedCounts(entries: readonly Entry[]): readonly AffectedCount[] {
  return AFFECTED.map(({ name, label }) => {
    const told = entries.flatMap(({ health }) => health?.[name] ?? []);
    const affected = told.filter(Boolean).length;
    return { name, label, affected, notAffected: told.length - affected, unknown: entries.length - told.length };
  });
}

export const ID_ORDER = new Intl.Collator("en", { numeric: true });

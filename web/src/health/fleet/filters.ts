/** The fleet's filters: parsing and formatting them for the URL, and applying them. */
import { TIME_ZONES } from "../../locations/rules/options";
import type { HealthSummary } from "../fridgeHealth";
import { PROBLEMS, type ProblemName } from "../rules/problems";
import type { Entry } from "./entries";

/** The toggles (HLT-2). Their defaults match a healthy fridge. */
export const TOGGLES = [
  { name: "hdmi", label: "HDMI Connected", defaultOn: true },
  { name: "elo", label: "ELO Connected", defaultOn: true },
  { name: "cardReader", label: "Card Reader Connected", defaultOn: true },
  { name: "electricalLayout", label: "Has Electrical Layout", defaultOn: true },
  { name: "outOfOrder", label: "Is Out of Order", defaultOn: false },
  { name: "safetyHold", label: "Has Safety Hold", defaultOn: false },
  { name: "inaccessible", label: "Is Inaccessible", defaultOn: false },
] as const satisfies readonly { name: keyof HealthSummary; label: string; defaultOn: boolean }[];

export type ToggleName = (typeof TOGGLES)[number]["name"];

/** Panels filtered by the toggles, or a table of all fridges with the worst first. The URL parameter is `look`. */
export type ViewMode = "locations" | "worst";

/** One problem, any problem, or empty for all fridges. */
export type ProblemFilter = ProblemName | "any" | "";

export interface Filters {
  readonly view: ViewMode;
  readonly text: string;
  readonly toggles: Readonly<Record<ToggleName, boolean>>;
  /** Empty for all states. */
  readonly jofemarState: string;
  readonly timezone: string;
  readonly problem: ProblemFilter;
}

/** Parses the filters in the URL. Ignores unknown values, because people type and shorten links. */
export function parseFilters(address: URLSearchParams): Filters {
  const toggles = TOGGLES.map(({ name, defaultOn }) => {
    const value = address.get(name);
    return [name, value === "on" || (value !== "off" && defaultOn)] as const;
  });
  const problem = address.get("problem") ?? "";
  const timezone = address.get("timezone") ?? "";
  return {
    view: address.get("look") === "worst" ? "worst" : "locations",
    text: address.get("text") ?? "",
    toggles: Object.fromEntries(toggles) as Record<ToggleName, boolean>,
    jofemarState: address.get("jofemarState") ?? "",
    timezone: TIME_ZONES.some(({ value }) => value === timezone) ? timezone : "",
    problem: isProblemFilter(problem) ? problem : "",
  };
}

/** Formats a toggle for the URL; empty for its default. */
export function formatToggle(name: ToggleName, on: boolean): string {
  const isDefault = TOGGLES.some((toggle) => toggle.name === name && toggle.defaultOn === on);
  return isDefault ? "" : on ? "on" : "off";
}

/** The URL parameters that "Clear filters" removes. The view and the sort order stay. */
export const FILTER_PARAMS = [
  "text",
  "jofemarState",
  "timezone",
  "problem",
  ...TOGGLES.map(({ name }) => name),
] as const;

export function filterEntries(entries: readonly Entry[], filters: Filters): readonly Entry[] {
  const text = filters.text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (text === "" || entry.id.toLowerCase().includes(text) || entry.prettyName.toLowerCase().includes(text)) &&
      (filters.jofemarState === "" || entry.health?.jofemarState === filters.jofemarState) &&
      (filters.timezone === "" || entry.timeZone === filters.timezone) &&
      (filters.view === "worst" ? hasProblem(entry, filters.problem) : passesToggles(entry.health, filters.toggles)),
  );
}

/**
 * A toggle shows the fridges whose value equals its setting. An unknown value passes a toggle at its default, so that the
 * default filters hide no fridge for missing data, and fails a changed toggle.
 */
function passesToggles(health: HealthSummary | undefined, toggles: Filters["toggles"]): boolean {
  return TOGGLES.every(({ name, defaultOn }) => {
    const reported = health?.[name];
    return typeof reported === "boolean" ? reported === toggles[name] : toggles[name] === defaultOn;
  });
}

function hasProblem({ problems }: Entry, problem: ProblemFilter): boolean {
  if (problem === "") return true;
  return problem === "any" ? problems.length > 0 : problems.some(({ name }) => name === problem);
}

/** Returns the vending machine states of the fleet, and the selected one even if no fridge has it. */
export function jofemarStatesOf(entries: readonly Entry[], selected: string): readonly string[] {
  const states = new Set(entries.flatMap(({ health }) => health?.jofemarState ?? []));
  if (selected) states.add(selected);
  return [...states].sort();
}

function isProblemFilter(text: string): text is ProblemFilter {
  return text === "" || text === "any" || PROBLEMS.some(({ name }) => name === text);
}

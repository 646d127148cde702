/** The screen's filters: what the address says of them, and which fridges they let through. Pure. */
import { TIME_ZONES } from "../../locations/rules/options";
import type { FridgeHealth } from "../fridgeHealth";
import { PROBLEMS, type ProblemName } from "../rules/problems";
import type { Entry } from "./entries";

/** The toggles, as they stand before anybody has touched them: a fridge as it should be (spec, section 2.2). */
export const TOGGLES = [
  { name: "hdmi", label: "HDMI Connected", usual: true },
  { name: "elo", label: "ELO Connected", usual: true },
  { name: "cardReader", label: "Card Reader Connected", usual: true },
  { name: "electricalLayout", label: "Has Electrical Layout", usual: true },
  { name: "outOfOrder", label: "Is Out of Order", usual: false },
  { name: "safetyHold", label: "Has Safety Hold", usual: false },
  { name: "inaccessible", label: "Is Inaccessible", usual: false },
] as const satisfies readonly { name: keyof FridgeHealth; label: string; usual: boolean }[];

export type ToggleName = (typeof TOGGLES)[number]["name"];

/** The list of panels that the toggles narrow, or all fridges with the worst first. */
export type Look = "locations" | "worst";

/** One problem, any of them, or nothing for all fridges. */
export type ProblemFilter = ProblemName | "any" | "";

export interface Filters {
  readonly look: Look;
  readonly text: string;
  readonly toggles: Readonly<Record<ToggleName, boolean>>;
  /** Nothing for all. */
  readonly jofemarState: string;
  readonly timezone: string;
  readonly problem: ProblemFilter;
}

/** Reads the address. A value that no filter has is as good as none: links are typed and shortened by people. */
export function filtersFrom(address: URLSearchParams): Filters {
  const toggles = TOGGLES.map(({ name, usual }) => {
    const said = address.get(name);
    return [name, said === "on" || (said !== "off" && usual)] as const;
  });
  const problem = address.get("problem") ?? "";
  const timezone = address.get("timezone") ?? "";
  return {
    look: address.get("look") === "worst" ? "worst" : "locations",
    text: address.get("text") ?? "",
    toggles: Object.fromEntries(toggles) as Record<ToggleName, boolean>,
    jofemarState: address.get("jofemarState") ?? "",
    timezone: TIME_ZONES.some(({ value }) => value === timezone) ? timezone : "",
    problem: isProblemFilter(problem) ? problem : "",
  };
}

/** What the address says of a toggle: nothing of one that stands as usual. */
export function toggleText(name: ToggleName, on: boolean): string {
  const usual = TOGGLES.some((toggle) => toggle.name === name && toggle.usual === on);
  return usual ? "" : on ? "on" : "off";
}

/** The parts of the address that filter; the look and the order stay when filters are cleared. */
export const FILTER_PARTS = [
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
      (filters.timezone === "" || entry.health?.timezone === filters.timezone) &&
      (filters.look === "worst" ? hasProblem(entry, filters.problem) : passesToggles(entry.health, filters.toggles)),
  );
}

/**
 * Each toggle shows the fridges that are as it says. What a fridge did not tell passes a toggle that stands as usual,
 * so that nothing is out of sight before anybody filters, and not one that was switched to look for something.
 */
function passesToggles(health: FridgeHealth | undefined, toggles: Filters["toggles"]): boolean {
  return TOGGLES.every(({ name, usual }) => {
    const told = health?.[name];
    return typeof told === "boolean" ? told === toggles[name] : toggles[name] === usual;
  });
}

function hasProblem({ problems }: Entry, problem: ProblemFilter): boolean {
  if (problem === "") return true;
  return problem === "any" ? problems.length > 0 : problems.some(({ name }) => name === problem);
}

/** The vending machine's states that there are, and the one that is filtered by. */
export function jofemarStatesOf(entries: readonly Entry[], chosen: string): readonly string[] {
  const states = new Set(entries.flatMap(({ health }) => health?.jofemarState ?? []));
  if (chosen) states.add(chosen);
  return [...states].sort();
}

function isProblemFilter(text: string): text is ProblemFilter {
  return text === "" || text === "any" || PROBLEMS.some(({ name }) => name === text);
}

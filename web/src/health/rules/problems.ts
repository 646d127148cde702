/**
 * What is wrong with a fridge, and how bad that is, so that a list can begin with the worst. Pure; the time is given.
 */
import type { FridgeHealth } from "../fridgeHealth";
import { connectionTone, holdTone, networkSpeedTone, temperatureTone, troubleTone, vendingStateTone } from "./colours";
import { isSilent } from "./silence";

interface Rule {
  readonly label: string;
  /** Food that may not be sold weighs most, then what does not sell, then what is about to fail. */
  readonly weight: number;
  readonly grave: boolean;
  readonly applies: (health: FridgeHealth, now: number) => boolean;
}

const RULES = {
  tooWarm: {
    label: "Too warm",
    weight: 100,
    grave: true,
    applies: ({ temperature }) => temperatureTone(temperature) === "red",
  },
  safetyHold: { label: "Safety hold", weight: 90, grave: true, applies: ({ safetyHold }) => safetyHold === true },
  outOfOrder: { label: "Out of order", weight: 80, grave: true, applies: ({ outOfOrder }) => outOfOrder === true },
  silent: { label: "Silent", weight: 70, grave: true, applies: isSilent },
  inaccessible: {
    label: "Inaccessible",
    weight: 60,
    grave: true,
    applies: ({ inaccessible }) => troubleTone(inaccessible) === "red",
  },
  vendingState: {
    label: "Vending state",
    weight: 40,
    grave: true,
    applies: ({ jofemarState }) => vendingStateTone(jofemarState) === "red",
  },
  noNetwork: {
    label: "No network speed",
    weight: 30,
    grave: true,
    applies: ({ networkSpeed }) => networkSpeedTone(networkSpeed) === "red",
  },
  cardReader: {
    label: "Card reader",
    weight: 25,
    grave: true,
    applies: ({ cardReader }) => connectionTone(cardReader) === "red",
  },
  elo: { label: "ELO", weight: 25, grave: true, applies: ({ elo }) => connectionTone(elo) === "red" },
  hdmi: { label: "HDMI", weight: 25, grave: true, applies: ({ hdmi }) => connectionTone(hdmi) === "red" },
  electricalLayout: {
    label: "Electrical layout",
    weight: 20,
    grave: true,
    applies: ({ electricalLayout }) => connectionTone(electricalLayout) === "red",
  },
  activeTicket: {
    label: "Active ticket",
    weight: 10,
    grave: true,
    applies: ({ activeTicket }) => troubleTone(activeTicket) === "red",
  },
  warm: {
    label: "Warm",
    weight: 8,
    grave: false,
    applies: ({ temperature }) => temperatureTone(temperature) === "orange",
  },
  safetyHoldEnded: {
    label: "Safety hold ended",
    weight: 4,
    grave: false,
    applies: ({ safetyHold, safetyHoldTs }, now) => holdTone(safetyHold, safetyHoldTs, now) === "orange",
  },
  outOfOrderEnded: {
    label: "Out of order ended",
    weight: 4,
    grave: false,
    applies: ({ outOfOrder, outOfOrderTs }, now) => holdTone(outOfOrder, outOfOrderTs, now) === "orange",
  },
  slowNetwork: {
    label: "Slow network",
    weight: 2,
    grave: false,
    applies: ({ networkSpeed }) => networkSpeedTone(networkSpeed) === "orange",
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type ProblemName = keyof typeof RULES | "noReport";

export interface Problem {
  readonly name: ProblemName;
  readonly label: string;
  readonly weight: number;
  /** Red rather than orange. */
  readonly grave: boolean;
}

const KNOWN: readonly (Problem & Pick<Rule, "applies">)[] = Object.entries<Rule>(RULES).map(([name, rule]) => ({
  ...rule,
  name: name as ProblemName,
}));

/** A fridge that never reported: as bad as one that no longer does. */
const NO_REPORT: Problem = { name: "noReport", label: "No data", weight: RULES.silent.weight, grave: true };

/** All there are, the worst first. */
export const PROBLEMS: readonly Problem[] = [...KNOWN, NO_REPORT].sort((a, b) => b.weight - a.weight);

/** What is wrong with it, the worst first. */
export function problemsOf(health: FridgeHealth | undefined, now: number): readonly Problem[] {
  if (!health) return [NO_REPORT];
  return KNOWN.filter(({ applies }) => applies(health, now));
}

/** How bad it all is together; 0 of a fridge that is well. One more problem always makes it worse. */
export function severityOf(problems: readonly Problem[]): number {
  return problems.reduce((sum, { weight }) => sum + weight, 0);
}

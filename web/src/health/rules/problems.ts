/** Detects the problems of a fridge and weighs them, so that lists can show the worst fridges first. */
import { ORANGE_MAX_TEMPERATURE } from "../../lib/formats";
import type { HealthSummary } from "../fridgeHealth";
import { connectionTone, holdTone, networkSpeedTone, temperatureTone, faultTone, vendingStateTone } from "./colors";
import { isSilent } from "./silence";

interface Rule {
  readonly label: string;
  /** Unsafe food weighs most, then a fridge that does not sell, then one that is likely to fail. */
  readonly weight: number;
  readonly severe: boolean;
  readonly applies: (health: HealthSummary, now: number) => boolean;
}

const RULES = {
  // Not "Too warm": that is the alert, which opens only after more than 30 minutes above the limit.
  tooWarm: {
    label: `Above ${ORANGE_MAX_TEMPERATURE} °F`,
    weight: 100,
    severe: true,
    applies: ({ temperature }) => temperatureTone(temperature) === "red",
  },
  safetyHold: { label: "Safety hold", weight: 90, severe: true, applies: ({ safetyHold }) => safetyHold === true },
  outOfOrder: { label: "Out of order", weight: 80, severe: true, applies: ({ outOfOrder }) => outOfOrder === true },
  silent: { label: "Silent", weight: 70, severe: true, applies: isSilent },
  inaccessible: {
    label: "Inaccessible",
    weight: 60,
    severe: true,
    applies: ({ inaccessible }) => faultTone(inaccessible) === "red",
  },
  vendingState: {
    label: "Vending state",
    weight: 40,
    severe: true,
    applies: ({ jofemarState }) => vendingStateTone(jofemarState) === "red",
  },
  noNetwork: {
    label: "No network speed",
    weight: 30,
    severe: true,
    applies: ({ networkSpeed }) => networkSpeedTone(networkSpeed) === "red",
  },
  cardReader: {
    label: "Card reader",
    weight: 25,
    severe: true,
    applies: ({ cardReader }) => connectionTone(cardReader) === "red",
  },
  elo: { label: "ELO", weight: 25, severe: true, applies: ({ elo }) => connectionTone(elo) === "red" },
  hdmi: { label: "HDMI", weight: 25, severe: true, applies: ({ hdmi }) => connectionTone(hdmi) === "red" },
  electricalLayout: {
    label: "Electrical layout",
    weight: 20,
    severe: true,
    applies: ({ electricalLayout }) => connectionTone(electricalLayout) === "red",
  },
  activeTicket: {
    label: "Active ticket",
    weight: 10,
    severe: true,
    applies: ({ activeTicket }) => faultTone(activeTicket) === "red",
  },
  warm: {
    label: "Warm",
    weight: 8,
    severe: false,
    applies: ({ temperature }) => temperatureTone(temperature) === "orange",
  },
  safetyHoldEnded: {
    label: "Safety hold ended",
    weight: 4,
    severe: false,
    applies: ({ safetyHold, safetyHoldTs }, now) => holdTone(safetyHold, safetyHoldTs, now) === "orange",
  },
  outOfOrderEnded: {
    label: "Out of order ended",
    weight: 4,
    severe: false,
    applies: ({ outOfOrder, outOfOrderTs }, now) => holdTone(outOfOrder, outOfOrderTs, now) === "orange",
  },
  slowNetwork: {
    label: "Slow network",
    weight: 2,
    severe: false,
    applies: ({ networkSpeed }) => networkSpeedTone(networkSpeed) === "orange",
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type ProblemName = keyof typeof RULES | "noReport" | "disconnected";

export interface Problem {
  readonly name: ProblemName;
  readonly label: string;
  readonly weight: number;
  /** Shown in red instead of orange. */
  readonly severe: boolean;
}

const REPORTED_PROBLEMS: readonly (Problem & Pick<Rule, "applies">)[] = Object.entries<Rule>(RULES).map(
  ([name, rule]) => ({
    ...rule,
    name: name as ProblemName,
  }),
);

/** A fridge that never reported. It weighs as much as a silent one. */
const NO_REPORT: Problem = { name: "noReport", label: "No data", weight: RULES.silent.weight, severe: true };

/** A fridge that lost its connection. It may reconnect before a report is missing, so it weighs less than a silent one. */
const DISCONNECTED: Problem = { name: "disconnected", label: "Disconnected", weight: 15, severe: false };

/** All problems, worst first. */
export const PROBLEMS: readonly Problem[] = [...REPORTED_PROBLEMS, NO_REPORT, DISCONNECTED].sort(
  (a, b) => b.weight - a.weight,
);

/**
 * Returns the problems of a fridge, worst first.
 *
 * @param health undefined if the fridge never reported
 * @param isDisconnected whether the fridge was connected and lost its connection
 */
export function problemsOf(
  health: HealthSummary | undefined,
  now: number,
  isDisconnected: boolean,
): readonly Problem[] {
  const problems = health ? REPORTED_PROBLEMS.filter(({ applies }) => applies(health, now)) : [NO_REPORT];
  return isDisconnected ? [...problems, DISCONNECTED].sort((a, b) => b.weight - a.weight) : problems;
}

/** Adds up the weights; 0 for a healthy fridge. Each additional problem increases the sum. */
export function severityOf(problems: readonly Problem[]): number {
  return problems.reduce((sum, { weight }) => sum + weight, 0);
}

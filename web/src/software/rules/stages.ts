/** Words and numbers of a deployment in stages (SWR-11 to SWR-17). */
import type { FridgeDeploymentScope, FridgeDeploymentState, FridgeDeploymentTargetState } from "../../api/schema";
import { formatPercent } from "../../lib/formats";
import type { Tone } from "../../ui/Tag";
import { labelOf } from "../artifacts";
import type { DeploymentCountsFragment, DeploymentFragment } from "../operations.generated";

export type Deployment = DeploymentFragment;
export type Counts = DeploymentCountsFragment;
type Stage = Deployment["stages"][number];

interface Word {
  readonly label: string;
  readonly tone: Tone;
}

export const STATES: Readonly<Record<FridgeDeploymentState, Word>> = {
  RUNNING: { label: "In progress", tone: "info" },
  PAUSED: { label: "Paused", tone: "warning" },
  STOPPED: { label: "Stopped", tone: "negative" },
  COMPLETED: { label: "Completed", tone: "positive" },
  ROLLED_BACK: { label: "Rolled back", tone: "neutral" },
};

/** The states of fridges, in the order of a bar of progress. */
export const TARGET_STATES = [
  { state: "RUNNING", count: "running", label: "Running", tone: "positive" },
  { state: "SENT", count: "sent", label: "Sent", tone: "info" },
  { state: "FAILED", count: "failed", label: "Failed", tone: "negative" },
  { state: "SKIPPED", count: "skipped", label: "Skipped", tone: "warning" },
  { state: "ROLLED_BACK", count: "rolledBack", label: "Rolled back", tone: "neutral" },
  { state: "NOT_ROLLED_BACK", count: "notRolledBack", label: "Not rolled back", tone: "negative" },
  { state: "WAITING", count: "waiting", label: "Waiting", tone: "neutral" },
] as const satisfies readonly (Word & {
  readonly state: FridgeDeploymentTargetState;
  readonly count: keyof Counts;
})[];

export function targetWord(state: FridgeDeploymentTargetState): Word {
  return TARGET_STATES.find((each) => each.state === state) ?? { label: state, tone: "neutral" };
}

/** What is deployed: 'Agent 3.12.0'. */
export function softwareOf({ artifactType, artifactVersion }: Deployment): string {
  return `${labelOf(artifactType)} ${artifactVersion}`;
}

/** The fridges of a deployment or of a stage. */
export function totalOf(counts: Counts): number {
  return TARGET_STATES.reduce((sum, { count }) => sum + counts[count], 0);
}

/** The counts that are not 0, in the order of a bar. */
export function shownCounts(counts: Counts) {
  return TARGET_STATES.map((each) => ({ ...each, fridges: counts[each.count] })).filter(({ fridges }) => fridges > 0);
}

/** The name of a stage: 'Pilot', '5%' or 'All'. */
export function stageName({ percent }: Stage): string {
  if (percent === null) return "Pilot";
  return percent === 100 ? "All" : formatPercent(percent);
}

/** Whether the server still checks the fridges. */
export function isUnfinished({ nextCheckAt }: Deployment): boolean {
  return nextCheckAt !== null;
}

/** Whether all fridges of the started stages have a result, so that a user decides about the next stage. */
export function waitsForUser({ state, stages, startedStages }: Deployment): boolean {
  const started = stages.slice(0, startedStages);
  const isFinished = started.every(({ counts }) => counts.waiting + counts.sent === 0);
  return state === "RUNNING" && startedStages < stages.length && isFinished;
}

export interface Continuation {
  readonly scope: FridgeDeploymentScope;
  readonly label: string;
  /** The number of fridges that get the version in addition. */
  readonly fridges: number;
}

/** The ways to continue a deployment: to the next stage and to all, or the same stages after a pause. */
export function continuations({ state, stages, startedStages }: Deployment): readonly Continuation[] {
  if (state !== "RUNNING" && state !== "PAUSED") return [];
  const waiting = (upTo: number) => stages.slice(0, upTo).reduce((sum, { counts }) => sum + counts.waiting, 0);
  const started = { scope: "STARTED_STAGES", label: "Continue", fridges: waiting(startedStages) } as const;
  const next = stages[startedStages];
  const isNextLast = startedStages + 1 >= stages.length;
  return [
    ...(state === "PAUSED" ? [started] : []),
    ...(next && !isNextLast
      ? [
          {
            scope: "NEXT_STAGE",
            label: `Continue to ${stageName(next)}`,
            fridges: waiting(startedStages + 1),
          } as const,
        ]
      : []),
    ...(next ? [{ scope: "ALL_STAGES", label: "Continue to all", fridges: waiting(stages.length) } as const] : []),
  ];
}

/** The fridges to which the version was sent and which a rollback changes. */
export function updatedFridges({ counts }: Deployment): number {
  return counts.sent + counts.running + counts.failed;
}

const MAX_STAGES = 10;

/** Parses the shares of stages, such as '5, 25, 100'; null if they are invalid. The server has the same rule. */
export function parseStages(text: string): readonly number[] | null {
  const parts = text.split(",").map((part) => part.replace("%", "").trim());
  const isNumber = parts.every((part) => /^\d{1,3}$/.test(part));
  const percents = parts.map(Number);
  const increases = percents.every((percent, index) => percent > (percents[index - 1] ?? 0));
  return isNumber && increases && percents.length <= MAX_STAGES && percents.at(-1) === 100 ? percents : null;
}

/** The sample server's stored deployments in stages. */
import type {
  FridgeDeployment,
  FridgeDeploymentCounts,
  FridgeDeploymentEvent,
  FridgeDeploymentPoint,
  FridgeDeploymentStage,
  FridgeDeploymentTarget,
  FridgeDeploymentTargetState,
} from "../../src/api/schema";

/** A deployment with everything that its page shows. */
export interface SampleDeployment {
  readonly deployment: FridgeDeployment;
  readonly targets: readonly FridgeDeploymentTarget[];
  readonly progress: readonly FridgeDeploymentPoint[];
  readonly history: readonly FridgeDeploymentEvent[];
}

function countsOf(targets: readonly FridgeDeploymentTarget[]): FridgeDeploymentCounts {
  const count = (state: FridgeDeploymentTargetState) => targets.filter((target) => target.state === state).length;
  return {
    waiting: count("WAITING"),
    sent: count("SENT"),
    running: count("RUNNING"),
    failed: count("FAILED"),
    skipped: count("SKIPPED"),
    rolledBack: count("ROLLED_BACK"),
    notRolledBack: count("NOT_ROLLED_BACK"),
  };
}

/** The deployment with the counts of its targets. */
export function countTargets(
  deployment: Omit<FridgeDeployment, "counts">,
  targets: readonly FridgeDeploymentTarget[],
): FridgeDeployment {
  const versions = new Map<string | null, number>();
  for (const { runningVersion } of targets) versions.set(runningVersion, (versions.get(runningVersion) ?? 0) + 1);
  return {
    ...deployment,
    counts: countsOf(targets),
    stages: deployment.stages.map(({ percent }, index) => ({
      percent,
      counts: countsOf(targets.filter(({ stage }) => stage === index)),
    })),
    runningVersions: [...versions]
      .map(([version, fridges]) => ({ version, fridges }))
      .toSorted((one, other) => other.fridges - one.fridges),
  };
}

/** Divides fridges, each with its installed version, over stages: the pilot's first. */
export function sampleTargets(
  installed: ReadonlyMap<string, string | null>,
  pilot: readonly string[],
  percents: readonly number[],
  at: string,
) {
  const others = [...installed.keys()].filter((id) => !pilot.includes(id));
  const groups: { readonly percent: number | null; readonly fridges: readonly string[] }[] = [
    { percent: null, fridges: [...installed.keys()].filter((id) => pilot.includes(id)) },
  ];
  let done = installed.size - others.length;
  for (const percent of percents) {
    const end = Math.max(done, Math.ceil((installed.size * percent) / 100));
    groups.push({ percent, fridges: others.splice(0, end - done) });
    done = end;
  }
  const used = groups.filter(({ fridges }) => fridges.length > 0);
  const targets = used.flatMap(({ fridges }, stage) =>
    fridges.map((fridge): FridgeDeploymentTarget => ({
      fridge,
      stage,
      state: "WAITING",
      reason: null,
      previousVersion: null,
      desiredVersion: null,
      runningVersion: installed.get(fridge) ?? null,
      reportedAt: at,
      sentAt: null,
      changedAt: at,
    })),
  );
  const stages = used.map(({ percent }, index): FridgeDeploymentStage => ({
    percent,
    counts: countsOf(targets.filter(({ stage }) => stage === index)),
  }));
  return { stages, targets };
}

/** A deployment that stopped automatically, with an older completed one. */
export function sampleDeployments(fridges: readonly string[], user: string, at: (hoursAgo: number) => string) {
  const installed = new Map(fridges.map((id) => [id, "3.0.6"]));
  const { stages, targets } = sampleTargets(installed, [], [25, 50, 100], at(5));
  const sent = targets.map((target, index): FridgeDeploymentTarget => {
    if (target.stage > 0) return target;
    const update = { ...target, previousVersion: "3.0.6", desiredVersion: "3.0.7", sentAt: at(5), changedAt: at(1) };
    const reason = "The fridge did not report version 3.0.7 within 4 hours";
    return index < 2
      ? { ...update, state: "FAILED", reason }
      : { ...update, state: "RUNNING", runningVersion: "3.0.7", changedAt: at(4) };
  });
  const firstStage = sent.filter(({ sentAt }) => sentAt !== null).length;
  const base = {
    id: "deployment-stopped",
    artifactType: "FRIDGE_AGENT",
    artifactVersion: "3.0.7",
    pilot: null,
    state: "STOPPED",
    stateReason: `2 of ${firstStage} updated fridges of stage 1 have a new alert or stopped reporting`,
    stages,
    startedStages: 1,
    fridges: fridges.length,
    runningVersions: [],
    createdAt: at(5),
    createdBy: user,
    reason: "Restarts the touchscreen without a visit",
    changedAt: at(1),
    changedBy: "advance-fridge-deployments",
    checkedAt: at(1),
    nextCheckAt: null,
    version: 2,
  } as const;
  const deployment = countTargets(base, sent);
  const waiting = countTargets(base, targets).counts;
  const progress: readonly FridgeDeploymentPoint[] = [
    { at: at(5), counts: waiting },
    { at: at(4.9), counts: { ...waiting, waiting: waiting.waiting - firstStage, sent: firstStage } },
    { at: at(4), counts: { ...waiting, waiting: waiting.waiting - firstStage, sent: firstStage - 1, running: 1 } },
    { at: at(1), counts: deployment.counts },
  ];
  const history: readonly FridgeDeploymentEvent[] = [
    {
      id: "deployment-event-2",
      at: at(1),
      user: base.changedBy,
      event: "STOPPED",
      startedStages: null,
      reason: base.stateReason,
    },
    { id: "deployment-event-1", at: at(5), user, event: "CREATED", startedStages: null, reason: base.reason },
  ];
  const updated = targets.map((target): FridgeDeploymentTarget => ({
    ...target,
    state: "RUNNING",
    previousVersion: "3.0.5",
    desiredVersion: "3.0.6",
    sentAt: at(50),
    changedAt: at(49),
  }));
  const completed = countTargets(
    {
      ...base,
      id: "deployment-completed",
      artifactVersion: "3.0.6",
      state: "COMPLETED",
      stateReason: null,
      startedStages: stages.length,
      createdAt: at(51),
      reason: null,
      changedAt: at(49),
      checkedAt: at(49),
      version: 4,
    },
    updated,
  );
  const older: SampleDeployment = {
    deployment: completed,
    targets: updated,
    progress: [
      { at: at(51), counts: waiting },
      { at: at(49), counts: completed.counts },
    ],
    history: [
      {
        id: "deployment-event-4",
        at: at(49),
        user: base.changedBy,
        event: "COMPLETED",
        startedStages: null,
        reason: null,
      },
      { id: "deployment-event-3", at: at(51), user, event: "CREATED", startedStages: null, reason: null },
    ],
  };
  return [{ deployment, targets: sent, progress, history }, older] satisfies readonly SampleDeployment[];
}

/** The sample server's deployments in stages. Each read of a deployment checks its fridges once. */
import type * as Types from "../../src/api/schema";
import { ServerError } from "../serverErrors";
import { entryOf, nextId, page, type SampleContext } from "./sampleContext";
import { countTargets, sampleTargets, type SampleDeployment } from "./sampleDeployments";

const DEFAULT_STAGES = [5, 25, 100];

export function deploymentFields({ state, user, now, later }: SampleContext) {
  const find = (id: string) => {
    const found = state.deployments.find(({ deployment }) => deployment.id === id);
    if (!found) throw new ServerError("NotFound", `There is no deployment ${id}`);
    return found;
  };
  const store = (after: SampleDeployment) => {
    const isStored = state.deployments.some(({ deployment }) => deployment.id === after.deployment.id);
    state.deployments = isStored
      ? state.deployments.map((each) => (each.deployment.id === after.deployment.id ? after : each))
      : [after, ...state.deployments];
    return after;
  };
  const eventOf = (event: string, startedStages: number | null): Types.FridgeDeploymentEvent => ({
    ...entryOf(now(), user),
    event,
    startedStages,
    reason: null,
  });

  /** Sends the version to a waiting fridge of the started stages, or lets a fridge report it. */
  function check({ deployment, targets, ...rest }: SampleDeployment): SampleDeployment {
    if (deployment.nextCheckAt === null) return { deployment, targets, ...rest };
    const isRolledBack = deployment.state === "ROLLED_BACK";
    const sends = deployment.state === "RUNNING";
    const next = targets.map((target): Types.FridgeDeploymentTarget => {
      const { state: before, stage, runningVersion } = target;
      if (isRolledBack && ["SENT", "RUNNING", "FAILED"].includes(before)) {
        const version = target.previousVersion;
        return { ...target, state: "ROLLED_BACK", desiredVersion: version, runningVersion: version, changedAt: now() };
      }
      if (before === "SENT")
        return { ...target, state: "RUNNING", runningVersion: deployment.artifactVersion, reportedAt: now() };
      if (sends && before === "WAITING" && stage < deployment.startedStages) {
        const desiredVersion = deployment.artifactVersion;
        return { ...target, state: "SENT", previousVersion: runningVersion, desiredVersion, sentAt: now() };
      }
      return target;
    });
    const isComplete =
      deployment.startedStages === deployment.stages.length &&
      next.every(({ state: after }) => after !== "WAITING" && after !== "SENT");
    const counted = countTargets({ ...deployment, checkedAt: now() }, next);
    const isFinished = isRolledBack || (sends && isComplete);
    const after: Types.FridgeDeployment = {
      ...counted,
      state: sends && isComplete ? "COMPLETED" : deployment.state,
      nextCheckAt: isFinished ? null : later(60_000),
    };
    const progress = [...rest.progress, { at: now(), counts: after.counts }].slice(-200);
    return store({ deployment: after, targets: next, history: rest.history, progress });
  }

  function change(
    { id, version }: { readonly id: string; readonly version: number },
    event: string,
    apply: (deployment: Types.FridgeDeployment) => Partial<Types.FridgeDeployment>,
  ): Types.FridgeDeployment {
    const stored = find(id);
    const { deployment } = stored;
    if (deployment.version !== version) {
      const message = "The deployment has changed since the page was loaded. Check its state and try again.";
      throw new ServerError("Conflict", message, { current: deployment });
    }
    const after: Types.FridgeDeployment = {
      ...deployment,
      changedAt: now(),
      changedBy: user,
      nextCheckAt: now(),
      version: version + 1,
      ...apply(deployment),
    };
    const startedStages = after.startedStages === deployment.startedStages ? null : after.startedStages;
    store({ ...stored, deployment: after, history: [eventOf(event, startedStages), ...stored.history] });
    return after;
  }

  return {
    fridgeDeployments: () => page(state.deployments.map(({ deployment }) => deployment)),
    fridgeDeployment: ({ id }: Types.QueryFridgeDeploymentArgs) => {
      const stored = state.deployments.find(({ deployment }) => deployment.id === id);
      if (!stored) return null;
      const { deployment, progress, history } = check(stored);
      return { deployment, progress, history };
    },
    fridgeDeploymentTargets: ({ id, state: wanted }: Types.QueryFridgeDeploymentTargetsArgs) =>
      page(find(id).targets.filter((target) => !wanted || target.state === wanted)),
    createFridgeDeployment: (args: Types.MutationCreateFridgeDeploymentArgs): Types.FridgeDeployment => {
      const pilot = state.pilots.find(({ id }) => id === args.pilotId);
      const fridges = [...new Set([...(pilot?.fridgeIds ?? []), ...(args.fridges ?? [])])];
      const installed = new Map(fridges.map((id) => [id, state.installed[id]?.[args.artifactType] ?? null]));
      const percents = args.stages ?? DEFAULT_STAGES;
      const { stages, targets } = sampleTargets(installed, pilot?.fridgeIds ?? [], percents, now());
      const deployment = countTargets(
        {
          id: nextId("deployment"),
          artifactType: args.artifactType,
          artifactVersion: args.version,
          pilot: pilot?.displayName ?? null,
          state: "RUNNING",
          stateReason: null,
          stages,
          startedStages: 1,
          fridges: fridges.length,
          runningVersions: [],
          createdAt: now(),
          createdBy: user,
          reason: args.reason ?? null,
          changedAt: now(),
          changedBy: user,
          checkedAt: null,
          nextCheckAt: now(),
          version: 1,
        },
        targets,
      );
      const progress = [{ at: now(), counts: deployment.counts }];
      store({ deployment, targets, progress, history: [eventOf("CREATED", null)] });
      return deployment;
    },
    continueFridgeDeployment: ({ scope, ...args }: Types.MutationContinueFridgeDeploymentArgs) =>
      change(args, "CONTINUED", ({ stages, startedStages }) => ({
        state: "RUNNING",
        startedStages:
          scope === "ALL_STAGES" ? stages.length : scope === "NEXT_STAGE" ? startedStages + 1 : startedStages,
      })),
    pauseFridgeDeployment: (args: Types.MutationPauseFridgeDeploymentArgs) =>
      change(args, "PAUSED", () => ({ state: "PAUSED", stateReason: args.reason ?? null })),
    rollBackFridgeDeployment: (args: Types.MutationRollBackFridgeDeploymentArgs) =>
      change(args, "ROLLED_BACK", () => ({ state: "ROLLED_BACK", stateReason: args.reason ?? null })),
  };
}

import { useState } from "react";
import { formatCount } from "../../lib/formats";
import { useConfirm } from "../../ui/confirm";
import { useUnsavedChangesGuard } from "../../ui/useUnsavedChangesGuard";
import { labelOf } from "../artifacts";
import { deploymentApi, rollBack } from "./api";
import { deploy, updateAll, type DeploymentRequest, type DeploymentResult, type SoftwareTarget } from "./deploy";

/** The progress of the running deployment, in fridges. */
interface Progress {
  readonly done: number;
  readonly of: number;
}

interface FinishedDeployment {
  readonly title: string;
  readonly result: DeploymentResult;
  /** The version that was sent; null if the deployment contained none. */
  readonly software: SoftwareTarget | null;
  /** Repeats the deployment for the given fridges. */
  readonly retry: (fridges: readonly string[]) => void;
}

/** Confirms and runs deployments and rollbacks, and provides their progress and result. */
export function useDeployment(onFinished: () => void) {
  const confirm = useConfirm();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [finished, setFinished] = useState<FinishedDeployment | null>(null);

  useUnsavedChangesGuard(progress !== null, {
    title: "Leave during the deployment?",
    message: "Fridges that are not updated yet keep their current version, and the pilot is not saved.",
    confirm: "Leave",
  });

  async function run(
    title: string,
    fridges: readonly string[],
    software: SoftwareTarget | null,
    work: (fridges: readonly string[], onProgress: (done: number) => void) => Promise<DeploymentResult>,
  ) {
    setFinished(null);
    const onProgress = (done: number) => setProgress({ done, of: fridges.length });
    onProgress(0);
    try {
      const result = await work(fridges, onProgress);
      setFinished({ title, result, software, retry: (failed) => void run(title, failed, software, work) });
    } finally {
      setProgress(null);
      onFinished();
    }
  }

  return {
    progress,
    finished,
    dismiss: () => setFinished(null),
    /** Asks for confirmation and deploys. Returns whether the user confirmed. */
    deploy: async (request: DeploymentRequest): Promise<boolean> => {
      const { fridges, software, pilot } = request;
      const confirmed = await confirm({
        title: "Create Deployment",
        message: (
          <>
            {software && (
              <>
                Deploy {labelOf(software.artifactType)} {software.version} to {formatCount(fridges.length, "fridge")}
                ?{" "}
              </>
            )}
            {pilot && (
              <>
                {software ? "Then save" : "Save"} pilot {pilot.displayName}, stage {pilot.stage}, from {pilot.startDate}{" "}
                to {pilot.endDate}, with {software ? "them" : formatCount(fridges.length, "fridge")}
                {software ? "." : "?"}
              </>
            )}
          </>
        ),
        objects: fridges,
        confirm: "DEPLOY",
        cancel: "CANCEL",
      });
      if (!confirmed) return false;
      // A retry updates only the failed fridges, but the pilot gets all requested fridges.
      await run("Deployment", fridges, software, async (targets, onProgress) => {
        const { versions, pilots } = await deploy(
          { fridges: targets, software, pilot: null },
          deploymentApi,
          onProgress,
        );
        if (versions.outcome === "failure" || !pilot) return { versions, pilots };
        return {
          versions,
          pilots: (await deploy({ fridges, software: null, pilot }, deploymentApi, onProgress)).pilots,
        };
      });
      return true;
    },
    /** Rolls fridges back from the given version to the previous version of each. */
    rollBack: async (target: SoftwareTarget, fridges: readonly string[]): Promise<void> => {
      const softwareVersion = `${labelOf(target.artifactType)} ${target.version}`;
      const confirmed = await confirm({
        title: `Roll back ${softwareVersion}`,
        message: `${formatCount(fridges.length, "fridge")} with ${softwareVersion} will roll back to ${fridges.length === 1 ? "its" : "their"} previous version.`,
        objects: fridges,
        confirm: "Roll back",
        danger: true,
      });
      if (!confirmed) return;
      // Each fridge rolls back to its own version, so there is no version to watch.
      await run(`Rollback of ${softwareVersion}`, fridges, null, async (targets, onProgress) => ({
        versions: await updateAll(targets, (batch) => rollBack({ ...target, fridges: batch }), onProgress),
        pilots: { outcome: "notApplicable" },
      }));
    },
  };
}

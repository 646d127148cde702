import { useState } from "react";
import { useConfirm } from "../../ui/confirm";
import { useLeaveGuard } from "../../ui/leaving";
import { labelOf } from "../artifacts";
import { calls, rollBack } from "./calls";
import { deploy, updateAll, type Order, type Result, type SoftwareOrder } from "./deploy";

const count = new Intl.NumberFormat("en-US");
const fridgesOf = (fridges: number) => (fridges === 1 ? "1 fridge" : `${count.format(fridges)} fridges`);

/** What is under way. */
interface Progress {
  readonly done: number;
  readonly of: number;
}

interface Ended {
  readonly title: string;
  readonly result: Result;
  /** The same for the fridges that failed. */
  readonly again: (fridges: readonly string[]) => void;
}

/** Deployments and roll backs: asked for, confirmed, carried out, and told of. */
export function useDeployment(onEnded: () => void) {
  const ask = useConfirm();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);

  useLeaveGuard(progress !== null, {
    title: "Leave while fridges are updated?",
    message: "The fridges that were not reached yet keep what they have, and a pilot is not saved.",
    confirm: "Leave",
  });

  async function run(
    title: string,
    fridges: readonly string[],
    work: (fridges: readonly string[], onProgress: (done: number) => void) => Promise<Result>,
  ) {
    setEnded(null);
    const told = (done: number) => setProgress({ done, of: fridges.length });
    told(0);
    try {
      const result = await work(fridges, told);
      setEnded({ title, result, again: (failed) => void run(title, failed, work) });
    } finally {
      setProgress(null);
      onEnded();
    }
  }

  return {
    progress,
    ended,
    dismiss: () => setEnded(null),
    /** Answers whether it was confirmed. */
    deploy: async (order: Order): Promise<boolean> => {
      const { fridges, software, pilot } = order;
      const confirmed = await ask({
        title: "Create Deployment",
        message: (
          <>
            {software && (
              <>
                Deploy {labelOf(software.artifactType)} {software.version} to {fridgesOf(fridges.length)}?{" "}
              </>
            )}
            {pilot && (
              <>
                {software ? "Then save" : "Save"} pilot {pilot.displayName}, stage {pilot.stage}, from {pilot.startDate}{" "}
                to {pilot.endDate}, with {software ? "them" : fridgesOf(fridges.length)}
                {software ? "." : "?"}
              </>
            )}
          </>
        ),
        confirm: "DEPLOY",
        cancel: "CANCEL",
      });
      if (!confirmed) return false;
      // Those that failed are updated again; the pilot then has all the fridges that were asked for.
      await run("Deployment", fridges, async (some, told) => {
        const { versions, pilots } = await deploy({ fridges: some, software, pilot: null }, calls, told);
        if (versions.outcome === "failure" || !pilot) return { versions, pilots };
        return { versions, pilots: (await deploy({ fridges, software: null, pilot }, calls, told)).pilots };
      });
      return true;
    },
    /** Takes fridges back from a version to the one that each had before. */
    rollBack: async (software: SoftwareOrder, fridges: readonly string[]): Promise<void> => {
      const what = `${labelOf(software.artifactType)} ${software.version}`;
      const confirmed = await ask({
        title: `Roll back ${what}`,
        message: `${fridgesOf(fridges.length)} with ${what} get the version that each had before.`,
        confirm: "Roll back",
        danger: true,
      });
      if (!confirmed) return;
      await run(`Roll back of ${what}`, fridges, async (some, told) => ({
        versions: await updateAll(some, (part) => rollBack({ ...software, fridges: part }), told),
        pilots: { outcome: "notApplicable" },
      }));
    },
  };
}

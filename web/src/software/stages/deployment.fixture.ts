/** Sample deployments for tests. */
import type { Counts, Deployment } from "../rules/stages";

const NO_FRIDGES: Counts = {
  waiting: 0,
  sent: 0,
  running: 0,
  failed: 0,
  skipped: 0,
  rolledBack: 0,
  notRolledBack: 0,
};

export function sampleStage(percent: number | null, counts: Partial<Counts>): Deployment["stages"][number] {
  return { percent, counts: { ...NO_FRIDGES, ...counts } };
}

/** A deployment to 20 fridges. The fridge of the first stage runs the version. */
export function sampleDeployment(changes: Partial<Deployment>): Deployment {
  return {
    id: "0193581e-0000-7000-8000-000000000001",
    artifactType: "FRIDGE_AGENT",
    artifactVersion: "3.12.0",
    pilot: null,
    state: "RUNNING",
    stateReason: null,
    stages: [sampleStage(5, { running: 1 }), sampleStage(25, { waiting: 4 }), sampleStage(100, { waiting: 15 })],
    startedStages: 1,
    fridges: 20,
    counts: { ...NO_FRIDGES, running: 1, waiting: 19 },
    runningVersions: [
      { version: "3.11.0", fridges: 18 },
      { version: "3.12.0", fridges: 1 },
      { version: null, fridges: 1 },
    ],
    createdAt: "2026-11-21T10:00:00.000Z",
    createdBy: "ann@larder.example",
    reason: "Restarts the touchscreen",
    changedAt: "2026-11-21T10:00:00.000Z",
    changedBy: "ann@larder.example",
    checkedAt: "2026-11-21T10:05:00.000Z",
    nextCheckAt: "2026-11-21T10:06:00.000Z",
    version: 1,
    ...changes,
  };
}

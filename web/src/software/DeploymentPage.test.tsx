import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler } from "../../test/server";
import { paths } from "../lib/paths";
import type { Deployment } from "./rules/stages";
import { sampleDeployment, sampleStage } from "./stages/deployment.fixture";

const ID = sampleDeployment({}).id;
const TARGET = {
  stage: 0,
  reason: null,
  previousVersion: "3.11.0",
  desiredVersion: "3.12.0",
  runningVersion: "3.12.0",
  reportedAt: "2026-11-21T10:04:00.000Z",
  sentAt: "2026-11-21T10:01:00.000Z",
  changedAt: "2026-11-21T10:05:00.000Z",
};
const TARGETS = [
  { ...TARGET, fridge: "F1", state: "RUNNING" },
  { ...TARGET, fridge: "F2", state: "FAILED", runningVersion: "3.11.0", reason: "The fridge did not report it" },
  { ...TARGET, fridge: "F3", stage: 1, state: "WAITING", desiredVersion: null, runningVersion: null },
];

function detailOf(deployment: Deployment) {
  return {
    deployment,
    progress: [{ at: deployment.createdAt, counts: deployment.counts }],
    history: [
      {
        id: "2",
        at: "2026-11-21T10:03:00.000Z",
        user: "bob@larder.example",
        event: "CONTINUED",
        startedStages: 2,
        reason: null,
      },
      {
        id: "1",
        at: deployment.createdAt,
        user: deployment.createdBy,
        event: "CREATED",
        startedStages: null,
        reason: "Test",
      },
    ],
  };
}

function renderDeployment(
  changes: Partial<Deployment> = {},
  overrides: Readonly<Record<string, Handler>> = {},
  profile: "admin" | "read-only" = "admin",
) {
  const deployment = sampleDeployment(changes);
  return renderApp(paths.deployment(ID), {
    profile,
    handlers: {
      fridgeDeployment: () => detailOf(deployment),
      fridgeDeploymentTargets: ({ state }: { readonly state: string | null }) => ({
        items: TARGETS.filter((target) => state === null || target.state === state),
        nextToken: null,
      }),
      ...overrides,
    },
  });
}

const getButton = (name: string) => screen.findByRole("button", { name });
const dialog = () => screen.findByRole("dialog");

describe("a deployment's page (SWR-15)", () => {
  it("shows stages, running versions, history, and desired and running versions of each fridge", async () => {
    renderDeployment();
    await screen.findByRole("heading", { level: 1, name: "Deployment of Agent 3.12.0" });
    expect(screen.getByText("Stage 2: 25%")).toBeVisible();
    expect(screen.getByText("Not reported")).toBeVisible();
    expect(screen.getByText("18 (90%)")).toBeVisible();
    expect(screen.getByText("Continued to 25%")).toBeVisible();
    const row = (await screen.findByRole("link", { name: "F2" })).closest<HTMLElement>("[role=row]");
    for (const text of ["Failed", "3.12.0", "3.11.0", "The fridge did not report it"]) {
      expect(row?.textContent).toContain(text);
    }
  });

  it("reads only the fridges in the selected state", async () => {
    const { user } = renderDeployment();
    await screen.findByRole("link", { name: "F1" });
    await user.selectOptions(screen.getByLabelText("State"), "Failed");
    await waitFor(() => expect(screen.queryByRole("link", { name: "F1" })).toBeNull());
    expect(await screen.findByRole("link", { name: "F2" })).toBeVisible();
  });

  it("confirms with the number of further fridges, continues, and shows the new state", async () => {
    let current = sampleDeployment({});
    const continueDeployment = vi.fn(() => {
      current = { ...current, startedStages: 2, version: 2 };
      return current;
    });
    const { user } = renderDeployment(
      {},
      { fridgeDeployment: () => detailOf(current), continueFridgeDeployment: continueDeployment },
    );
    expect(await screen.findByText(/choose “Continue to 25%”/)).toBeVisible();
    await user.click(await getButton("Continue to 25%"));
    const question = await dialog();
    expect(question.textContent).toContain("Agent 3.12.0 is sent to 4 more fridges within a minute.");
    await user.click(within(question).getByRole("button", { name: "Continue to 25%" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Continue to 25%" })).toBeNull());
    expect(continueDeployment).toHaveBeenCalledWith({ id: ID, version: 1, scope: "NEXT_STAGE" });
    expect(await getButton("Continue to all")).toBeVisible();
  });

  it("rolls back after a confirmation that names the software and the fridges", async () => {
    const rollBack = vi.fn(() => sampleDeployment({ state: "ROLLED_BACK", version: 2 }));
    const { user } = renderDeployment({}, { rollBackFridgeDeployment: rollBack });
    await user.click(await getButton("Roll back"));
    const question = await dialog();
    expect(question.textContent).toContain("Roll back Agent 3.12.0?");
    expect(question.textContent).toContain("1 fridge with Agent 3.12.0 will roll back to its previous version.");
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(rollBack).not.toHaveBeenCalled();
    await user.click(await getButton("Roll back"));
    await user.click(within(await dialog()).getByRole("button", { name: "Roll back" }));
    await waitFor(() => expect(rollBack).toHaveBeenCalledWith({ id: ID, version: 1, reason: null }));
  });

  it("shows the server's message and the current state after a conflict", async () => {
    let current = sampleDeployment({});
    const message = "The deployment has changed since the page was loaded. Check its state and try again.";
    const { user } = renderDeployment(
      {},
      {
        fridgeDeployment: () => detailOf(current),
        pauseFridgeDeployment: () => {
          current = sampleDeployment({ state: "STOPPED", stateReason: "2 of 2 fridges", version: 2 });
          throw new ServerError("Conflict", message, { current });
        },
      },
    );
    await user.click(await getButton("Pause"));
    await user.click(within(await dialog()).getByRole("button", { name: "Pause" }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(await screen.findByText(/stopped automatically: 2 of 2 fridges/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  });

  it("offers only the rollback after a stop, and nothing after a rollback", async () => {
    renderDeployment({ state: "STOPPED" });
    await getButton("Roll back");
    expect(screen.queryByRole("button", { name: /Continue|Pause/ })).toBeNull();
  });

  it("disables the buttons without permission", async () => {
    renderDeployment({}, {}, "read-only");
    expect(await getButton("Pause")).toHaveAttribute("aria-disabled", "true");
    expect(await getButton("Roll back")).toHaveAttribute("aria-disabled", "true");
  });

  it("states that a deployment does not exist, and links to all", async () => {
    renderDeployment({}, { fridgeDeployment: () => null });
    expect(await screen.findByText("There is no such deployment")).toBeVisible();
    expect(screen.getByRole("link", { name: "Show all deployments" })).toHaveAttribute("href", paths.deployments);
  });
});

describe("the list of deployments (SWR-15)", () => {
  it("shows each deployment with its state and the stage that it reached", async () => {
    const stopped = sampleDeployment({
      id: "0193581e-0000-7000-8000-000000000002",
      artifactVersion: "3.11.0",
      state: "STOPPED",
      stages: [sampleStage(null, { running: 3 }), sampleStage(100, { waiting: 5 })],
    });
    renderApp(paths.deployments, {
      handlers: { fridgeDeployments: () => ({ items: [sampleDeployment({}), stopped], nextToken: null }) },
    });
    const link = await screen.findByRole("link", { name: "Agent 3.11.0" });
    expect(link).toHaveAttribute("href", paths.deployment(stopped.id));
    const row = link.closest<HTMLElement>("[role=row]");
    expect(row?.textContent).toContain("Stopped");
    expect(row?.textContent).toContain("Pilot");
  });
});

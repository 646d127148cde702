/**
 * Software deployments in stages (docs/requirements/software.md, SWR-11 to SWR-18), with the number of interactions from
 * the home page. A click, a selection or a typed value is one.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { callGraphql } from "./route-stops";

const PILOT_FRIDGES = 20;
const SAVE_PILOT = `mutation ($id: ID!, $fridgeIds: [ID!]!, $displayName: String!) {
  putFridgeSoftwarePilot(
    id: $id, fridgeIds: $fridgeIds, displayName: $displayName, stage: 1, startDate: "2026-11-21", endDate: "2099-01-01",
    description: "Twenty fridges first", active: true
  )
}`;

/** Saves an active pilot with new LIVE fridges and returns its name. */
async function savePilot(page: Page): Promise<string> {
  const fridgeIds: string[] = [];
  for (let count = 0; count < PILOT_FRIDGES; count += 1) fridgeIds.push(await createFridge(page, { status: "LIVE" }));
  const id = `e2e-${randomUUID()}`;
  const displayName = `Pilot ${id}`;
  await callGraphql(page, SAVE_PILOT, [{ id, fridgeIds, displayName }]);
  return displayName;
}

test(
  "stages a rollout to 20 pilots and watches it in eight interactions, then rolls it back",
  { tag: "@long" },
  async ({ page }) => {
    // The server sends the version within a minute.
    test.setTimeout(180_000);
    await signIn(page, "operations", "/home");
    const pilot = await savePilot(page);
    await page.reload();

    let interactions = 0;
    const interact = async (action: Promise<unknown>) => {
      interactions += 1;
      await action;
    };
    const sidebar = page.getByRole("navigation", { name: "Main" });
    await interact(sidebar.getByRole("button", { name: "Locations" }).click());
    await interact(sidebar.getByRole("link", { name: "View Fridge Software" }).click());
    await interact(page.getByRole("button", { name: "Deploy in stages" }).click());
    await interact(page.getByLabel("Pilot first").selectOption(pilot));
    await interact(page.getByLabel("Software").selectOption("Agent"));
    await interact(page.getByLabel("Version").selectOption("3.12.0"));
    await interact(page.getByRole("button", { name: "Start deployment…" }).click());
    await interact(page.getByRole("dialog").getByRole("button", { name: "Start deployment" }).click());
    await expect(page.getByRole("heading", { level: 1, name: "Deployment of Agent 3.12.0" })).toBeVisible();
    const stages = page.getByRole("region", { name: "Stages" });
    await expect(stages).toContainText("Stage 1: Pilot");
    await expect(stages).toContainText("20 sent", { timeout: 100_000 });
    expect(interactions).toBe(8);

    const fridges = page.getByRole("table", { name: "Fridges of the deployment" });
    await expect(fridges.locator("[data-column=desired]").getByText("3.12.0")).toHaveCount(PILOT_FRIDGES, {
      timeout: 30_000,
    });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Roll back" }).click();
    const question = page.getByRole("dialog", { name: "Roll back Agent 3.12.0?" });
    await expect(question).toContainText("20 fridges with Agent 3.12.0 will roll back to their previous version.");
    await question.getByRole("button", { name: "Roll back" }).click();
    await expect(page.getByText("Rolled back", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Roll back" })).toHaveCount(0);

    await sidebar.getByRole("link", { name: "Software Deployments" }).click();
    await expect(page.getByRole("table", { name: "Software deployments" })).toContainText("Rolled back");
    await expectAccessible(page);
  },
);

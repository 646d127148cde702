/** Connections of fridges to the message broker, with their certificates (docs/requirements). */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { test } from "./agent";
import { expect, expectAccessibleEverywhere, signIn } from "./fixtures";
import { createFridge, openTab } from "./location-fridge";

/** A certificate signing request. Each fridge gets its own certificate for it. */
const REQUEST = readFileSync("../functions/connections/samples/requests/rsa-2048.pem", "utf8");

const connection = (page: Page) => page.getByRole("region", { name: "Connection", exact: true });
const certificates = (page: Page) => connection(page).getByRole("list", { name: "Certificates", exact: true });
const history = (page: Page) => page.getByRole("table", { name: "Changes of the connection" });

test("a command is executed by the agent of its fridge only", { tag: "@long" }, async ({ page, startAgent }) => {
  // The fridge needs up to 40 seconds for a restart.
  test.slow();
  await signIn(page, "operations");
  const [id, otherId] = [await createFridge(page), await createFridge(page)];
  const [agent, other] = await Promise.all([startAgent(id), startAgent(otherId)]);
  await page.goto(`/locations/health/${id}`);
  await expect(connection(page).getByRole("status")).toHaveText("Connected");
  await expect(certificates(page)).toContainText("In use");

  const commands = page.getByRole("region", { name: "Fridge Commands" });
  await commands.getByRole("button", { name: "Reset ReactUI", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset ReactUI", exact: true }).click();
  await expect(page.getByText("Reset ReactUI successful")).toBeVisible();
  const messages = page.getByRole("table", { name: "Messages to this fridge" });
  await expect(messages.getByRole("row").nth(1).getByRole("status")).toHaveText("Done", { timeout: 60_000 });

  expect(agent.output()).toContain("accepted the command");
  expect(other.output()).not.toContain("accepted the command");
  expect(other.output()).not.toContain("/down/commands");

  await page.goto(`/locations/health/${otherId}`);
  await expect(connection(page).getByRole("status")).toHaveText("Connected");
  await expect(page.getByRole("heading", { name: "Queue messages" })).toBeVisible();
  await expect(messages.getByRole("status")).toHaveCount(0);
});

test(
  "a certificate is revoked and another one issued, and the history shows both",
  { tag: "@long" },
  async ({ page, startAgent }) => {
    await signIn(page, "admin");
    const id = await createFridge(page);
    const agent = await startAgent(id);
    await page.goto(`/locations/health/${id}`);
    await expect(certificates(page)).toContainText("In use");

    await certificates(page).getByRole("button", { name: "Revoke" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Computer stolen");
    await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(connection(page)).toContainText("The fridge has no valid certificate");
    await agent.waitForOutput("disconnected:");
    await expect(connection(page).getByRole("status")).toHaveText("Disconnected");

    await connection(page).getByRole("button", { name: "Issue certificate" }).click();
    await dialog.getByRole("button", { name: "Issue certificate" }).click();
    await expect(dialog).toContainText("Enter a reason");
    await dialog.getByLabel("Certificate signing request").fill(REQUEST);
    await dialog.getByLabel("Reason").fill("New computer");
    await dialog.getByRole("button", { name: "Issue certificate" }).click();
    await expect(dialog.getByRole("textbox", { name: "Certificate" })).toHaveValue(/^-----BEGIN CERTIFICATE-----/);
    const downloaded = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    expect((await downloaded).suggestedFilename()).toMatch(new RegExp(`^${id}-[0-9a-f]{8}\\.pem$`));
    await dialog.getByRole("button", { name: "Close", exact: true }).first().click();
    await expect(certificates(page)).toContainText("Not used yet");
    await expect(connection(page)).not.toContainText("The fridge has no valid certificate");
    await expectAccessibleEverywhere(page);

    await openTab(page, "History");
    const [issued, revoked] = [history(page).getByRole("row").nth(1), history(page).getByRole("row").nth(2)];
    await expect(issued).toContainText("Certificate issued");
    await expect(issued).toContainText("New computer");
    await expect(revoked).toContainText("Certificate revoked");
    await expect(revoked).toContainText("Computer stolen");
  },
);

test("a user without permission sees the connection but cannot change it", async ({ page }) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await page.goto(`/locations/health/${id}`);
  await expect(connection(page).getByRole("status")).toHaveText("No connection yet");
  const issue = connection(page).getByRole("button", { name: "Issue certificate" });
  await expect(issue).toHaveAttribute("aria-disabled", "true");
  await issue.dispatchEvent("click");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

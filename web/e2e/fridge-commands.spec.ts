/** Commands to a fridge (docs/requirements/health.md). */
import type { Page } from "@playwright/test";
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { sendTelemetry } from "./telemetry";

const commands = (page: Page) => page.getByRole("region", { name: "Fridge Commands" });
const messages = (page: Page) => page.getByRole("table", { name: "Messages to this fridge" });
/** The row below the header. */
const newest = (page: Page) => messages(page).getByRole("row").nth(1);

/** Sends a command, confirms the dialog, and returns the id of the command. */
async function send(page: Page, name: string): Promise<string> {
  const responded = page.waitForResponse(
    (response) => response.request().postData()?.includes("createQueueMessage") ?? false,
  );
  await commands(page).getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  const { data } = (await (await responded).json()) as { data: { createQueueMessage: { id: string } } };
  return data.createQueueMessage.id;
}

test(
  "shows a command from queued to done as the fridge reports, with one read per change",
  { tag: "@long" },
  async ({ page }) => {
    await signIn(page, "operations");
    const id = await createFridge(page);
    await page.goto(`/locations/health/${id}`);
    await expect(commands(page).getByText("Live", { exact: true })).toBeVisible();
    await expect(commands(page).getByRole("note")).toContainText("This fridge has never reported.");

    const commandId = await send(page, "Reset ReactUI");
    await expect(page.getByText("Reset ReactUI successful")).toBeVisible();
    await expect(page.getByText("This command should be processed within 5 minutes.")).toBeVisible();
    await expect(newest(page)).toContainText(/Queued[45]:\d\d left/);

    let reads = 0;
    page.on("request", (request) => {
      if (request.postData()?.includes("readQueueMessages")) reads += 1;
    });
    await sendTelemetry("CommandAcknowledgement", id, { commandId, outcome: "DELIVERED" });
    await expect(newest(page).getByRole("status")).toHaveText("Delivered");
    await sendTelemetry("CommandAcknowledgement", id, {
      commandId,
      outcome: "ACKNOWLEDGED",
      result: "REACT_UI restarted",
    });
    await expect(newest(page).getByRole("status")).toHaveText("Done");
    await expect(newest(page)).toContainText("REACT_UI restarted");
    // Each event (queued, delivered, acknowledged) names the command, and the page reads it once.
    expect(reads).toBeLessThanOrEqual(3);
    await expectAccessibleEverywhere(page);
  },
);

test("switches a toggle when the command is sent, and back when the fridge rejects it", async ({ page }) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await page.goto(`/locations/health/${id}`);
  const commandId = await send(page, "ENABLE Food Safety Hold");
  await expect(page.getByText("Food Safety Hold ENABLED successfully")).toBeVisible();
  await expect(commands(page).getByRole("button", { name: "DISABLE Food Safety Hold" })).toBeVisible();
  await sendTelemetry("CommandAcknowledgement", id, { commandId, outcome: "REFUSED", result: "The door is open" });
  await expect(newest(page).getByRole("status")).toHaveText("Rejected");
  await expect(commands(page).getByRole("button", { name: "ENABLE Food Safety Hold" })).toBeVisible();
});

test("supersedes older safety commands that the fridge has not fetched", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await page.goto(`/locations/health/${id}`);
  const first = await send(page, "ENABLE Food Safety Hold");
  await send(page, "DISABLE Food Safety Hold");
  const third = await send(page, "ENABLE Food Safety Hold");
  expect(third > first).toBe(true);
  const states = messages(page).getByRole("status");
  await expect(states).toHaveText(["Queued", "Superseded", "Superseded"]);
  await expect(commands(page).getByRole("button", { name: "DISABLE Food Safety Hold" })).toBeVisible();
  await sendTelemetry("CommandAcknowledgement", id, { commandId: first, outcome: "ACKNOWLEDGED", result: "On hold" });
  await sendTelemetry("CommandAcknowledgement", id, { commandId: third, outcome: "DELIVERED" });
  await expect(states).toHaveText(["Delivered", "Superseded", "Superseded"]);
  await page.reload();
  await expect(states).toHaveText(["Delivered", "Superseded", "Superseded"]);
  await expect(commands(page).getByRole("button", { name: "DISABLE Food Safety Hold" })).toBeVisible();
});

for (const width of [390, 1280]) {
  test(`keeps the buttons in place while the page loads at a width of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, "operations");
    const id = await createFridge(page);
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/_aws\//, async (route) => {
      if (!/"operationName":"(featureFlags|myPermissions)"/.test(route.request().postData() ?? "")) await released;
      await route.continue();
    });
    await page.goto(`/locations/health/${id}`);
    const button = commands(page).getByRole("button", { name: "ENABLE Food Safety Hold", exact: true });
    const before = await button.boundingBox();

    release();
    await expect(commands(page).getByRole("note")).toBeVisible();
    await expect(page.getByText("No open alerts.")).toBeVisible();
    await expect(page.getByText("Test kitchen")).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
  });
}

test("shows the sent commands but no buttons to users without a flag", async ({ page }) => {
  await signIn(page, "read-only", "/locations/health/CHI_0001");
  await expect(commands(page).getByText("No commands are available to you.")).toBeVisible();
  await expect(commands(page).getByRole("heading", { name: "Queue messages" })).toBeVisible();
});

/** Commands to a fridge in a real browser (spec of fleet operations, sections 2.3, 4.3, 6 and 8). */
import type { Page } from "@playwright/test";
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";
import { tell } from "./telemetry";

const commands = (page: Page) => page.getByRole("region", { name: "Fridge Commands" });
const newest = (page: Page) =>
  page.getByRole("list", { name: "Messages to this fridge" }).getByRole("listitem").first();

/** Presses a command's button and the dialog's; answers the command's id. */
async function send(page: Page, name: string): Promise<string> {
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes("createQueueMessage") ?? false,
  );
  await commands(page).getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  const { data } = (await (await answered).json()) as { data: { createQueueMessage: { id: string } } };
  return data.createQueueMessage.id;
}

test("a command is watched from queued to done as the fridge answers, with one read for each change", async ({
  page,
}) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await page.goto(`/locations/health/${id}`);
  await expect(commands(page).getByText("Live", { exact: true })).toBeVisible();
  await expect(commands(page).getByRole("note")).toContainText("This fridge has never reported.");

  const commandId = await send(page, "Reset ReactUI");
  await expect(page.getByText("Reset ReactUI successful")).toBeVisible();
  await expect(page.getByText("This command should be processed within 5 minutes.")).toBeVisible();
  await expect(newest(page)).toContainText(/Waiting[45]:\d\d left/);

  let reads = 0;
  page.on("request", (request) => {
    if (request.postData()?.includes("readQueueMessages")) reads += 1;
  });
  await tell("CommandAcknowledgement", id, { commandId, outcome: "DELIVERED" });
  await expect(newest(page).getByRole("status")).toHaveText("Delivered");
  await tell("CommandAcknowledgement", id, { commandId, outcome: "ACKNOWLEDGED", result: "REACT_UI restarted" });
  await expect(newest(page).getByRole("status")).toHaveText("Done");
  await expect(newest(page)).toContainText("REACT_UI restarted");
  // Queued, delivered and acknowledged: an event names the command, and the page reads it.
  expect(reads).toBeLessThanOrEqual(3);
  await expectAccessibleEverywhere(page);
});

test("a toggle flips when it is sent, and flips back when the fridge refuses", async ({ page }) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await page.goto(`/locations/health/${id}`);
  const commandId = await send(page, "ENABLE Food Safety Hold");
  await expect(page.getByText("Food Safety Hold ENABLED successfully")).toBeVisible();
  await expect(commands(page).getByRole("button", { name: "DISABLE Food Safety Hold" })).toBeVisible();
  await tell("CommandAcknowledgement", id, { commandId, outcome: "REFUSED", result: "The door is open" });
  await expect(newest(page).getByRole("status")).toHaveText("Refused");
  await expect(commands(page).getByRole("button", { name: "ENABLE Food Safety Hold" })).toBeVisible();
});

test("the newest of three safety commands wins while no fridge fetches them", async ({ page }) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await page.goto(`/locations/health/${id}`);
  const first = await send(page, "ENABLE Food Safety Hold");
  await send(page, "DISABLE Food Safety Hold");
  const third = await send(page, "ENABLE Food Safety Hold");
  expect(third > first).toBe(true);
  const states = page.getByRole("list", { name: "Messages to this fridge" }).getByRole("status");
  await expect(states).toHaveText(["Waiting", "Superseded", "Superseded"]);
  await expect(commands(page).getByRole("button", { name: "DISABLE Food Safety Hold" })).toBeVisible();
  await tell("CommandAcknowledgement", id, { commandId: first, outcome: "ACKNOWLEDGED", result: "On hold" });
  await tell("CommandAcknowledgement", id, { commandId: third, outcome: "DELIVERED" });
  await expect(states).toHaveText(["Delivered", "Superseded", "Superseded"]);
  await page.reload();
  await expect(states).toHaveText(["Delivered", "Superseded", "Superseded"]);
  await expect(commands(page).getByRole("button", { name: "DISABLE Food Safety Hold" })).toBeVisible();
});

for (const width of [390, 1280]) {
  test(`no button moves while the rest of the page is read, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, "operations");
    const id = await createFridge(page);
    let answer = () => undefined as void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/_aws\//, async (route) => {
      if (!/"operationName":"(featureFlags|myPermissions)"/.test(route.request().postData() ?? "")) await answered;
      await route.continue();
    });
    await page.goto(`/locations/health/${id}`);
    const button = commands(page).getByRole("button", { name: "ENABLE Food Safety Hold", exact: true });
    const before = await button.boundingBox();

    answer();
    await expect(commands(page).getByRole("note")).toBeVisible();
    await expect(page.getByText("No open alert.")).toBeVisible();
    await expect(page.getByText("Test kitchen")).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
  });
}

test("who has no flag sees what was sent, and no button", async ({ page }) => {
  await signIn(page, "read-only", "/locations/health/CHI_0001");
  await expect(commands(page).getByText("No commands are open to you.")).toBeVisible();
  await expect(commands(page).getByRole("heading", { name: "Queue messages" })).toBeVisible();
});

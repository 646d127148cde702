import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Server, type ServerOptions } from "../../test/server";
import { freezeClock, makeAlert } from "./health.fixture";

const RULE = {
  id: "0196b2d0-0000-7000-8000-000000000001",
  version: 3,
  name: "Night shift",
  regions: ["MW"],
  kinds: ["TOO_WARM"],
  shift: { days: ["MONDAY"], from: "22:00", until: "06:00" },
  target: { kind: "EMAIL", address: "night@example.com" },
  targetState: "CONFIRMED",
  escalation: { afterMinutes: 15, target: { kind: "WEBHOOK", address: "https://hooks.example.com/x" } },
  escalationState: "PENDING",
  notifyCleared: true,
  updatedAt: "2026-11-21T10:00:00Z",
  updatedBy: "ann@example.com",
};

function renderRules(options: ServerOptions = {}) {
  return renderApp("/portfoliohealth/alerts/notifications", {
    ...options,
    handlers: { alertSubscriptions: () => [RULE], ...options.handlers },
  });
}

/** The inputs of the calls of an operation. */
const callsOf = ({ calls }: Server, operation: string) =>
  calls.filter(({ name }) => name === operation).map(({ input }) => input);

const ruleRow = async () =>
  within((await screen.findByRole("rowheader", { name: "Night shift" })).closest("tr") ?? document.body);

test("lists the rules with their shift, receivers and states", async () => {
  renderRules();
  const row = await ruleRow();
  for (const text of [
    "MW: Too warm",
    "Mon 22:00–06:00",
    "night@example.com",
    "Confirmed",
    "Waiting for confirmation",
    "after 15 min",
  ]) {
    expect(row.getByText(text)).toBeDefined();
  }
});

test("has a button for the first rule", async () => {
  const { user } = renderRules({ handlers: { alertSubscriptions: () => [] } });
  await screen.findByText("No notification rules. Create one to send alerts by email or webhook.");
  await user.click(screen.getByRole("button", { name: "New rule" }));
  expect(await screen.findByRole("dialog", { name: "New notification rule" })).toBeDefined();
});

test("creates a rule with a shift and an escalation", async () => {
  const { user, server } = renderRules({
    handlers: { putAlertSubscription: () => ({ id: RULE.id, name: "Day", targetState: "PENDING" }) },
  });
  await user.click(await screen.findByRole("button", { name: "New rule" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New notification rule" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Enter a name")).toBeDefined();
  expect(dialog.getByText("Enter an email address")).toBeDefined();
  await user.type(dialog.getByLabelText(/^Name/), "Day");
  await user.click(dialog.getByRole("checkbox", { name: "NE" }));
  await user.click(dialog.getByRole("checkbox", { name: "Silent" }));
  await user.click(dialog.getByRole("radio", { name: "During a shift" }));
  await user.type(dialog.getByLabelText(/^Email address/), "day@example.com");
  await user.click(dialog.getByRole("checkbox", { name: "Escalate alerts that no one acknowledges" }));
  await user.type(dialog.getByLabelText(/^Email address for escalations/), "boss@example.com");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Day saved. The receiver gets a request to confirm.")).toBeDefined();
  const [call] = callsOf(server, "putAlertSubscription");
  expect(call).toMatchObject({
    input: {
      version: null,
      name: "Day",
      regions: ["NE"],
      kinds: ["SILENT"],
      shift: { days: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"], from: "22:00", until: "06:00" },
      target: { kind: "EMAIL", address: "day@example.com" },
      escalation: { afterMinutes: 15, target: { kind: "EMAIL", address: "boss@example.com" } },
      notifyCleared: true,
    },
  });
});

test("shows the server's error at the field of the form", async () => {
  const errors = [{ field: "input.target.address", message: "address must be an e-mail address" }];
  const { user } = renderRules({
    handlers: {
      putAlertSubscription: () => {
        throw new ServerError("Invalid", "address must be an e-mail address", { errors });
      },
    },
  });
  const row = await ruleRow();
  await user.click(row.getByRole("button", { name: "Edit Night shift" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Night shift" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("address must be an e-mail address")).toBeDefined();
});

test("shows the result of a test message for each receiver", async () => {
  const { user } = renderRules({
    handlers: {
      testAlertSubscription: () => [
        { target: RULE.target, outcome: "SENT" },
        { target: RULE.escalation.target, outcome: "UNCONFIRMED" },
      ],
    },
  });
  await user.click(await screen.findByRole("button", { name: "Send a test message for Night shift" }));
  expect(await screen.findByText("Test message sent to night@example.com")).toBeDefined();
  expect(screen.getByText(/^https:\/\/hooks.example.com\/x must confirm first/)).toBeDefined();
});

test("deletes a rule after a confirmation", async () => {
  const { user, server } = renderRules({ handlers: { deleteAlertSubscription: () => true } });
  await user.click(await screen.findByRole("button", { name: "Delete Night shift" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(callsOf(server, "deleteAlertSubscription")).toEqual([{ id: RULE.id, version: 3 }]));
});

test("requires the permission", async () => {
  renderApp("/portfoliohealth/alerts/notifications", { profile: "read-only" });
  expect(await screen.findByText(/ManageAlertNotifications/)).toBeDefined();
});

const ALERT = makeAlert("1", { location: "CHI0001" });

test("snoozes a fridge in the list of alerts and ends the snooze", async () => {
  freezeClock();
  let snoozes: readonly object[] = [];
  const { user, server } = renderApp("/portfoliohealth/alerts", {
    handlers: {
      fridgeAlerts: () => ({ items: [ALERT], nextToken: null }),
      fridgeHealth: () => ({ fridgeData: [] }),
      alertSnoozes: () => ({ items: snoozes, nextToken: null }),
      snoozeFridgeAlerts: ({ input }: { readonly input: { readonly location: string; readonly until: string } }) => {
        snoozes = [{ ...input, by: "ann@example.com", at: "2026-11-21T18:00:00Z" }];
        return { location: input.location, until: input.until };
      },
      endFridgeAlertSnooze: () => {
        snoozes = [];
        return true;
      },
    },
  });
  await user.click(await screen.findByRole("button", { name: "Snooze alerts of CHI0001" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Snooze alerts of CHI0001" }));
  await user.click(dialog.getByRole("button", { name: "Snooze" }));
  expect(dialog.getByText("Enter a reason")).toBeDefined();
  await user.selectOptions(dialog.getByLabelText("For"), "1 hour");
  await user.type(dialog.getByLabelText(/^Reason/), "Technician on site");
  await user.click(dialog.getByRole("button", { name: "Snooze" }));
  expect(callsOf(server, "snoozeFridgeAlerts")).toHaveLength(1);
  expect(await screen.findByText(/^Snoozed until/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "End the snooze of CHI0001" }));
  expect(await screen.findByRole("button", { name: "Snooze alerts of CHI0001" })).toBeDefined();
});

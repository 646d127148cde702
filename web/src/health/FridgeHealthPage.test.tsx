import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";
import { startFakeLiveServer, type FakeLiveServer } from "../../test/live";
import { ServerError, type ServerOptions } from "../../test/server";
import { fridgeChannel } from "../api/channels";
import { CONNECTION_HANDLERS } from "../connections/connection.fixture";
import { FRIDGE } from "../locations/detail/fridge.fixture";
import type { FridgeHealth } from "./fridgeHealth";
import { makeAlert, freezeClock, makeHealth, minutesAgo } from "./health.fixture";

const EMPTY_PAGE = { items: [], nextToken: null };

function renderHealth(
  overrides: Partial<FridgeHealth> | null = {},
  options: ServerOptions & { readonly live?: FakeLiveServer } = {},
) {
  freezeClock();
  return renderApp("/locations/health/CHI0001", {
    ...options,
    handlers: {
      location: () => ({ ...FRIDGE, id: "CHI0001", prettyName: "Lobby of the tower" }),
      ...CONNECTION_HANDLERS,
      fridgeHealth: () => ({ fridgeData: overrides ? [makeHealth("CHI0001", overrides)] : [] }),
      fridgeAlerts: () => EMPTY_PAGE,
      alertSnoozes: () => EMPTY_PAGE,
      alertNotices: () => [],
      locationHistory: () => EMPTY_PAGE,
      fridgeTemperatures: () => [],
      getFridgeEvents: () => EMPTY_PAGE,
      getFridgeSegmentEvents: () => EMPTY_PAGE,
      readQueueMessages: () => EMPTY_PAGE,
      ...options.handlers,
    },
  });
}

/** The value of an attribute, or null without the attribute. */
async function attribute(label: string): Promise<Element | null> {
  const attributes = within(await screen.findByLabelText("Health of CHI0001"));
  return attributes.getByText(label, { selector: "dt" }).nextElementSibling;
}

describe("fridge health page (HLT-10)", () => {
  test("shows each attribute with its color and the matching word (HLT-11)", async () => {
    renderHealth({ temperature: 44, outOfOrderTs: minutesAgo(60), networkSpeed: null, cardReader: false });
    expect(await attribute("Temperature")).toHaveTextContent(/^✕44\.0 °F \(bad\)$/);
    expect((await attribute("Temperature"))?.querySelector("[data-tone=red]")).not.toBeNull();
    expect(await attribute("Out of order")).toHaveTextContent(/^!No \(watch\)$/);
    expect((await attribute("Out of order"))?.querySelector("[data-tone=orange]")).not.toBeNull();
    expect(await attribute("Safety hold")).toHaveTextContent(/^✓No \(good\)$/);
    expect((await attribute("Safety hold"))?.querySelector("[data-tone=green]")).not.toBeNull();
    expect(await attribute("Network speed")).toHaveTextContent(/^✕None \(bad\)$/);
    expect(await attribute("Card reader connected")).toHaveTextContent(/^✕No \(bad\)$/);
    expect(await attribute("Sundry door")).toHaveTextContent(/^\?Unknown$/);
    expect(screen.getByText("Above 41 °F")).toBeDefined();
    expect(await screen.findByText("Lobby of the tower")).toBeDefined();
  });

  test("shows the age of the report and that the fridge is silent", async () => {
    renderHealth({ receivedAt: minutesAgo(90) });
    expect(await screen.findByText("1 hour ago")).toBeDefined();
    expect(screen.getByText("Silent")).toBeDefined();
  });

  test("updates live and ignores reports older than the cached one", async () => {
    const live = startFakeLiveServer();
    let reported = makeHealth("CHI0001");
    let openAlerts: readonly unknown[] = [];
    const handlers = {
      fridgeHealth: () => ({ fridgeData: [reported] }),
      fridgeAlerts: () => ({ items: openAlerts, nextToken: null }),
    };
    renderHealth({}, { live, handlers });
    expect(await screen.findAllByText("Live")).not.toEqual([]);
    expect(await attribute("Temperature")).toHaveTextContent("36.5 °F");
    const channel = fridgeChannel("CHI0001");
    if (!channel) throw new Error("CHI0001 has no live channel");
    const report = (minutes: number, temperature: number) => {
      reported = makeHealth("CHI0001", { timestamp: minutesAgo(minutes), temperature });
      live.publish(channel, { kind: "health", id: "CHI0001" });
    };
    report(1, 50);
    await waitFor(async () => expect(await attribute("Temperature")).toHaveTextContent("50.0 °F"));
    report(5, 60);
    openAlerts = [makeAlert("a1")];
    live.publish(channel, { kind: "alert", id: "a1" });
    expect(await screen.findByText("44.6 degrees")).toBeDefined();
    expect(await attribute("Temperature")).toHaveTextContent("50.0 °F");
    openAlerts = [];
    live.publish(channel, { kind: "alert", id: "a1" });
    await waitFor(() => expect(screen.queryByText("44.6 degrees")).toBeNull(), { timeout: 3000 });
  });

  test("shows 'No data' for a fridge that never reported", async () => {
    renderHealth(null);
    expect(await screen.findByText("No data: this fridge has never reported.")).toBeDefined();
  });

  test.each([
    [
      "a wholesale location",
      { ...FRIDGE, id: "CHI0001", type: "WHOLESALE", prettyName: "Corner Market" },
      "Corner Market is a wholesale location. It has no health and no commands.",
      { name: "Back to CHI0001", to: "/locations/detail/CHI0001" },
    ],
    ["an unknown id", null, "There is no location CHI0001.", { name: "All locations", to: "/locations/all" }],
  ])("%s has no health and no commands, but a link back", async (_, location, text, back) => {
    renderHealth(null, { handlers: { location: () => location } });
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole("link", { name: back.name }).getAttribute("href")).toBe(back.to);
    expect(screen.queryByText(/never reported/i)).toBeNull();
    expect(screen.queryByRole("region", { name: "Fridge Commands" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Jofemar|Food Safety Hold|Out of Order/ })).toBeNull();
  });

  test("shows 'never reported' only after the location is known to be a fridge", async () => {
    let respond: (location: unknown) => void = () => undefined;
    const location = new Promise((resolve) => (respond = resolve));
    const { server } = renderHealth(null, { handlers: { location: () => location } });
    await waitFor(() => expect(server.calls.some(({ name }) => name === "fridgeHealth")).toBe(true));
    expect(await screen.findByText("No temperatures reported")).toBeDefined();
    expect(screen.queryByText(/never reported/i)).toBeNull();
    respond({ ...FRIDGE, id: "CHI0001", prettyName: "Lobby of the tower" });
    expect(await screen.findByText("No data: this fridge has never reported.")).toBeDefined();
  });

  test("shows 'Oops, there was an error loading your request.' after a failed load and retries", async () => {
    let failing = true;
    const fridgeHealth = () => {
      if (failing) throw new ServerError("Internal", "");
      return { fridgeData: [makeHealth("CHI0001")] };
    };
    const { user } = renderHealth({}, { handlers: { fridgeHealth } });
    expect(await screen.findByText("Oops, there was an error loading your request.")).toBeDefined();
    failing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await attribute("Temperature")).toHaveTextContent("36.5 °F");
  });

  test("shows the times of events in the fridge's zone with Central time next to them (SHL-41)", async () => {
    const event = {
      id: "1",
      location: "CHI0001",
      eventType: "purchaseCompleted",
      date: "2026-07-21T17:00:00Z",
      payload: null,
    };
    renderHealth(
      { timezone: "NEWYORK" },
      {
        handlers: {
          location: () => ({ ...FRIDGE, id: "CHI0001", timeZone: "NEWYORK" }),
          getFridgeSegmentEvents: () => ({ items: [event], nextToken: null }),
        },
      },
    );
    const segment = within(await screen.findByRole("list", { name: "Segment events" }));
    await waitFor(() =>
      expect(segment.getByRole("listitem").textContent).toBe(
        "purchaseCompleted 07/21/2026 1:00:00 PM EDT (12:00:00 PM CDT)",
      ),
    );
  });

  test("shows fridge events and segment events in Central time (HLT-12)", async () => {
    const { user, server } = renderHealth(
      {},
      {
        handlers: {
          getFridgeEvents: () => ({
            items: [
              {
                id: "e1",
                location: "CHI0001",
                eventType: "CheckpointEvent",
                name: "DOOR_OPENED",
                timestamp: "2026-11-21T17:00:00Z",
                data: '{"driver":"d@larder.example"}',
              },
            ],
            nextToken: null,
          }),
          getFridgeSegmentEvents: () => ({
            items: [
              {
                id: "s1",
                location: "CHI0001",
                eventType: "purchaseCompleted",
                date: "2026-07-21T17:00:00Z",
                payload: null,
              },
            ],
            nextToken: null,
          }),
        },
      },
    );
    const events = within(await screen.findByRole("list", { name: "Fridge events" }));
    expect(events.getByRole("listitem").textContent).toBe(
      "DOOR_OPENED 11/21/2026 11:00:00 AM CSTdriver d@larder.example",
    );
    const segment = within(await screen.findByRole("list", { name: "Segment events" }));
    expect(segment.getByRole("listitem").textContent).toBe("purchaseCompleted 07/21/2026 12:00:00 PM CDT");

    await user.selectOptions(screen.getByRole("combobox", { name: "Segment event type" }), "pickupAccepted");
    await waitFor(() =>
      expect(server.calls.filter(({ name }) => name === "getFridgeSegmentEvents").at(-1)?.input).toMatchObject({
        fridgeSegmentEventType: ["pickupAccepted"],
      }),
    );
  });

  test("loads earlier events on demand", async () => {
    const event = (id: number) => ({
      id: `e${id}`,
      location: "CHI0001",
      eventType: "CheckpointEvent",
      name: `EVENT_${id}`,
      timestamp: minutesAgo(id),
      data: null,
    });
    const pages = { first: [1, 2, 3, 4, 5, 6, 7, 8, 9], second: [10] };
    const getFridgeEvents = ({ nextToken }: { readonly nextToken: string | null }) =>
      nextToken
        ? { items: pages.second.map(event), nextToken: null }
        : { items: pages.first.map(event), nextToken: "second" };
    const { user } = renderHealth({}, { handlers: { getFridgeEvents } });
    const items = () => screen.getByRole("list", { name: "Fridge events" }).children.length;
    await user.click(await screen.findByRole("button", { name: "Earlier events" }));
    await waitFor(() => expect(items()).toBe(10));
    expect(screen.queryByRole("button", { name: "Earlier events" })).toBeNull();
  });

  test("shows the temperatures of the last 24 hours with the lowest and highest", async () => {
    const fridgeTemperatures = () => [
      { timestamp: minutesAgo(120), temperature: 36 },
      { timestamp: minutesAgo(5), temperature: 42 },
    ];
    renderHealth({}, { handlers: { fridgeTemperatures } });
    expect(await screen.findByText("lowest 36.0 °F, highest 42.0 °F")).toBeDefined();
    expect(screen.getByRole("row", { name: /^11\/21\/2026 11:00 AM CST 42\.0 °F 42\.0 °F/ })).toBeDefined();
  });

  test("shows an open alert and acknowledges it", async () => {
    let acknowledged = false;
    const alert = () =>
      makeAlert("a1", acknowledged ? { acknowledgedBy: "admin@larder.example", acknowledgedAt: minutesAgo(0) } : {});
    const { user, server } = renderHealth(
      {},
      {
        handlers: {
          fridgeAlerts: () => ({ items: [alert()], nextToken: null }),
          acknowledgeFridgeAlert: () => {
            acknowledged = true;
            return alert();
          },
        },
      },
    );
    await user.click(await screen.findByRole("button", { name: "Acknowledge Too warm" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: "Note" }), " On my way ");
    await user.click(dialog.getByRole("button", { name: "Acknowledge" }));
    expect(await screen.findByText("admin@larder.example just now")).toBeDefined();
    expect(server.calls.find(({ name }) => name === "acknowledgeFridgeAlert")?.input).toEqual({
      input: { location: "CHI0001", id: "a1", note: "On my way" },
    });
  });

  test("keeps the typed note when the alert clears before the user acknowledges it (HLT-38)", async () => {
    let alerts = [makeAlert("a1")];
    const { user, queryClient } = renderHealth(
      {},
      { handlers: { fridgeAlerts: () => ({ items: alerts, nextToken: null }) } },
    );
    await user.click(await screen.findByRole("button", { name: "Acknowledge Too warm" }));
    await user.type(within(screen.getByRole("dialog")).getByRole("textbox", { name: "Note" }), "On my way");
    alerts = [];
    await queryClient.invalidateQueries({ queryKey: ["fridgeAlerts"] });
    expect(await screen.findByText(/^No open alerts/)).toBeInTheDocument();
    expect(within(screen.getByRole("dialog")).getByRole("textbox", { name: "Note" })).toHaveValue("On my way");
  });

  test("shows who was notified of an open alert, and the fridge's snooze (HLT-35, HLT-36)", async () => {
    const notice = { subscriptionName: "Night", targetKind: "EMAIL", event: "OPENED", at: "2026-11-21T18:00:00Z" };
    const snooze = { location: "CHI0001", reason: "Closed", by: "ann@larder.example", at: minutesAgo(5) };
    renderHealth(
      {},
      {
        handlers: {
          fridgeAlerts: () => ({ items: [makeAlert("a1")], nextToken: null }),
          alertNotices: () => [
            { ...notice, receiver: "night@larder.example", outcome: "SENT" },
            { ...notice, receiver: "hooks.example.com", event: "ESCALATED", outcome: "FAILED" },
          ],
          alertSnoozes: () => ({ items: [{ ...snooze, until: "2026-11-22T18:00:00Z" }], nextToken: null }),
        },
      },
    );
    expect(await screen.findByText(/^Notified: night@larder\.example \(Night\) at .*12:00 PM/)).toBeDefined();
    expect(screen.getByText(/^Escalated to: hooks\.example\.com \(Night\) at .*, not sent$/)).toBeDefined();
    expect(await screen.findByText(/^Snoozed until/)).toBeDefined();
    expect(screen.getByRole("button", { name: "End the snooze of CHI0001" })).toBeDefined();
  });

  test("shows the commands and queue messages of the fridge", async () => {
    renderHealth();
    const commands = within(await screen.findByRole("region", { name: "Fridge Commands" }));
    expect(await commands.findByRole("button", { name: /Jofemar/ })).toBeDefined();
    expect(commands.getByRole("heading", { name: "Queue messages" })).toBeDefined();
  });

  test("shows health without permission to view the location", async () => {
    const { server } = renderHealth({}, { profile: "no-permissions" });
    expect(await attribute("Temperature")).toHaveTextContent("36.5 °F");
    expect(server.calls.some(({ name }) => name === "location")).toBe(false);
  });
});

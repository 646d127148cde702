import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";
import { startLive, type FakeLive } from "../../test/live";
import { Refusal, type ServerOptions } from "../../test/server";
import { fridgeChannel } from "../api/channels";
import type { FridgeHealth } from "./fridgeHealth";
import { alertOf, atNow, healthOf, minutesAgo } from "./health.fixture";

const NONE = { items: [], nextToken: null };

function open(
  differing: Partial<FridgeHealth> | null = {},
  options: ServerOptions & { readonly live?: FakeLive } = {},
) {
  atNow();
  return renderApp("/locations/health/CHI0001", {
    ...options,
    answers: {
      location: () => ({ id: "CHI0001", type: "FRIDGE", prettyName: "Lobby of the tower" }),
      fridgeHealth: () => ({ fridgeData: differing ? [healthOf("CHI0001", differing)] : [] }),
      fridgeAlerts: () => NONE,
      fridgeTemperatures: () => [],
      getFridgeEvents: () => NONE,
      getFridgeSegmentEvents: () => NONE,
      readQueueMessages: () => NONE,
      ...options.answers,
    },
  });
}

const row = async (name: RegExp) =>
  within(await screen.findByRole("table", { name: "Health of CHI0001" })).getByRole("row", { name });

describe("the health page of one fridge (2.3)", () => {
  test("shows each attribute in its colour, which is told in a word too (4.3)", async () => {
    open({ temperature: 44, outOfOrderTs: minutesAgo(60), networkSpeed: null, cardReader: false });
    expect((await row(/^Temperature 44\.0 °F \(bad\)/)).querySelector("[data-tone=red]")).not.toBeNull();
    expect((await row(/^Out of order No \(watch\)/)).querySelector("[data-tone=orange]")).not.toBeNull();
    expect((await row(/^Safety hold No \(good\)/)).querySelector("[data-tone=green]")).not.toBeNull();
    expect(await row(/^Network speed None \(bad\)/)).toBeDefined();
    expect(await row(/^Card reader connected No \(bad\)/)).toBeDefined();
    expect(await row(/^Sundry door Unknown/)).toBeDefined();
    expect(screen.getByText("Too warm")).toBeDefined();
    expect(await screen.findByText("Lobby of the tower")).toBeDefined();
  });

  test("says how old the report is, and that a fridge is silent", async () => {
    open({ receivedAt: minutesAgo(90) });
    expect(await screen.findByText("1 hour ago")).toBeDefined();
    expect(screen.getByText("Silent")).toBeDefined();
  });

  test("what the fridge reports is shown as it happens, but nothing older than what is known", async () => {
    const live = startLive();
    let reported = healthOf("CHI0001");
    let openAlerts: readonly unknown[] = [];
    const answers = {
      fridgeHealth: () => ({ fridgeData: [reported] }),
      fridgeAlerts: () => ({ items: openAlerts, nextToken: null }),
    };
    open({}, { live, answers });
    expect(await screen.findAllByText("Live")).not.toEqual([]);
    expect(await row(/^Temperature 36\.5 °F/)).toBeDefined();
    const channel = fridgeChannel("CHI0001");
    if (!channel) throw new Error("There is no channel");
    const report = (minutes: number, temperature: number) => {
      reported = healthOf("CHI0001", { timestamp: minutesAgo(minutes), temperature });
      live.tell(channel, { kind: "health", id: "CHI0001" });
    };
    report(1, 50);
    await waitFor(async () => expect(await row(/^Temperature 50\.0 °F/)).toBeDefined());
    report(5, 60);
    openAlerts = [alertOf("a1")];
    live.tell(channel, { kind: "alert", id: "a1" });
    expect(await screen.findByText("44.6 degrees")).toBeDefined();
    expect(await row(/^Temperature 50\.0 °F/)).toBeDefined();
    openAlerts = [];
    live.tell(channel, { kind: "alert", id: "a1" });
    await waitFor(() => expect(screen.queryByText("44.6 degrees")).toBeNull(), { timeout: 3000 });
  });

  test("a fridge that never reported has no data", async () => {
    open(null);
    expect(await screen.findByText("No data: this fridge has never reported.")).toBeDefined();
  });

  test.each([
    [
      "a wholesale location",
      { id: "CHI0001", type: "WHOLESALE", prettyName: "Corner Market" },
      "Corner Market is a wholesale location. It has no health and no commands.",
      { name: "Back to CHI0001", to: "/locations/detail/CHI0001" },
    ],
    ["an unknown id", null, "There is no location CHI0001.", { name: "All locations", to: "/locations/all" }],
  ])("%s has neither health nor commands, and a way back", async (_, location, text, back) => {
    open(null, { answers: { location: () => location } });
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole("link", { name: back.name }).getAttribute("href")).toBe(back.to);
    expect(screen.queryByText(/never reported/i)).toBeNull();
    expect(screen.queryByRole("region", { name: "Fridge Commands" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Jofemar|Food Safety Hold|Out of Order/ })).toBeNull();
  });

  test("that a fridge never reported is said when it is known to be a fridge", async () => {
    let answer: (location: unknown) => void = () => undefined;
    const location = new Promise((resolve) => (answer = resolve));
    const { server } = open(null, { answers: { location: () => location } });
    await waitFor(() => expect(server.calls.some(({ name }) => name === "fridgeHealth")).toBe(true));
    expect(await screen.findByText("No temperature was reported.")).toBeDefined();
    expect(screen.queryByText(/never reported/i)).toBeNull();
    answer({ id: "CHI0001", type: "FRIDGE", prettyName: "Lobby of the tower" });
    expect(await screen.findByText("No data: this fridge has never reported.")).toBeDefined();
  });

  test("a failure is 'Oops, there was an error loading your request.', and can be tried again", async () => {
    let broken = true;
    const fridgeHealth = () => {
      if (broken) throw new Refusal("Internal", "");
      return { fridgeData: [healthOf("CHI0001")] };
    };
    const { user } = open({}, { answers: { fridgeHealth } });
    expect(await screen.findByText("Oops, there was an error loading your request.")).toBeDefined();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await row(/^Temperature/)).toBeDefined();
  });

  test("fridge events and segment events stand with their times in the America/Chicago zone", async () => {
    const { user, server } = open(
      {},
      {
        answers: {
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
    expect(events.getByRole("listitem").textContent).toBe("DOOR_OPENED Nov 21, 11:00:00 AM CSTdriver d@larder.example");
    const segment = within(await screen.findByRole("list", { name: "Segment events" }));
    expect(segment.getByRole("listitem").textContent).toBe("purchaseCompleted Jul 21, 12:00:00 PM CDT");

    await user.selectOptions(screen.getByRole("combobox", { name: "Type of segment event" }), "pickupAccepted");
    await waitFor(() =>
      expect(server.calls.filter(({ name }) => name === "getFridgeSegmentEvents").at(-1)?.input).toMatchObject({
        fridgeSegmentEventType: ["pickupAccepted"],
      }),
    );
  });

  test("earlier events come when they are asked for", async () => {
    const event = (id: number) => ({ id: `e${id}`, name: `EVENT_${id}`, timestamp: minutesAgo(id), data: null });
    const pages = { first: [1, 2, 3, 4, 5, 6, 7, 8, 9], second: [10] };
    const getFridgeEvents = ({ nextToken }: { readonly nextToken: string | null }) =>
      nextToken
        ? { items: pages.second.map(event), nextToken: null }
        : { items: pages.first.map(event), nextToken: "second" };
    const { user } = open({}, { answers: { getFridgeEvents } });
    const items = () => screen.getByRole("list", { name: "Fridge events" }).children.length;
    await user.click(await screen.findByRole("button", { name: "Earlier events" }));
    await waitFor(() => expect(items()).toBe(10));
    expect(screen.queryByRole("button", { name: "Earlier events" })).toBeNull();
  });

  test("the temperatures of the last 24 hours, with their lowest and highest", async () => {
    const fridgeTemperatures = () => [
      { timestamp: minutesAgo(120), temperature: 36 },
      { timestamp: minutesAgo(5), temperature: 42 },
    ];
    open({}, { answers: { fridgeTemperatures } });
    expect(await screen.findByText("lowest 36.0 °F, highest 42.0 °F")).toBeDefined();
    expect(screen.getByRole("row", { name: /^Nov 21, 11 AM CST 42\.0 °F 42\.0 °F/ })).toBeDefined();
  });

  test("an open alert is shown and acknowledged", async () => {
    let noted = false;
    const alert = () =>
      alertOf("a1", noted ? { acknowledgedBy: "admin@larder.example", acknowledgedAt: minutesAgo(0) } : {});
    const { user, server } = open(
      {},
      {
        answers: {
          fridgeAlerts: () => ({ items: [alert()], nextToken: null }),
          acknowledgeFridgeAlert: () => {
            noted = true;
            return alert();
          },
        },
      },
    );
    await user.click(await screen.findByRole("button", { name: "Acknowledge Too warm" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: "Note" }), " On my way ");
    await user.click(dialog.getByRole("button", { name: "Acknowledge" }));
    expect(await screen.findByText("admin@larder.example just now")).toBeDefined();
    expect(server.calls.find(({ name }) => name === "acknowledgeFridgeAlert")?.input).toEqual({
      input: { location: "CHI0001", id: "a1", note: "On my way" },
    });
  });

  test("its commands and its queue's messages stand beside its health", async () => {
    open();
    const commands = within(await screen.findByRole("region", { name: "Fridge Commands" }));
    expect(await commands.findByRole("button", { name: /Jofemar/ })).toBeDefined();
    expect(commands.getByRole("heading", { name: "Queue messages" })).toBeDefined();
  });

  test("who may not see locations sees the health all the same", async () => {
    const { server } = open({}, { profile: "no-permissions" });
    expect(await row(/^Temperature/)).toBeDefined();
    expect(server.calls.some(({ name }) => name === "location")).toBe(false);
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { stubDownload } from "../../test/download";
import { startLive, type FakeLive } from "../../test/live";
import { renderApp } from "../../test/renderApp";
import { Refusal, type ServerOptions } from "../../test/server";
import { FLEET_CHANNEL } from "../api/channels";
import { forgetAll } from "../api/localCache";
import type { FridgeHealth } from "./fridgeHealth";
import { alertOf, healthOf } from "./health.fixture";

const fridge = (id: string, type = "FRIDGE") => ({
  id,
  type,
  prettyName: `Lobby of ${id}`,
  route: null,
  stop: 0,
  status: "LIVE",
  prod: 0,
  latitude: "41",
  longitude: "-87",
});

const FLEET: Readonly<Record<string, Partial<FridgeHealth>>> = {
  F1: {},
  F2: { outOfOrder: true, temperature: 44 },
  F3: { hdmi: false },
};

const fresh = () => ({ timestamp: new Date().toISOString(), receivedAt: new Date().toISOString() });

interface Filter {
  readonly filter: { readonly locationIds: readonly string[] };
}

const answers: ServerOptions["answers"] = {
  locations: () => ({
    items: [fridge("F1"), fridge("F2"), fridge("F3"), fridge("F4"), fridge("W1", "WHOLESALE")],
    nextToken: null,
  }),
  fridgeHealth: ({ filter: { locationIds } }: Filter) => ({
    fridgeData: locationIds.flatMap((id) => (FLEET[id] ? healthOf(id, { ...fresh(), ...FLEET[id] }) : [])),
  }),
  fridgeAlerts: () => ({ items: [], nextToken: null }),
};

type Options = ServerOptions & { readonly live?: FakeLive };

const open = (address = "/portfoliohealth", options: Options = {}) =>
  renderApp(address, { ...options, answers: { ...answers, ...options.answers } });
const count = (text: string) => screen.findByText(text, { selector: "[role=status]" });
const panel = (id: string) => screen.findByRole("button", { name: new RegExp(`${id} Lobby`) });

beforeEach(() => forgetAll());

describe("fridge health monitoring (2.2)", () => {
  test("counts who is affected over the fleet's fridges", async () => {
    open();
    const chart = within(await screen.findByRole("table", { name: "Affected fridges" }));
    await count("2 of 4");
    const row = chart.getByRole("row", { name: /^Out of Order/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["1", "2", "1"]);
    expect(within(row).getByRole("link").getAttribute("href")).toBe("/portfoliohealth?look=worst&problem=outOfOrder");
  });

  test("asks for ten fridges a call", async () => {
    const items = Array.from({ length: 25 }, (_, index) => fridge(`F${index + 1}`));
    const { server } = open("/portfoliohealth", { answers: { locations: () => ({ items, nextToken: null }) } });
    await count("23 of 25");
    const asked = server.calls.filter(({ name }) => name === "fridgeHealth").map(({ input }) => input as Filter);
    expect(asked.map(({ filter }) => filter.locationIds.length)).toEqual([10, 10, 5]);
  });

  test("toggles and selects narrow the Locations list, and are in the address", async () => {
    const { user, router } = open();
    expect(await count("2 of 4")).toBeDefined();
    await user.click(screen.getByRole("switch", { name: "Is Out of Order" }));
    expect(await count("1 of 4")).toBeDefined();
    expect(await panel("F2")).toBeDefined();
    await waitFor(() => expect(router.state.location.search).toBe("?outOfOrder=on"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Timezone" }), "Pacific");
    expect(await screen.findByText("No fridge matches the filters")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await count("2 of 4")).toBeDefined();
  });

  test("a panel holds the attributes with their values, and 'No data' when empty", async () => {
    const { user, router } = open();
    await user.click(await panel("F1"));
    const table = within(await screen.findByRole("table", { name: "Health of F1" }));
    expect(table.getByRole("row", { name: /^Temperature 36\.5 °F \(good\)/ })).toBeDefined();
    await user.click(await panel("F4"));
    expect(await screen.findByText("No data", { selector: "p" })).toBeDefined();
    await waitFor(() => expect(router.state.location.search).toBe("?open=F1&open=F4"));
    await user.click(await panel("F1"));
    await waitFor(() => expect(screen.queryByRole("table", { name: "Health of F1" })).toBeNull());
  });

  test("says how many with problems the filters leave out, and shows the worst first", async () => {
    const { user } = open();
    expect(await screen.findByText(/^2 fridges with problems are left out by the filters/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show the worst first" }));
    const table = await screen.findByRole("table", { name: "Fridges" });
    const ids = within(table)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent.slice(0, 2));
    expect(ids).toEqual(["F2", "F4", "F3", "F1"]);
    expect(within(table).getByText("Too warm")).toBeDefined();
  });

  test("a fridge that changes is counted and listed as it happens", async () => {
    const live = startLive();
    const reported: Record<string, Partial<FridgeHealth>> = { ...FLEET };
    let openAlerts: readonly unknown[] = [];
    const fridgeHealth = ({ filter: { locationIds } }: Filter) => ({
      fridgeData: locationIds.flatMap((id) => (reported[id] ? healthOf(id, { ...fresh(), ...reported[id] }) : [])),
    });
    const fridgeAlerts = () => ({ items: openAlerts, nextToken: null });
    const { server } = open("/portfoliohealth", { live, answers: { fridgeHealth, fridgeAlerts } });
    expect(await count("2 of 4")).toBeDefined();
    await waitFor(() => expect(live.heard()).toContain(FLEET_CHANNEL.path));
    server.calls.length = 0;
    reported.F1 = { timestamp: new Date(Date.now() + 1000).toISOString(), outOfOrder: true };
    for (const id of ["F1", "F3", "F1"]) live.tell(FLEET_CHANNEL, { kind: "health", id });
    expect(await count("1 of 4")).toBeDefined();
    const row = screen.getByRole("row", { name: /^Out of Order/ });
    expect(within(row).getByRole("link").textContent).toBe("2");
    const read = server.calls.filter(({ name }) => name === "fridgeHealth").map(({ input }) => input);
    expect(read).toEqual([{ filter: { locationIds: ["F1", "F3"] } }]);
    openAlerts = [alertOf("a1")];
    live.tell(FLEET_CHANNEL, { kind: "alert", id: "a1" });
    expect(await screen.findByRole("link", { name: "Alerts (1 open)" })).toBeDefined();
  });

  test("what is listed is exported", async () => {
    const saved = stubDownload();
    const { user } = open("/portfoliohealth?look=worst&problem=outOfOrder");
    expect(await count("1 of 4")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    const [header = "", line = ""] = (await saved()).replace("\uFEFF", "").split("\r\n");
    expect(header).toMatch(/^id,prettyName,problems,Temperature,Setpoint,Vending state,/);
    expect(line).toMatch(/^F2,Lobby of F2,"Too warm, Out of order",44\.0 °F,36\.0 °F,STATUS_0_READY,Yes,/);
  });

  test("without GetAllLocation the screen says that it may not be seen", async () => {
    open("/portfoliohealth", { profile: "no-permissions" });
    expect(await screen.findByText("Your permissions do not let you see the fleet")).toBeDefined();
  });

  test("a failure to load is 'Oops, there was an error loading your request.', and can be tried again", async () => {
    let broken = true;
    const { user } = open("/portfoliohealth", {
      answers: {
        fridgeHealth: (input) => {
          if (broken) throw new Refusal("Internal", "");
          return answers.fridgeHealth?.(input);
        },
      },
    });
    expect(await screen.findByText("Oops, there was an error loading your request.")).toBeDefined();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await count("2 of 4")).toBeDefined();
    expect(screen.queryByText("Oops, there was an error loading your request.")).toBeNull();
  });

  test("a failure to load stays on the screen, with a way to try again, while events arrive", async () => {
    const live = startLive();
    let broken = true;
    let openAlerts: readonly unknown[] = [];
    const { user, server } = open("/portfoliohealth", {
      live,
      answers: {
        // The fleet cannot be read; fridges that change can.
        fridgeHealth: (input: Filter) => {
          if (broken && input.filter.locationIds.includes("F4")) throw new Refusal("Internal", "");
          return answers.fridgeHealth?.(input as never);
        },
        fridgeAlerts: () => ({ items: openAlerts, nextToken: null }),
      },
    });
    expect(await screen.findByText("Oops, there was an error loading your request.")).toBeDefined();
    await waitFor(() => expect(live.heard()).toContain(FLEET_CHANNEL.path));
    for (const id of ["F1", "F2", "F3"]) live.tell(FLEET_CHANNEL, { kind: "health", id });
    openAlerts = [alertOf("a1")];
    live.tell(FLEET_CHANNEL, { kind: "alert", id: "a1" });
    await waitFor(() =>
      expect(server.calls.map(({ input }) => input)).toContainEqual({ filter: { locationIds: ["F1", "F2", "F3"] } }),
    );
    expect(await screen.findByRole("link", { name: "Alerts (1 open)" })).toBeDefined();
    expect(screen.getByText("Oops, there was an error loading your request.")).toBeDefined();
    expect(screen.queryByText(/^Loading/)).toBeNull();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await count("2 of 4")).toBeDefined();
  });

  test("a fleet without fridges is said to be so", async () => {
    open("/portfoliohealth", { answers: { locations: () => ({ items: [], nextToken: null }) } });
    expect(await screen.findByText("There is no LIVE fridge")).toBeDefined();
  });
});

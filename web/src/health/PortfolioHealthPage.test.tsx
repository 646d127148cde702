import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { stubDownload } from "../../test/download";
import { startFakeLiveServer, type FakeLiveServer } from "../../test/live";
import { toHealthSummary } from "../../test/fleetHealth";
import { renderApp } from "../../test/renderApp";
import { ServerError, type ServerOptions } from "../../test/server";
import { FLEET_CHANNEL } from "../api/channels";
import { makeMessage } from "../commands/message.fixture";
import { clearCache } from "../lib/storage";
import type { FridgeHealth } from "./fridgeHealth";
import { readSnapshot, writeSnapshot } from "./fleet/snapshot";
import { makeAlert, makeHealth } from "./health.fixture";

const fridge = (id: string, type = "FRIDGE") => ({
  id,
  type,
  prettyName: `Lobby of ${id}`,
  address: { street: "233 S Wacker Dr", city: "Chicago", state: "IL", zipCode: "60606" },
  route: null,
  stop: 0,
  status: "LIVE",
  prod: 0,
  latitude: "41",
  longitude: "-87",
  timeZone: "CHICAGO",
});

const FLEET: Readonly<Record<string, Partial<FridgeHealth>>> = {
  F1: {},
  F2: { outOfOrder: true, temperature: 44 },
  F3: { hdmi: false, temperature: 37 },
};

const justReported = () => ({ timestamp: new Date().toISOString(), receivedAt: new Date().toISOString() });

interface HealthInput {
  readonly filter: { readonly locationIds: readonly string[] };
}

const summaries = (fleet: Readonly<Record<string, Partial<FridgeHealth>>>) =>
  Object.entries(fleet).map(([id, health]) => toHealthSummary(makeHealth(id, { ...justReported(), ...health })));

const handlers: ServerOptions["handlers"] = {
  fleetHealth: () => ({ items: summaries(FLEET), nextToken: null }),
  locations: () => ({
    items: [fridge("F1"), fridge("F2"), fridge("F3"), fridge("F4"), fridge("W1", "WHOLESALE")],
    nextToken: null,
  }),
  fridgeHealth: ({ filter: { locationIds } }: HealthInput) => ({
    fridgeData: locationIds.flatMap((id) => (FLEET[id] ? makeHealth(id, { ...justReported(), ...FLEET[id] }) : [])),
  }),
  fridgeAlerts: () => ({ items: [], nextToken: null }),
  disconnectedFridges: () => ({ items: [], nextToken: null }),
};

type Options = ServerOptions & { readonly live?: FakeLiveServer };

const renderFleet = (address = "/portfoliohealth", options: Options = {}) =>
  renderApp(address, { ...options, handlers: { ...handlers, ...options.handlers } });

/** A handler that sends two fridges, and the others on a second page after `sendSecondPage`. */
function twoPages() {
  let sendSecondPage: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => (sendSecondPage = resolve));
  const fleetHealth = async ({ nextToken }: { readonly nextToken: string | null }) => {
    if (nextToken === null) return { items: summaries(FLEET).slice(0, 2), nextToken: "second" };
    await requested;
    return { items: summaries(FLEET).slice(2), nextToken: null };
  };
  return { fleetHealth, sendSecondPage: () => sendSecondPage() };
}

const findCount = (text: string) => screen.findByText(text, { selector: "[role=status]" });
const findPanel = (id: string) => screen.findByRole("button", { name: new RegExp(`${id} Lobby`) });

/** The chart's numbers of one state. */
async function affected(state: string): Promise<HTMLElement> {
  const chart = within(await screen.findByRole("list", { name: "Affected fridges" }));
  const item = chart.getAllByRole("listitem").find((one) => within(one).queryByRole("heading", { name: state }));
  if (!item) throw new Error(`The chart does not show ${state}`);
  return item;
}

const listedFridges = async () =>
  within(await screen.findByRole("table", { name: "Fridges" }))
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);

beforeEach(() => clearCache());

describe("Fridge Health Monitoring (HLT-1, HLT-2)", () => {
  test("counts the disconnected LIVE fridges on all pages and links them", async () => {
    const since = new Date().toISOString();
    const pages: Readonly<Record<string, object>> = {
      "": { items: [{ locationId: "F1", since, reason: null }], nextToken: "2" },
      "2": {
        items: ["F3", "REMOVED_1"].map((locationId) => ({ locationId, since, reason: "CONNECTION_LOST" })),
        nextToken: null,
      },
    };
    const { user } = renderFleet("/portfoliohealth", {
      handlers: { disconnectedFridges: ({ nextToken }: { nextToken?: string | null }) => pages[nextToken ?? ""] },
    });
    const link = await screen.findByRole("link", { name: "2 fridges" });
    expect(link.parentElement).toHaveTextContent("2 fridges are disconnected.");
    await user.click(link);
    expect(await listedFridges()).toEqual([expect.stringContaining("F3"), expect.stringContaining("F1")]);
    expect(screen.getByRole("table", { name: "Fridges" })).toHaveTextContent(/HDMI.*Disconnected/);
  });

  test("shows that no fridge is disconnected", async () => {
    renderFleet();
    expect(await screen.findByText("No fridges are disconnected.")).toBeInTheDocument();
  });

  test("does not report fridges as connected if the read fails", async () => {
    renderFleet("/portfoliohealth", {
      handlers: {
        disconnectedFridges: () => {
          throw new ServerError("Internal", "");
        },
      },
    });
    expect(await screen.findByText(/^Unable to load the disconnected fridges/)).toBeInTheDocument();
    expect(screen.queryByText("No fridges are disconnected.")).toBeNull();
    await findCount("2 of 4");
  });

  test("a live event updates the disconnected fridges", async () => {
    const live = startFakeLiveServer();
    let items: readonly object[] = [];
    renderFleet("/portfoliohealth", { live, handlers: { disconnectedFridges: () => ({ items, nextToken: null }) } });
    await screen.findByText("No fridges are disconnected.");
    await screen.findAllByText("Live");
    items = [{ locationId: "F2", since: new Date().toISOString(), reason: null }];
    live.publish(FLEET_CHANNEL, { kind: "connection", id: "F2" });
    expect((await screen.findByRole("link", { name: "1 fridge" })).parentElement).toHaveTextContent(
      "1 fridge is disconnected.",
    );
  });

  test("counts affected fridges over the whole fleet", async () => {
    renderFleet();
    await findCount("2 of 4");
    expect(await affected("Out of Order")).toHaveTextContent(/^Out of Order1 affected2 not affected1 unknown$/);
    expect(
      within(await affected("Out of Order"))
        .getByRole("link")
        .getAttribute("href"),
    ).toBe("/portfoliohealth?look=worst&problem=outOfOrder");
    expect(await affected("Safety Hold")).toHaveTextContent(/^Safety Hold0 affected3 not affected1 unknown$/);
    expect(within(await affected("Safety Hold")).queryByRole("link")).toBeNull();
  });

  test("reads all pages of the fleet, and full reports of ten fridges when a panel opens", async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `F${index + 1}`);
    const pages = [ids.slice(0, 20), ids.slice(20)].map((page) =>
      page.map((id) => toHealthSummary(makeHealth(id, justReported()))),
    );
    const { server, user } = renderFleet("/portfoliohealth", {
      handlers: {
        locations: () => ({ items: ids.map((id) => fridge(id)), nextToken: null }),
        fleetHealth: ({ nextToken }: { readonly nextToken: string | null }) =>
          nextToken === null ? { items: pages[0], nextToken: "second" } : { items: pages[1], nextToken: null },
      },
    });
    await findCount("25 of 25");
    const inputs = () =>
      server.calls.filter(({ name }) => name === "fridgeHealth").map(({ input }) => (input as HealthInput).filter);
    expect(inputs()).toEqual([]);
    await user.click(await findPanel("F2"));
    expect(await screen.findByLabelText("Health of F2")).toHaveTextContent(/^Temperature✕44\.0 °F/);
    await user.click(await findPanel("F3"));
    expect(await screen.findByLabelText("Health of F3")).toBeDefined();
    expect(inputs()).toEqual([{ locationIds: ids.slice(0, 10) }]);
  });

  test("reads the open alerts after all pages of the fleet", async () => {
    const { fleetHealth, sendSecondPage } = twoPages();
    const fridgeAlerts = () => ({ items: [makeAlert("a1")], nextToken: null });
    const { server } = renderFleet("/portfoliohealth", { handlers: { fleetHealth, fridgeAlerts } });
    expect(await screen.findByText("2 fridges loaded…")).toBeDefined();
    expect(screen.queryByRole("link", { name: /^Alerts \(/ })).toBeNull();
    expect(server.calls.some(({ name }) => name === "fridgeAlerts")).toBe(false);
    sendSecondPage();
    expect(await screen.findByRole("link", { name: "Alerts (1 open)" })).toBeDefined();
  });

  test("shows the fridges of the first page while the second one loads", async () => {
    const { fleetHealth, sendSecondPage } = twoPages();
    renderFleet("/portfoliohealth", { handlers: { fleetHealth } });
    expect(await findCount("1 of 2")).toBeDefined();
    expect(screen.getByText("2 fridges loaded…")).toBeDefined();
    sendSecondPage();
    expect(await findCount("2 of 4")).toBeDefined();
    expect(screen.queryByText(/loaded…/)).toBeNull();
  });

  test("filters the Locations list and keeps the filters in the URL", async () => {
    const { user, router } = renderFleet();
    expect(await findCount("2 of 4")).toBeDefined();
    await user.click(screen.getByRole("switch", { name: "Is Out of Order" }));
    expect(await findCount("1 of 4")).toBeDefined();
    expect(await findPanel("F2")).toBeDefined();
    await waitFor(() => expect(router.state.location.search).toBe("?outOfOrder=on"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Timezone" }), "Pacific");
    expect(await screen.findByText("No fridges match these filters")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await findCount("2 of 4")).toBeDefined();
  });

  test("shows attributes and values in a panel, and 'No data' if empty", async () => {
    const { user, router } = renderFleet();
    await user.click(await findPanel("F1"));
    const attributes = await screen.findByLabelText("Health of F1");
    expect(attributes).toHaveTextContent(/^Temperature✓36\.5 °F \(good\)/);
    await user.click(await findPanel("F4"));
    expect(await screen.findByText("No data", { selector: "p" })).toBeDefined();
    await waitFor(() => expect(router.state.location.search).toBe("?open=F1&open=F4"));
    await user.click(await findPanel("F1"));
    await waitFor(() => expect(screen.queryByLabelText("Health of F1")).toBeNull());
  });

  test("counts the fridges with problems that the filters hide, and shows the worst first", async () => {
    const { user } = renderFleet();
    expect(await screen.findByText(/^2 fridges with problems are hidden by the filters/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show worst first" }));
    expect(await listedFridges()).toEqual(["F2", "F4", "F3", "F1"]);
    expect(within(screen.getByRole("table", { name: "Fridges" })).getByText("Above 41 °F")).toBeDefined();
  });

  test.each([
    ["temperature", ["F1", "F3", "F2", "F4"]],
    ["-temperature", ["F2", "F3", "F1", "F4"]],
    ["-id", ["F4", "F3", "F2", "F1"]],
    ["severity", ["F1", "F3", "F4", "F2"]],
    ["nonsense", ["F2", "F4", "F3", "F1"]],
  ])("sorts by the column in the URL, with unknown values last: %s", async (sort, ids) => {
    renderFleet(`/portfoliohealth?look=worst&sort=${sort}`);
    await findCount("4 of 4");
    expect(await listedFridges()).toEqual(ids);
  });

  test("sorts by a clicked header, the warmest first, and keeps the order in the URL", async () => {
    const { user, router } = renderFleet("/portfoliohealth?look=worst");
    await findCount("4 of 4");
    expect(await listedFridges()).toEqual(["F2", "F4", "F3", "F1"]);
    const table = within(screen.getByRole("table", { name: "Fridges" }));
    await user.click(table.getByRole("button", { name: "Temperature" }));
    await waitFor(async () => expect(await listedFridges()).toEqual(["F2", "F3", "F1", "F4"]));
    await waitFor(() => expect(router.state.location.search).toBe("?look=worst&sort=-temperature"));
    await user.click(table.getByRole("button", { name: "Temperature" }));
    await waitFor(async () => expect(await listedFridges()).toEqual(["F1", "F3", "F2", "F4"]));
    await user.click(table.getByRole("button", { name: "Fridge" }));
    await waitFor(async () => expect(await listedFridges()).toEqual(["F1", "F2", "F3", "F4"]));
  });

  test("lists the selected fridges by id and name before a command is sent to them (CMD-7)", async () => {
    const { user, server } = renderFleet("/portfoliohealth?look=worst&problem=any", {
      handlers: {
        createQueueMessage: ({ location }: { location: string }) => makeMessage({ location, wasQueued: false }),
      },
    });
    await user.click(await screen.findByRole("checkbox", { name: "Select F2" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Send command" }), "ENABLE Out of Order");
    const dialog = within(await screen.findByRole("dialog", { name: "ENABLE Out of Order of F2, Lobby of F2?" }));
    expect(dialog.getByText(/^The fridge stops selling\./)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "ENABLE Out of Order" }));
    expect(await dialog.findByText("1 sent")).toBeDefined();
    expect(server.calls.filter(({ name }) => name === "createQueueMessage").map(({ input }) => input)).toEqual([
      {
        location: "F2",
        message: { messageType: "Resource", payload: { resource: "OutOfOrder", operation: "ENABLE" } },
      },
    ]);
  });

  test("updates counts and lists live when fridges report", async () => {
    const live = startFakeLiveServer();
    const reported: Record<string, Partial<FridgeHealth>> = { ...FLEET };
    let openAlerts: readonly unknown[] = [];
    const fridgeHealth = ({ filter: { locationIds } }: HealthInput) => ({
      fridgeData: locationIds.flatMap((id) =>
        reported[id] ? makeHealth(id, { ...justReported(), ...reported[id] }) : [],
      ),
    });
    const fridgeAlerts = () => ({ items: openAlerts, nextToken: null });
    const { server } = renderFleet("/portfoliohealth", { live, handlers: { fridgeHealth, fridgeAlerts } });
    expect(await findCount("2 of 4")).toBeDefined();
    await waitFor(() => expect(live.subscribedPaths()).toContain(FLEET_CHANNEL.path));
    server.calls.length = 0;
    reported.F1 = { timestamp: new Date(Date.now() + 1000).toISOString(), outOfOrder: true };
    for (const id of ["F1", "F3", "F1"]) live.publish(FLEET_CHANNEL, { kind: "health", id });
    expect(await findCount("1 of 4")).toBeDefined();
    expect(within(await affected("Out of Order")).getByRole("link").textContent).toBe("2");
    const reads = server.calls.filter(({ name }) => name === "fridgeHealth").map(({ input }) => input);
    expect(reads).toEqual([{ filter: { locationIds: ["F1", "F3"] } }]);
    openAlerts = [makeAlert("a1")];
    live.publish(FLEET_CHANNEL, { kind: "alert", id: "a1" });
    expect(await screen.findByRole("link", { name: "Alerts (1 open)" })).toBeDefined();
  });

  test("exports the listed fridges in both views", async () => {
    const saved = stubDownload();
    const { user } = renderFleet("/portfoliohealth?look=worst&problem=outOfOrder");
    expect(await findCount("1 of 4")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    const [header = "", line = ""] = (await saved()).replace("\uFEFF", "").split("\r\n");
    expect(header).toMatch(/^id,prettyName,problems,Temperature,Setpoint,Vending state,/);
    expect(line).toMatch(/^F2,Lobby of F2,"Above 41 °F, Out of order",44\.0 °F,36\.0 °F,STATUS_0_READY,Yes,/);
    await user.click(screen.getByRole("radio", { name: "Locations" }));
    expect(await findCount("2 of 4")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    const lines = (await saved()).replace("\uFEFF", "").split("\r\n");
    expect(lines.map((listed) => listed.split(",")[0])).toEqual(["id", "F4", "F1", ""]);
    expect(lines[1]).toMatch(/^F4,Lobby of F4,No data,,,/);
  });

  test("shows a permission error without GetAllLocation", async () => {
    renderFleet("/portfoliohealth", { profile: "no-permissions" });
    expect(await screen.findByText("You don't have permission to view the fleet")).toBeDefined();
  });

  test("shows 'Oops, there was an error loading your request.' after a failed load and retries", async () => {
    let failing = true;
    const { user } = renderFleet("/portfoliohealth", {
      handlers: {
        fleetHealth: (input) => {
          if (failing) throw new ServerError("Internal", "");
          return handlers.fleetHealth?.(input);
        },
      },
    });
    expect(await screen.findByText("Oops, there was an error loading your request.")).toBeDefined();
    failing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await findCount("2 of 4")).toBeDefined();
    expect(screen.queryByText("Oops, there was an error loading your request.")).toBeNull();
  });

  test("keeps a load error and its Retry button visible while live events arrive", async () => {
    const live = startFakeLiveServer();
    let failing = true;
    let openAlerts: readonly unknown[] = [];
    const { user, server } = renderFleet("/portfoliohealth", {
      live,
      handlers: {
        // Reading the whole fleet fails; reading only the changed fridges succeeds.
        fleetHealth: (input) => {
          if (failing) throw new ServerError("Internal", "");
          return handlers.fleetHealth?.(input);
        },
        fridgeAlerts: () => ({ items: openAlerts, nextToken: null }),
      },
    });
    expect(await screen.findByText("Oops, there was an error loading your request.")).toBeDefined();
    await waitFor(() => expect(live.subscribedPaths()).toContain(FLEET_CHANNEL.path));
    for (const id of ["F1", "F2", "F3"]) live.publish(FLEET_CHANNEL, { kind: "health", id });
    openAlerts = [makeAlert("a1")];
    live.publish(FLEET_CHANNEL, { kind: "alert", id: "a1" });
    await waitFor(() =>
      expect(server.calls.map(({ input }) => input)).toContainEqual({ filter: { locationIds: ["F1", "F2", "F3"] } }),
    );
    expect(await screen.findByRole("link", { name: "Alerts (1 open)" })).toBeDefined();
    expect(screen.getByText("Oops, there was an error loading your request.")).toBeDefined();
    expect(screen.queryByText(/^Loading/)).toBeNull();
    failing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await findCount("2 of 4")).toBeDefined();
  });

  test("shows an empty state for a fleet without fridges", async () => {
    renderFleet("/portfoliohealth", { handlers: { locations: () => ({ items: [], nextToken: null }) } });
    expect(await screen.findByText("There are no LIVE fridges")).toBeDefined();
  });

  test("shows the last complete load with its age at once, and problems as of that time", async () => {
    const asOf = Date.now() - 3 * 60 * 60_000;
    const reported = new Date(asOf - 60_000).toISOString();
    const stored = Object.entries(FLEET).map(([id, health]) =>
      makeHealth(id, { timestamp: reported, receivedAt: reported, ...health }),
    );
    await writeSnapshot("sub-of-admin", {
      health: new Map(stored.map((health) => [health.locationId, health])),
      asOf,
      read: null,
    });
    let resolve: (value: undefined) => void = () => undefined;
    const promise = new Promise<undefined>((done) => (resolve = done));
    renderFleet("/portfoliohealth?look=worst", {
      handlers: { fleetHealth: (input) => promise.then(() => handlers.fleetHealth?.(input)) },
    });
    expect(await listedFridges()).toEqual(["F2", "F4", "F3", "F1"]);
    expect(screen.getByText("3 hours ago", { selector: "time" })).toBeDefined();
    expect(screen.queryByText("Silent", { selector: "table *" })).toBeNull();
    resolve(undefined);
    expect(await screen.findByText("just now", { selector: "time" })).toBeDefined();
    expect((await readSnapshot("sub-of-admin"))?.asOf).toBeGreaterThan(asOf);
  });

  test("does not show the stored load of another user", async () => {
    await writeSnapshot("sub-of-another", {
      health: new Map([["F1", makeHealth("F1")]]),
      asOf: Date.now(),
      read: null,
    });
    expect(await readSnapshot("sub-of-admin")).toBeNull();
  });
});

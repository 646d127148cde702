import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearCache, readCache } from "../lib/storage";
import { stockingDayChannel } from "../api/channels";
import { stubDownload } from "../../test/download";
import { startFakeLiveServer } from "../../test/live";
import { renderApp } from "../../test/renderApp";
import { ServerError } from "../../test/server";
import { makeAction, ACTIONS, DAY, dayServer, expectedTimes, LOCATIONS, newActions } from "./dashboard/day.fixture";
import { REFRESH_INTERVAL } from "./rules/refresh";

const HEADERS = [
  "Stop",
  "Location",
  "Scanned At (CT)",
  "Stocked At (CT)",
  "Account Tier",
  "First Stocking Date",
  "Safety Hold",
  "Vending State Status",
  "Status",
  "Driver",
];
const ANA = "ana@drivers.example";
const NO_VALUE = "—";

const findCard = (route: string) => screen.findByRole("region", { name: `Route ${route}` });
const rowsOf = async (route: string) =>
  within(await findCard(route))
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );
const warnings = () => screen.queryAllByRole("alert").map((alert) => alert.textContent);
const reject = (message = "Broken") => {
  throw new ServerError("Internal", message);
};

beforeEach(async () => {
  await clearCache();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T17:00:00Z") });
  // The test DOM has no layout, so give cards a height.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(200);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("filters (STK-1)", () => {
  it("select routes by date, region and market, and show a card per route", async () => {
    const { user, router } = renderApp("/reports/checkpoints", { handlers: dayServer() });
    await user.click(await screen.findByRole("button", { name: "Update Route Filters" }));
    await screen.findByText("3 of 3 routes selected");
    expect(screen.getByLabelText<HTMLInputElement>("Drop Off Date").value).toBe("11/21/2026");
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole("option")
        .map((option) => option.textContent);
    expect(options("Region")).toEqual(["ALL", "MW", "NE", "WC", "S"]);
    await waitFor(() => expect(options("Market")).toEqual(["ALL", "Chicago", "Milwaukee", "New York"]));

    await user.selectOptions(screen.getByLabelText("Region"), "MW");
    await screen.findByText("2 of 2 routes selected");
    expect(options("Market")).toEqual(["ALL", "Chicago", "Milwaukee"]);
    await user.click(screen.getByRole("button", { name: "Deselect ALL" }));
    await screen.findByText("0 of 2 routes selected");
    expect(screen.getByRole("button", { name: "Search" })).toHaveAccessibleDescription("Select at least one route");
    await user.click(screen.getByRole("checkbox", { name: /cedar/ }));
    await user.click(screen.getByRole("button", { name: "Search" }));

    await findCard("cedar");
    expect(screen.queryByRole("region", { name: "Route amber" })).toBeNull();
    expect(router.state.location.search).toBe("?region=MW&route=cedar&show=routes");

    await user.click(screen.getByRole("button", { name: "Update Route Filters" }));
    await screen.findByText("1 of 2 routes selected");
    await user.click(screen.getByRole("button", { name: "Select ALL" }));
    await screen.findByText("2 of 2 routes selected");
  });

  it("select all routes of the current stocking day without a search", async () => {
    const { router } = renderApp("/reports/checkpoints", { handlers: dayServer() });
    for (const route of ["amber", "birch", "cedar"]) await findCard(route);
    await waitFor(() => expect(router.state.location.search).toBe("?show=routes"));
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("are saved in the browser", async () => {
    const first = renderApp("/checkpoints?show=filters", { handlers: dayServer(), sample: true });
    await first.user.selectOptions(await screen.findByLabelText("Region"), "NE");
    await screen.findByText("1 of 1 route selected");
    await first.user.click(screen.getByRole("button", { name: "Search" }));
    await findCard("birch");
    await act(() => first.router.navigate("/home"));
    await act(() => first.router.navigate("/checkpoints"));
    await findCard("birch");
    expect(screen.queryByRole("region", { name: "Route amber" })).toBeNull();
    expect(first.router.state.location.search).toBe("?region=NE&show=routes");
    expect(first.router.state.historyAction).toBe("REPLACE");
    await first.user.click(screen.getByRole("button", { name: "Update Route Filters" }));
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>("Region").value).toBe("NE"));
    await screen.findByText("1 of 1 route selected");
  });

  it("show an empty state for a day without routes", async () => {
    renderApp("/checkpoints?date=2026-12-24", { handlers: dayServer() });
    await screen.findByText("No routes available for given date");
  });
});

describe("cards (STK-2)", () => {
  it("show a table of the stops with all columns", async () => {
    renderApp("/checkpoints?show=routes", { handlers: dayServer() });
    const amber = await findCard("amber");
    expect(
      within(amber)
        .getAllByRole("columnheader")
        .map((header) => header.textContent),
    ).toEqual(HEADERS);
    await waitFor(async () =>
      expect(await rowsOf("amber")).toEqual([
        ["1", "IL_0001", "9:05 AM", "9:20 AM", "Gold", "03/04/2025", "Yes", "DOOR_OPEN", "Completed", ANA],
        ["2", "IL_0002", NO_VALUE, NO_VALUE, NO_VALUE, NO_VALUE, "No", "STATUS_X_NEW", "Not StartedLate", NO_VALUE],
        ["3", "IL_0003", "10:00 AM", NO_VALUE, "Gold", "03/04/2025", NO_VALUE, NO_VALUE, "In Progress", ANA],
      ]),
    );
    expect((await rowsOf("birch"))[0]?.[8]).toBe("Van Temperature Set");
    expect((await rowsOf("cedar"))[0]?.[8]).toBe("Removal Complete");
    within(amber).getByText("1 of 3 stops done");
    within(amber).getByRole("img", { name: "1 of 3 done, 1 in progress" });
  });

  it("read the health of fridges only, in one call for up to 200", async () => {
    const { server } = renderApp("/checkpoints?show=routes", { handlers: dayServer() });
    await findCard("amber");
    await screen.findByText("DOOR_OPEN");
    const inputs = server.calls.filter(({ name }) => name === "fridgeHealth").map(({ input }) => input);
    expect(inputs).toEqual([{ filter: { locationIds: ["IL_0001", "IL_0002", "IL_0005", "NY_0004"] } }]);
  });

  it("expand and collapse, sort by a column, and filter by status and text", async () => {
    const { user, router } = renderApp("/checkpoints?show=routes", { handlers: dayServer() });
    const amber = await findCard("amber");
    await user.click(within(amber).getByRole("button", { name: "Location" }));
    await user.click(within(amber).getByRole("button", { name: /^Location/ }));
    expect((await rowsOf("amber")).map(([stop]) => stop)).toEqual(["3", "2", "1"]);
    await waitFor(() => expect(router.state.location.search).toBe("?show=routes&sort=-location"));

    await user.click(screen.getByRole("button", { name: "Late 1" }));
    expect((await rowsOf("amber")).map(([stop]) => stop)).toEqual(["2"]);
    await screen.findByText("1 of 5 stops");
    await user.click(screen.getByRole("button", { name: "Late 1" }));

    await user.type(screen.getByRole("searchbox"), "ny_");
    await screen.findByText("1 of 5 stops");
    expect(screen.queryByRole("region", { name: "Route amber" })).toBeNull();

    await user.click(screen.getByRole("radio", { name: "Collapsed" }));
    expect(within(await findCard("birch")).queryByRole("table")).toBeNull();
  });

  it("export the stops as CSV", async () => {
    const saved = stubDownload();
    const { user } = renderApp("/checkpoints?show=routes", { handlers: dayServer() });
    await screen.findByText("DOOR_OPEN");
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await saved()).toContain(
      "amber,1,IL_0001,9:05 AM,9:20 AM,Gold,03/04/2025,Yes,DOOR_OPEN,Completed,ana@drivers.example,No",
    );
  });
});

describe("expected times (STK-8 to STK-12)", () => {
  // It is 11:00 AM CST. The second stop of amber was expected an hour before, and birch 90 minutes before.
  const handlers = {
    ...dayServer(),
    ExpectedTimes: () =>
      expectedTimes(
        {
          IL_0001: "2026-11-21T15:00:00.000Z",
          IL_0002: "2026-11-21T16:00:00.000Z",
          IL_0003: "2026-11-21T17:30:00.000Z",
          NY_0004: "2026-11-21T15:30:00.000Z",
        },
        "di@drivers.example",
      ),
    opsLocations: () => ({
      locations: LOCATIONS.map((location) => ({ ...location, prettyName: `Fridge ${location.id}` })),
      nextToken: null,
    }),
  };
  const cardNames = () =>
    screen.getAllByRole("region", { name: /^Route / }).map((card) => card.getAttribute("aria-label"));

  it("order the cards, the worst route first, or by route", async () => {
    const { user, router } = renderApp("/checkpoints?show=routes", { handlers });
    within(await findCard("birch")).getByText("90 min behind (estimate)");
    await waitFor(() => expect(cardNames()).toEqual(["Route birch", "Route amber", "Route cedar"]));
    within(await findCard("amber")).getByText("60 min behind (estimate)");
    expect(within(await findCard("cedar")).queryByText(/estimate/)).toBeNull();
    await user.click(screen.getByRole("radio", { name: "By route" }));
    await waitFor(() => expect(cardNames()).toEqual(["Route amber", "Route birch", "Route cedar"]));
    await waitFor(() => expect(router.state.location.search).toBe("?show=routes&order=route"));
  });

  it("name the routes that are most behind with their drivers", async () => {
    renderApp("/checkpoints?show=routes", { handlers });
    const behind = await screen.findByRole("region", { name: "Most behind" });
    await waitFor(() =>
      expect(
        within(behind)
          .getAllByRole("listitem")
          .map((item) => item.textContent),
      ).toEqual([
        "birch90 min behind (estimate)Driver: bo@drivers.example",
        "amber60 min behind (estimate)Driver: ana@drivers.example",
      ]),
    );
  });

  it("show the next stop with its fridge, and the last driver before the first action", async () => {
    const { user } = renderApp("/checkpoints?show=routes", {
      handlers: { ...handlers, getDriverAction: () => ({ items: [], nextToken: null }) },
    });
    const amber = await findCard("amber");
    await waitFor(() =>
      expect(amber.textContent).toContain("Next: Fridge IL_0001, expected 9:00 AM (estimate)No activity yet."),
    );
    within(amber).getByText("No activity yet. Last driver: di@drivers.example");
    within(amber).getByText("Expected 10:00 AM");
    await user.type(screen.getByRole("searchbox"), "fridge ny");
    await screen.findByText("1 of 5 stops");
  });

  it("are computed again each minute", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: new Date("2026-11-21T17:00:00Z") });
    renderApp("/checkpoints?show=routes", { handlers });
    await screen.findAllByText("90 min behind (estimate)");
    act(() => void vi.advanceTimersByTime(60_000));
    await screen.findAllByText("91 min behind (estimate)");
  });

  it("fail with a message, and the cards stay", async () => {
    renderApp("/checkpoints?show=routes", { handlers: { ...handlers, ExpectedTimes: () => reject("Gone") } });
    await findCard("amber");
    await waitFor(() => expect(warnings()).toEqual(["Unable to load expected times: Gone"]));
  });

  it("and all statuses are explained by a legend", async () => {
    const { user } = renderApp("/checkpoints?show=routes", { handlers });
    await user.click(await screen.findByText("Legend: behind, late and the nine statuses"));
    const terms = within(screen.getByRole("region", { name: "Terms" })).getAllByRole("term");
    expect(terms.map((term) => term.textContent)).toEqual(["Expected", "Behind", "Late", "Last driver"]);
    const statuses = within(screen.getByRole("region", { name: "Statuses" })).getAllByRole("term");
    expect(statuses.map((term) => term.textContent)).toEqual([
      "Not Started",
      "Van Temperature Set",
      "In Progress",
      "Incomplete",
      "Completed",
      "Unreachable Incomplete",
      "Unreachable Complete",
      "Removal Complete",
      "Decommision Complete",
    ]);
  });
});

describe("partial failures show a message and the remaining data (STK-6)", () => {
  const handlers = dayServer();

  it("locations", async () => {
    renderApp("/checkpoints?show=routes", { handlers: { ...handlers, opsLocations: () => reject("Gone") } });
    await findCard("amber");
    await waitFor(() => expect(warnings()).toEqual(["Failed fetching locations fulfillment centers: Gone"]));
    expect((await rowsOf("amber"))[0]?.slice(4, 7)).toEqual([NO_VALUE, NO_VALUE, "Yes"]);
  });

  it("packing slips", async () => {
    renderApp("/checkpoints?show=routes", { handlers: { ...handlers, getPackingSlipsV3: () => reject("Gone") } });
    await findCard("amber");
    await waitFor(() => expect(warnings()).toEqual(["Failed fetching Packing Slips: Gone"]));
  });

  it("driver actions by type, with a separate message for stocked and queried locations", async () => {
    const getDriverAction = (input: { filter: { eventType: string } }) =>
      ["PackingSlipQuery", "VanTemperature", "InventoryRemoval"].includes(input.filter.eventType)
        ? reject()
        : handlers.getDriverAction?.(input as never);
    renderApp("/checkpoints?show=routes", { handlers: { ...handlers, getDriverAction } });
    await findCard("amber");
    await waitFor(() =>
      expect(warnings()).toEqual([
        "Error fetching stocked/queried locations. Some data may be missing.",
        "Something went wrong with fetching the following Driver Actions: VanTemperature, InventoryRemoval",
      ]),
    );
    expect((await rowsOf("amber"))[0]?.[8]).toBe("Completed");
  });

  it("health", async () => {
    renderApp("/checkpoints?show=routes", { handlers: { ...handlers, fridgeHealth: () => reject() } });
    await findCard("amber");
    await waitFor(() => expect(warnings()).toEqual(["Error getting fridge health data. Some data may be missing."]));
  });

  it("all activity of the day", async () => {
    const broken = { getPackingSlipsV3: () => reject("Gone"), getDriverAction: () => reject("Gone") };
    renderApp("/checkpoints?show=routes", { handlers: { ...handlers, ...broken } });
    await findCard("amber");
    await waitFor(() => expect(warnings()).toEqual(["Unhandled error during parallel fetches: Gone"]));
  });

  it("routes: only the error is shown", async () => {
    renderApp("/checkpoints?show=routes", { handlers: { ...handlers, locationRoutes: () => reject("Gone") } });
    await screen.findByText("Gone");
    screen.getByRole("button", { name: "Retry" });
  });

  it("missing permission", async () => {
    renderApp("/checkpoints", { profile: "no-permissions", handlers });
    await screen.findByText("You don't have permission to view stocking progress");
  });
});

describe("automatic refresh (STK-3)", () => {
  it("runs every 120,000 ms and keeps the data if a refresh fails", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: new Date("2026-11-21T17:00:00Z") });
    let actions = ACTIONS;
    let failing = false;
    const getDriverAction = ({ filter }: { filter: { eventType: string } }) =>
      failing && filter.eventType === "LocationStocked"
        ? reject()
        : { items: actions.filter(({ eventType }) => eventType === filter.eventType), nextToken: null };
    renderApp("/checkpoints?show=routes", { handlers: { ...dayServer(), getDriverAction } });
    await findCard("amber");
    await screen.findByText("As of 11:00 AM CST");

    actions = [...ACTIONS, makeAction({ eventType: "LocationStocked", locationId: "IL_0003" })];
    act(() => void vi.advanceTimersByTime(REFRESH_INTERVAL - 1));
    expect((await rowsOf("amber"))[2]?.[8]).toBe("In Progress");
    act(() => void vi.advanceTimersByTime(1));
    await waitFor(async () => expect((await rowsOf("amber"))[2]?.[8]).toBe("Completed"));
    await screen.findByText("As of 11:02 AM CST");

    failing = true;
    act(() => void vi.advanceTimersByTime(REFRESH_INTERVAL));
    await waitFor(() => expect(warnings()).toHaveLength(1));
    expect((await rowsOf("amber"))[2]?.[8]).toBe("Completed");
  });
});

const never = () => new Promise<never>(() => undefined);

describe("reading the day (STK-2)", () => {
  it("shows what an earlier visit read until the day is read again", async () => {
    renderApp("/checkpoints?show=routes", { handlers: dayServer() });
    await findCard("amber");
    await waitFor(async () => {
      expect(await readCache("stocking/stops")).toMatchObject({ user: "sub-of-admin", data: { day: DAY } });
      expect(await readCache("stocking/activity")).toMatchObject({ user: "sub-of-admin", data: { day: DAY } });
    });
    cleanup();

    vi.setSystemTime(new Date("2026-11-21T19:30:00Z"));
    const times = { IL_0001: "2026-11-21T15:00:00Z", IL_0002: "2026-11-21T18:00:00Z" };
    const { server } = renderApp("/checkpoints?show=routes", {
      handlers: {
        ...dayServer(),
        locationRoutes: never,
        getPackingSlipsV3: never,
        getDriverAction: never,
        ExpectedTimes: () => expectedTimes(times),
      },
    });
    expect((await rowsOf("amber"))[0]?.[8]).toBe("Completed");
    // At 11:00 AM, when the data was read, the stop of 12:00 PM was not due.
    await waitFor(() => expect(server.calls.filter(({ name }) => name === "ExpectedTimes")).toHaveLength(1));
    await waitFor(async () => expect(within(await findCard("amber")).queryByText(/min behind/)).toBeNull());
    expect(screen.getByText(/11:00 AM/, { selector: "time, time *, span, p" })).toBeDefined();
  });

  it("does not show what another user or another day read", async () => {
    renderApp("/checkpoints?show=routes", { handlers: dayServer() });
    await findCard("amber");
    await waitFor(async () => expect(await readCache("stocking/activity")).toBeDefined());
    cleanup();
    const handlers = { ...dayServer(), locationRoutes: never, getPackingSlipsV3: never, getDriverAction: never };
    renderApp("/checkpoints?show=routes", { handlers, profile: "read-only" });
    expect(await screen.findByText("Loading driver activity…")).toBeInTheDocument();
    cleanup();
    renderApp("/checkpoints?show=routes&date=2026-11-22", { handlers });
    expect(await screen.findByText("Loading driver activity…")).toBeInTheDocument();
  });

  it("shows the stops and statuses of the first pages while further pages load", async () => {
    let finish: (() => void) | undefined;
    const rest = new Promise<void>((resolve) => (finish = resolve));
    const server = dayServer();
    interface Paged {
      readonly nextToken?: string | null;
    }
    /** Returns the first item, then the others in a second page when `finish` is called. */
    const inPages = (name: string, list: "items" | "routes") => async (input: Paged) => {
      const page = server[name]?.(input as never) as Record<string, readonly unknown[]>;
      const all = page[list] ?? [];
      if (!input.nextToken) return { [list]: all.slice(0, 1), nextToken: all.length > 1 ? "next" : null };
      await rest;
      return { [list]: all.slice(1), nextToken: null };
    };
    const { server: started } = renderApp("/checkpoints?show=routes", {
      handlers: {
        ...server,
        locationRoutes: inPages("locationRoutes", "routes"),
        getPackingSlipsV3: inPages("getPackingSlipsV3", "items"),
        getDriverAction: inPages("getDriverAction", "items"),
      },
    });
    expect((await rowsOf("amber")).map((cells) => [cells[1], cells[8]])).toEqual([["IL_0001", "Completed"]]);
    expect(screen.getByText("1 of 1 stops. Loading the rest…")).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Route birch" })).toBeNull();
    // The health is read in one call when all fridges are known.
    expect(started.calls.filter(({ name }) => name === "fridgeHealth")).toEqual([]);
    finish?.();
    await findCard("birch");
    await screen.findByText("5 of 5 stops");
    await waitFor(async () =>
      expect((await rowsOf("amber")).map((cells) => cells[8])).toEqual(["Completed", "Not StartedLate", "In Progress"]),
    );
  });
});

describe("live driver actions", () => {
  const stocked = { ...makeAction({ eventType: "LocationStocked", locationId: "IL_0003" }), id: "1" };

  it("appear without a refresh", async () => {
    const live = startFakeLiveServer();
    const NewDriverActions = () => newActions([stocked]);
    const { server } = renderApp("/checkpoints?show=routes", { handlers: { ...dayServer(), NewDriverActions }, live });
    await findCard("amber");
    await screen.findByText("Live");
    server.calls.length = 0;
    live.publish(stockingDayChannel(DAY), { kind: "driverAction", id: "1" });
    await waitFor(async () => expect((await rowsOf("amber"))[2]?.[8]).toBe("Completed"));
    await screen.findByText("2 of 3 stops done");
    const reads = server.calls.filter(({ name }) => name.includes("DriverAction"));
    const LocationStocked = {
      eventType: "LocationStocked",
      createdAt: "2026-11-21T16:58:00.000Z",
      createdBefore: "2026-11-22T00:00:00.000Z",
    };
    expect(reads).toMatchObject([{ name: "NewDriverActions", input: { LocationStocked } }]);
  });

  it("read the whole day if the action is not among the newest", async () => {
    const live = startFakeLiveServer();
    const actions = [...ACTIONS];
    renderApp("/checkpoints?show=routes", {
      handlers: { ...dayServer(actions), NewDriverActions: () => newActions([]) },
      live,
    });
    await findCard("amber");
    await screen.findByText("Live");
    actions.push(stocked);
    live.publish(stockingDayChannel(DAY), { kind: "driverAction", id: "1" });
    await waitFor(async () => expect((await rowsOf("amber"))[2]?.[8]).toBe("Completed"), { timeout: 5000 });
  });
});

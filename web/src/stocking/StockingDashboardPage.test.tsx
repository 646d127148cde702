import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetAll } from "../api/localCache";
import { stockingDayChannel } from "../api/channels";
import { stubDownload } from "../../test/download";
import { startLive } from "../../test/live";
import { renderApp } from "../../test/renderApp";
import { Refusal } from "../../test/server";
import { actionAt, ACTIONS, DAY, dayServer, newActions } from "./dashboard/day.fixture";
import { REFRESH_EVERY } from "./dashboard/useRefresh";

const NAMES = [
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
const NOTHING = "—";

const card = (route: string) => screen.findByRole("region", { name: `Route ${route}` });
const rowsOf = async (route: string) =>
  within(await card(route))
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );
const warnings = () => screen.queryAllByRole("alert").map((alert) => alert.textContent);
const refused = (message = "Broken") => {
  throw new Refusal("Internal", message);
};

beforeEach(async () => {
  await forgetAll();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T17:00:00Z") });
  // There is no layout here: a card is as high as it would be.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(200);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("spec 2.4, the filters", () => {
  it("are Drop Off Date, Region, Market and Routes, and lead to a card per route", async () => {
    const { user, router } = renderApp("/reports/checkpoints", { answers: dayServer() });
    await screen.findByText("3 of 3 routes chosen");
    expect(screen.getByLabelText<HTMLInputElement>("Drop Off Date").value).toBe("11/21/2026");
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole("option")
        .map((option) => option.textContent);
    expect(options("Region")).toEqual(["ALL", "MW", "NE", "WC", "S"]);
    await waitFor(() => expect(options("Market")).toEqual(["ALL", "Chicago", "Milwaukee", "New York"]));

    await user.selectOptions(screen.getByLabelText("Region"), "MW");
    await screen.findByText("2 of 2 routes chosen");
    expect(options("Market")).toEqual(["ALL", "Chicago", "Milwaukee"]);
    await user.click(screen.getByRole("button", { name: "Deselect ALL" }));
    await screen.findByText("0 of 2 routes chosen");
    expect(screen.getByRole("button", { name: "Search" })).toHaveAccessibleDescription("Choose at least one route");
    await user.click(screen.getByRole("checkbox", { name: /cedar/ }));
    await user.click(screen.getByRole("button", { name: "Search" }));

    await card("cedar");
    expect(screen.queryByRole("region", { name: "Route amber" })).toBeNull();
    expect(router.state.location.search).toBe("?region=MW&route=cedar&show=routes");

    await user.click(screen.getByRole("button", { name: "Update Route Filters" }));
    await screen.findByText("1 of 2 routes chosen");
    await user.click(screen.getByRole("button", { name: "Select ALL" }));
    await screen.findByText("2 of 2 routes chosen");
  });

  it("are remembered in the browser", async () => {
    const first = renderApp("/checkpoints", { answers: dayServer() });
    await first.user.selectOptions(await screen.findByLabelText("Region"), "NE");
    await screen.findByText("1 of 1 route chosen");
    await first.user.click(screen.getByRole("button", { name: "Search" }));
    await card("birch");
    await act(() => first.router.navigate("/home"));
    await act(() => first.router.navigate("/checkpoints"));
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>("Region").value).toBe("NE"));
    await screen.findByText("1 of 1 route chosen");
  });

  it("say so where no route drives on the day", async () => {
    renderApp("/checkpoints?date=2026-12-24", { answers: dayServer() });
    await screen.findByText("No routes available for given date");
  });
});

describe("spec 2.4, the cards", () => {
  it("have a table of the stops with all columns", async () => {
    renderApp("/checkpoints?show=routes", { answers: dayServer() });
    const amber = await card("amber");
    expect(
      within(amber)
        .getAllByRole("columnheader")
        .map((header) => header.textContent),
    ).toEqual(NAMES);
    await waitFor(async () =>
      expect(await rowsOf("amber")).toEqual([
        ["1", "IL_0001", "9:05 AM", "9:20 AM", "Gold", "03/04/2025", "Yes", "DOOR_OPEN", "Completed", ANA],
        ["2", "IL_0002", NOTHING, NOTHING, NOTHING, NOTHING, "No", "STATUS_X_NEW", "Not StartedLate", NOTHING],
        ["3", "IL_0003", "10:00 AM", NOTHING, "Gold", "03/04/2025", NOTHING, NOTHING, "In Progress", ANA],
      ]),
    );
    expect((await rowsOf("birch"))[0]?.[8]).toBe("Van Temperature Set");
    expect((await rowsOf("cedar"))[0]?.[8]).toBe("Removal Complete");
    within(amber).getByText("1 of 3 stops done");
    within(amber).getByRole("img", { name: "1 of 3 done, 1 under way" });
  });

  it("ask for health of fridges alone, in one call for up to 200", async () => {
    const { server } = renderApp("/checkpoints?show=routes", { answers: dayServer() });
    await card("amber");
    await screen.findByText("DOOR_OPEN");
    const asked = server.calls.filter(({ name }) => name === "fridgeHealth").map(({ input }) => input);
    expect(asked).toEqual([{ filter: { locationIds: ["IL_0001", "IL_0002", "IL_0005", "NY_0004"] } }]);
  });

  it("are expanded or collapsed, sorted by a column and narrowed to a status or a text", async () => {
    const { user, router } = renderApp("/checkpoints?show=routes", { answers: dayServer() });
    const amber = await card("amber");
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

    await user.click(screen.getByRole("button", { name: "Collapsed" }));
    expect(within(await card("birch")).queryByRole("table")).toBeNull();
  });

  it("tell what a dispatcher needs in a file", async () => {
    const saved = stubDownload();
    const { user } = renderApp("/checkpoints?show=routes", { answers: dayServer() });
    await screen.findByText("DOOR_OPEN");
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await saved()).toContain(
      "amber,1,IL_0001,9:05 AM,9:20 AM,Gold,03/04/2025,Yes,DOOR_OPEN,Completed,ana@drivers.example,No",
    );
  });
});

describe("spec 8, what fails in part is told, and the rest is shown", () => {
  const answers = dayServer();

  it("locations", async () => {
    renderApp("/checkpoints?show=routes", { answers: { ...answers, opsLocations: () => refused("Gone") } });
    await card("amber");
    await waitFor(() => expect(warnings()).toEqual(["Failed fetching locations fulfillment centers: Gone"]));
    expect((await rowsOf("amber"))[0]?.slice(4, 7)).toEqual([NOTHING, NOTHING, "Yes"]);
  });

  it("packing slips", async () => {
    renderApp("/checkpoints?show=routes", { answers: { ...answers, getPackingSlipsV3: () => refused("Gone") } });
    await card("amber");
    await waitFor(() => expect(warnings()).toEqual(["Failed fetching Packing Slips: Gone"]));
  });

  it("driver actions, by type; those of which most is made have words of their own", async () => {
    const getDriverAction = (input: { filter: { eventType: string } }) =>
      ["PackingSlipQuery", "VanTemperature", "InventoryRemoval"].includes(input.filter.eventType)
        ? refused()
        : answers.getDriverAction?.(input as never);
    renderApp("/checkpoints?show=routes", { answers: { ...answers, getDriverAction } });
    await card("amber");
    await waitFor(() =>
      expect(warnings()).toEqual([
        "Error fetching stocked/queried locations. Some data may be missing.",
        "Something went wrong with fetching the following Driver Actions: VanTemperature, InventoryRemoval",
      ]),
    );
    expect((await rowsOf("amber"))[0]?.[8]).toBe("Completed");
  });

  it("health", async () => {
    renderApp("/checkpoints?show=routes", { answers: { ...answers, fridgeHealth: () => refused() } });
    await card("amber");
    await waitFor(() => expect(warnings()).toEqual(["Error getting fridge health data. Some data may be missing."]));
  });

  it("everything that was told of the day", async () => {
    const broken = { getPackingSlipsV3: () => refused("Gone"), getDriverAction: () => refused("Gone") };
    renderApp("/checkpoints?show=routes", { answers: { ...answers, ...broken } });
    await card("amber");
    await waitFor(() => expect(warnings()).toEqual(["Unhandled error during parallel fetches: Gone"]));
  });

  it("the routes: nothing can be shown", async () => {
    renderApp("/checkpoints?show=routes", { answers: { ...answers, locationRoutes: () => refused("Gone") } });
    await screen.findByText("Gone");
    screen.getByRole("button", { name: "Retry" });
  });

  it("who may not see the routes is told so", async () => {
    renderApp("/checkpoints", { profile: "no-permissions", answers });
    await screen.findByText("Your permissions do not let you see the routes' stocking");
  });
});

describe("spec 4.4, the dashboard refreshes itself", () => {
  it("every 120000 ms, keeping what was known where a refresh fails", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: new Date("2026-11-21T17:00:00Z") });
    let actions = ACTIONS;
    let broken = false;
    const getDriverAction = ({ filter }: { filter: { eventType: string } }) =>
      broken && filter.eventType === "LocationStocked"
        ? refused()
        : { items: actions.filter(({ eventType }) => eventType === filter.eventType), nextToken: null };
    renderApp("/checkpoints?show=routes", { answers: { ...dayServer(), getDriverAction } });
    await card("amber");
    await screen.findByText(/As of 11:00:00\sAM CT/);

    actions = [...ACTIONS, actionAt({ eventType: "LocationStocked", locationId: "IL_0003" })];
    act(() => void vi.advanceTimersByTime(REFRESH_EVERY - 1));
    expect((await rowsOf("amber"))[2]?.[8]).toBe("In Progress");
    act(() => void vi.advanceTimersByTime(1));
    await waitFor(async () => expect((await rowsOf("amber"))[2]?.[8]).toBe("Completed"));
    await screen.findByText(/As of 11:02:00\sAM CT/);

    broken = true;
    act(() => void vi.advanceTimersByTime(REFRESH_EVERY));
    await waitFor(() => expect(warnings()).toHaveLength(1));
    expect((await rowsOf("amber"))[2]?.[8]).toBe("Completed");
  });
});

describe("beyond the spec, what drivers do is shown as it happens", () => {
  const stocked = { ...actionAt({ eventType: "LocationStocked", locationId: "IL_0003" }), id: "1" };

  it("a scan and a stocking, without a refresh", async () => {
    const live = startLive();
    const NewDriverActions = () => newActions([stocked]);
    const { server } = renderApp("/checkpoints?show=routes", { answers: { ...dayServer(), NewDriverActions }, live });
    await card("amber");
    await screen.findByText("Live");
    server.calls.length = 0;
    live.tell(stockingDayChannel(DAY), { kind: "driverAction", id: "1" });
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

  it("the whole day is read where the action is not among the newest", async () => {
    const live = startLive();
    const actions = [...ACTIONS];
    renderApp("/checkpoints?show=routes", {
      answers: { ...dayServer(actions), NewDriverActions: () => newActions([]) },
      live,
    });
    await card("amber");
    await screen.findByText("Live");
    actions.push(stocked);
    live.tell(stockingDayChannel(DAY), { kind: "driverAction", id: "1" });
    await waitFor(async () => expect((await rowsOf("amber"))[2]?.[8]).toBe("Completed"), { timeout: 5000 });
  });
});

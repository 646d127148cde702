import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { ServerError } from "../../test/server";
import type { LocationRoutesFilter } from "../api/schema";
import type { RouteStop } from "./locationRoutes";
import { buildRouteStop, buildRouteStops } from "./view/stops.fixture";

const FAILURE = "Unable to load routes, Please check your internet and your permissions";
const DAY = [
  buildRouteStop({ route: "amber", id: "IL_0001", stop: 2, toteCountPerStop: 4, toteCountPerRoute: 7 }),
  buildRouteStop({ route: "amber", id: "IL_0002", stop: 1, toteCountPerStop: 3, toteCountPerRoute: 7 }),
  buildRouteStop({
    route: "birch",
    id: "NY_0003",
    market: "NE",
    stopType: "REMOVAL",
    toteCountPerStop: null,
    toteCountPerRoute: null,
  }),
];

interface Input {
  readonly filter: LocationRoutesFilter;
  readonly nextToken: string | null;
}

/** Serves the stops that match the requested day and market. */
const serveStops =
  (stops: readonly RouteStop[] = DAY) =>
  ({ filter }: Input) => ({
    routes: stops.filter(
      ({ stockingDate, market }) =>
        stockingDate === filter.stockingDate && (filter.market === undefined || market === filter.market),
    ),
    nextToken: null,
  });

const rows = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );
const count = (text: string) => screen.findByText(text, { selector: "[role=status]" });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T05:30:00Z") });
  // jsdom has no layout, so every row reports this height.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("View Routes By Date (RTE-3)", () => {
  it("opens on today in Central time with the columns date, region, stop, location, tote count and stop type", async () => {
    const { server } = renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    expect(screen.getByLabelText<HTMLInputElement>("Date").value).toBe("11/21/2026");
    expect(screen.getByLabelText<HTMLSelectElement>("Region").value).toBe("ALL");
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Date",
      "Region",
      "Stop",
      "Location",
      "Tote Count",
      "Stop Type",
    ]);
    expect(server.calls.find(({ name }) => name === "locationRoutes")?.input).toEqual({
      filter: { stockingDate: "2026-11-21", calculateTotes: true },
      nextToken: null,
    });
  });

  it("groups stops by route under a 'ROUTE: x' header and adds a SUMMARY row", async () => {
    renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    expect(rows()).toEqual([
      ["ROUTE: amber"],
      ["11/21/2026", "MW", "1", "IL_0002", "3", "STOCK"],
      ["11/21/2026", "MW", "2", "IL_0001", "4", "STOCK"],
      ["SUMMARY2 stops7 totes"],
      ["ROUTE: birch"],
      ["11/21/2026", "NE", "1", "NY_0003", "unknown", "REMOVAL"],
      ["SUMMARY1 stopunknown totes"],
    ]);
  });

  it("shows REMOVAL in bold", async () => {
    renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    expect((await screen.findByText("REMOVAL")).tagName).toBe("STRONG");
    expect(screen.getByText("REMOVAL").closest("[role=row]")?.className).toContain("removal");
    expect(screen.getAllByText("STOCK")[0]?.closest("[role=row]")?.className).not.toContain("removal");
  });

  it("colors each route by its name", async () => {
    renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    const amber = (await screen.findByText("ROUTE: amber")).closest<HTMLElement>("[role=row]");
    const birch = screen.getByText("ROUTE: birch").closest<HTMLElement>("[role=row]");
    expect(amber?.style.getPropertyValue("--route-light")).toMatch(/^hsl/);
    expect(amber?.style.getPropertyValue("--route-light")).not.toBe(birch?.style.getPropertyValue("--route-light"));
  });

  it("links each location to its page", async () => {
    renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    const link = await screen.findByRole("link", { name: "IL_0001" });
    expect(link.getAttribute("href")).toBe("/locations/detail/IL_0001");
  });

  it("shows 'No routes available for given date' when the day has no routes", async () => {
    renderApp("/locations/view_routes?date=2026-12-25", { handlers: { locationRoutes: serveStops() } });
    await screen.findByText("No routes available for given date");
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("offers ALL, MW, NE, WC and S, and loads the selected region", async () => {
    const { user, router } = renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    const region = screen.getByLabelText("Region");
    expect(
      within(region)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["ALL", "MW", "NE", "WC", "S"]);
    await user.selectOptions(region, "NE");
    await count("1 route, 1 stop");
    expect(router.state.location.search).toBe("?region=NE");
  });

  it("moves to the next and the previous day", async () => {
    const { user, router } = renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    await user.click(screen.getByRole("button", { name: "Next day" }));
    await screen.findByText("No routes available for given date");
    expect(router.state.location.search).toBe("?date=2026-11-22");
    await user.click(screen.getByRole("button", { name: "Previous day" }));
    await count("2 routes, 3 stops");
    expect(router.state.location.search).toBe("");
  });

  it("moves to the day after a date that was just typed", async () => {
    const { user, router } = renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    const date = screen.getByLabelText<HTMLInputElement>("Date");
    await user.clear(date);
    await user.type(date, "11/25/2026");
    await user.click(screen.getByRole("button", { name: "Next day" }));
    await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-26"));
    expect(date.value).toBe("11/26/2026");
  });

  it("accepts a date typed as MM/dd/y, and keeps invalid text in the field with an error", async () => {
    const { user, router } = renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    const date = screen.getByLabelText<HTMLInputElement>("Date");
    await user.clear(date);
    await user.type(date, "2/30/2026{Enter}");
    await screen.findByText("Date should be a date in the format MM/dd/y");
    expect(date.value).toBe("2/30/2026");
    await user.clear(date);
    await user.type(date, "11/24/2026{Enter}");
    await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-24"));
  });

  it("filters by route or location while the user types", async () => {
    const { user, router } = renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    await user.type(screen.getByLabelText("Filter routes"), "il_0001");
    await count("1 route, 1 stop of 2 routes, 3 stops");
    expect(rows().at(-1)).toEqual(["SUMMARY2 stops7 totes1 stop shown"]);
    await waitFor(() => expect(router.state.location.search).toBe("?text=il_0001"));
    await user.type(screen.getByLabelText("Filter routes"), "x");
    await screen.findByText("No routes or locations match “il_0001x”");
    await user.click(screen.getByRole("button", { name: "Clear filter" }));
    await count("2 routes, 3 stops");
  });

  it("keeps every typed character while the URL updates", async () => {
    const { router } = renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    const filter = screen.getByLabelText<HTMLInputElement>("Filter routes");
    const values: string[] = [];
    filter.addEventListener("input", () => values.push(filter.value));
    // The delay between keys equals the delay before the URL updates.
    await userEvent.setup({ delay: 251 }).type(filter, "il_0001x");
    expect(values).toEqual(["i", "il", "il_", "il_0", "il_00", "il_000", "il_0001", "il_0001x"]);
    await waitFor(() => expect(router.state.location.search).toBe("?text=il_0001x"));
    expect(filter.value).toBe("il_0001x");
  });

  it("keeps the typed filter when the day changes right after", async () => {
    const { user, router } = renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    await user.type(screen.getByLabelText("Filter routes"), "amber");
    await user.click(screen.getByRole("button", { name: "Next day" }));
    await waitFor(() => expect(router.state.location.search).toBe("?text=amber&date=2026-11-22"));
    expect(screen.getByLabelText<HTMLInputElement>("Filter routes").value).toBe("amber");
  });

  it("sorts the stops of each route when a header is clicked", async () => {
    const { user, router } = renderApp("/locations/view_routes?sort=-stop", {
      handlers: { locationRoutes: serveStops() },
    });
    await count("2 routes, 3 stops");
    expect(rows()[1]?.[3]).toBe("IL_0001");
    expect(screen.getByRole("columnheader", { name: /^Stop ?↓?$/ }).getAttribute("aria-sort")).toBe("descending");
    await user.click(screen.getByRole("button", { name: /^Stop ?↓?$/ }));
    await waitFor(() => expect(rows()[1]?.[3]).toBe("IL_0002"));
    expect(router.state.location.search).toBe("");
  });

  it("sorts ascending, descending and by the order of the route with repeated clicks on a header", async () => {
    const { user, router } = renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops() } });
    await count("2 routes, 3 stops");
    for (const [sort, first] of [
      ["?sort=location", "IL_0001"],
      ["?sort=-location", "IL_0002"],
      ["", "IL_0002"],
    ]) {
      await user.click(within(screen.getByRole("table")).getByRole("button", { name: /^Location/ }));
      await waitFor(() => expect(router.state.location.search).toBe(sort));
      expect(rows()[1]?.[3]).toBe(first);
    }
  });

  it.each([
    ["location", ["IL_0001", "IL_0002", "IL_0003"]],
    ["-location", ["IL_0003", "IL_0002", "IL_0001"]],
    ["toteCount", ["IL_0003", "IL_0001", "IL_0002"]],
    ["-toteCount", ["IL_0001", "IL_0003", "IL_0002"]],
    ["stopType", ["IL_0001", "IL_0003", "IL_0002"]],
    ["date", ["IL_0001", "IL_0003", "IL_0002"]],
    ["constructor", ["IL_0001", "IL_0003", "IL_0002"]],
  ])("with sort=%s shows the stops in the order %j, unknown totes last", async (sort, ids) => {
    const stops = [
      buildRouteStop({ id: "IL_0002", stop: 10, toteCountPerStop: null }),
      buildRouteStop({ id: "IL_0001", stop: 9, toteCountPerStop: 5, stopType: "REMOVAL" }),
      buildRouteStop({ id: "IL_0003", stop: 9, toteCountPerStop: 0, stopType: "removal" }),
    ];
    renderApp(`/locations/view_routes?sort=${sort}`, { handlers: { locationRoutes: serveStops(stops) } });
    await count("1 route, 3 stops");
    expect(
      rows()
        .slice(1, -1)
        .map((cells) => cells[3]),
    ).toEqual(ids);
  });

  it("shows an unknown tote count as unknown, and not as 0", async () => {
    const stops = [
      buildRouteStop({ toteCountPerStop: null }),
      buildRouteStop({ stop: 2, id: "B", toteCountPerStop: 0 }),
    ];
    renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops(stops) } });
    await count("1 route, 2 stops");
    expect(
      rows()
        .slice(1, -1)
        .map((cells) => cells[4]),
    ).toEqual(["unknown", "0"]);
  });

  it("lists the stops of a location with two stockings on a route", async () => {
    const stops = [buildRouteStop(), buildRouteStop({ stop: 2, stockingIndex: 2 })];
    renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops(stops) } });
    await count("1 route, 2 stops");
    expect(rows()).toHaveLength(4);
  });

  it("reads all pages, and renders only the visible rows of 300 routes with 6,000 stops", async () => {
    const all = buildRouteStops(300, 20);
    renderApp("/locations/view_routes", {
      handlers: {
        locationRoutes: ({ nextToken }: Input) => {
          const from = Number(nextToken ?? 0);
          return {
            routes: all.slice(from, from + 2000),
            nextToken: from + 2000 < all.length ? String(from + 2000) : null,
          };
        },
      },
    });
    await count("300 routes, 6,000 stops");
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("6601");
    expect(screen.getAllByRole("row").length).toBeLessThan(100);
  });

  it("renders all rows for printing", async () => {
    renderApp("/locations/view_routes", { handlers: { locationRoutes: serveStops(buildRouteStops(20, 10)) } });
    await count("20 routes, 200 stops");
    expect(screen.getAllByRole("row").length).toBeLessThan(100);
    window.dispatchEvent(new Event("beforeprint"));
    expect(screen.getAllByRole("row")).toHaveLength(241);
    window.dispatchEvent(new Event("afterprint"));
    await waitFor(() => expect(screen.getAllByRole("row").length).toBeLessThan(100));
  });

  it("exports the visible rows as CSV and neutralizes formulas", async () => {
    const saved = stubDownload();
    const { user } = renderApp("/locations/view_routes?text=birch", {
      handlers: { locationRoutes: serveStops([...DAY, buildRouteStop({ route: "=birch", id: "IL_0009" })]) },
    });
    await count("2 routes, 2 stops of 3 routes, 4 stops");
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await saved()).toBe(
      "\uFEFFRoute,Date,Region,Stop,Location,Tote Count,Stop Type\r\n" +
        "'=birch,11/21/2026,MW,1,IL_0009,3,STOCK\r\n" +
        "birch,11/21/2026,NE,1,NY_0003,unknown,REMOVAL\r\n",
    );
  });

  it("shows the load failure, and loads the routes on Retry", async () => {
    let down = true;
    const { user } = renderApp("/locations/view_routes", {
      handlers: {
        locationRoutes: (input: Input) => {
          if (down) throw new ServerError("Internal", "");
          return serveStops()(input);
        },
      },
    });
    await screen.findByText(FAILURE);
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await count("2 routes, 3 stops");
  });

  it("shows no routes without GetUniqueRoutes", async () => {
    renderApp("/locations/view_routes", { profile: "no-permissions", handlers: { locationRoutes: serveStops() } });
    await screen.findByText("You don't have permission to view routes");
    expect(screen.queryByRole("table")).toBeNull();
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { Refusal } from "../../test/server";
import type { LocationRoutesFilter } from "../api/schema";
import type { RouteStop } from "./locationRoutes";
import { stopAt, stopsOf } from "./view/stops.fixture";

const FAILURE = "Unable to load routes, Please check your internet and your permissions";
const DAY = [
  stopAt({ route: "amber", id: "IL_0001", stop: 2, toteCountPerStop: 4, toteCountPerRoute: 7 }),
  stopAt({ route: "amber", id: "IL_0002", stop: 1, toteCountPerStop: 3, toteCountPerRoute: 7 }),
  stopAt({
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

/** Answers the stops of the day and market that are asked for. */
const serving =
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
  // There is no layout here: a row is as high as it would be.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("spec 2.7, View Routes By Date", () => {
  it("shows today's routes in Central time at first: date, region, stop, location, tote count and stop type", async () => {
    const { server } = renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
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

  it("groups them per route, with header 'ROUTE: x' and a SUMMARY row", async () => {
    renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
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
    renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
    expect((await screen.findByText("REMOVAL")).tagName).toBe("STRONG");
    expect(screen.getByText("REMOVAL").closest("[role=row]")?.classList.contains("routes-removal")).toBe(true);
    expect(screen.getAllByText("STOCK")[0]?.closest("[role=row]")?.classList.contains("routes-removal")).toBe(false);
  });

  it("colours each route by its name", async () => {
    renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
    const amber = (await screen.findByText("ROUTE: amber")).closest<HTMLElement>("[role=row]");
    const birch = screen.getByText("ROUTE: birch").closest<HTMLElement>("[role=row]");
    expect(amber?.style.getPropertyValue("--route-light")).toMatch(/^hsl/);
    expect(amber?.style.getPropertyValue("--route-light")).not.toBe(birch?.style.getPropertyValue("--route-light"));
  });

  it("links each location to its page", async () => {
    renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
    const link = await screen.findByRole("link", { name: "IL_0001" });
    expect(link.getAttribute("href")).toBe("/locations/detail/IL_0001");
  });

  it("says 'No routes available for given date' where there are none", async () => {
    renderApp("/locations/view_routes?date=2026-12-25", { answers: { locationRoutes: serving() } });
    await screen.findByText("No routes available for given date");
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("offers ALL, MW, NE, WC and S, and asks for the region chosen", async () => {
    const { user, router } = renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
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

  it("goes to the previous and the next day, and back to today", async () => {
    const { user, router } = renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
    await count("2 routes, 3 stops");
    await user.click(screen.getByRole("button", { name: "Next day" }));
    await screen.findByText("No routes available for given date");
    expect(router.state.location.search).toBe("?date=2026-11-22");
    await user.click(screen.getByRole("button", { name: "Previous day" }));
    await count("2 routes, 3 stops");
    expect(router.state.location.search).toBe("");
  });

  it("takes a day that is typed as MM/dd/y, and keeps what is none", async () => {
    const { user, router } = renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
    await count("2 routes, 3 stops");
    const date = screen.getByLabelText<HTMLInputElement>("Date");
    await user.clear(date);
    await user.type(date, "2/30/2026{Enter}");
    await screen.findByText("Date should be a day in the format MM/dd/y");
    expect(date.value).toBe("2/30/2026");
    await user.clear(date);
    await user.type(date, "11/24/2026{Enter}");
    await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-24"));
  });

  it("filters by route or location as somebody types", async () => {
    const { user, router } = renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
    await count("2 routes, 3 stops");
    await user.type(screen.getByLabelText("Filter routes"), "il_0001");
    await count("1 route, 1 stop of 2 routes, 3 stops");
    expect(rows().at(-1)).toEqual(["SUMMARY2 stops7 totes1 stop shown"]);
    await waitFor(() => expect(router.state.location.search).toBe("?text=il_0001"));
    await user.type(screen.getByLabelText("Filter routes"), "x");
    await screen.findByText("No route or location contains “il_0001x”");
    await user.click(screen.getByRole("button", { name: "Clear filter" }));
    await count("2 routes, 3 stops");
  });

  it("loses no key that is typed while the address follows", async () => {
    const { router } = renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
    await count("2 routes, 3 stops");
    const filter = screen.getByLabelText<HTMLInputElement>("Filter routes");
    const values: string[] = [];
    filter.addEventListener("input", () => values.push(filter.value));
    // As long as typing rests before the address follows it.
    await userEvent.setup({ delay: 251 }).type(filter, "il_0001x");
    expect(values).toEqual(["i", "il", "il_", "il_0", "il_00", "il_000", "il_0001", "il_0001x"]);
    await waitFor(() => expect(router.state.location.search).toBe("?text=il_0001x"));
    expect(filter.value).toBe("il_0001x");
  });

  it("another day keeps what was typed a moment before", async () => {
    const { user, router } = renderApp("/locations/view_routes", { answers: { locationRoutes: serving() } });
    await count("2 routes, 3 stops");
    await user.type(screen.getByLabelText("Filter routes"), "amber");
    await user.click(screen.getByRole("button", { name: "Next day" }));
    await waitFor(() => expect(router.state.location.search).toBe("?text=amber&date=2026-11-22"));
    expect(screen.getByLabelText<HTMLInputElement>("Filter routes").value).toBe("amber");
  });

  it("sorts the stops of each route by a header", async () => {
    const { user, router } = renderApp("/locations/view_routes?sort=-stop", { answers: { locationRoutes: serving() } });
    await count("2 routes, 3 stops");
    expect(rows()[1]?.[3]).toBe("IL_0001");
    expect(screen.getByRole("columnheader", { name: /^Stop ?↓?$/ }).getAttribute("aria-sort")).toBe("descending");
    await user.click(screen.getByRole("button", { name: /^Stop ?↓?$/ }));
    await waitFor(() => expect(rows()[1]?.[3]).toBe("IL_0002"));
    expect(router.state.location.search).toBe("");
  });

  it("reads all pages, and draws only what is in sight of 300 routes with 6,000 stops", async () => {
    const all = stopsOf(300, 20);
    renderApp("/locations/view_routes", {
      answers: {
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

  it("draws all of them for the printer", async () => {
    renderApp("/locations/view_routes", { answers: { locationRoutes: serving(stopsOf(20, 10)) } });
    await count("20 routes, 200 stops");
    expect(screen.getAllByRole("row").length).toBeLessThan(100);
    window.dispatchEvent(new Event("beforeprint"));
    expect(screen.getAllByRole("row")).toHaveLength(241);
    window.dispatchEvent(new Event("afterprint"));
    await waitFor(() => expect(screen.getAllByRole("row").length).toBeLessThan(100));
  });

  it("saves what is shown as CSV, formulas made harmless", async () => {
    const saved = stubDownload();
    const { user } = renderApp("/locations/view_routes?text=birch", {
      answers: { locationRoutes: serving([...DAY, stopAt({ route: "=birch", id: "IL_0009" })]) },
    });
    await count("2 routes, 2 stops of 3 routes, 4 stops");
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await saved()).toBe(
      "\uFEFFRoute,Date,Region,Stop,Location,Tote Count,Stop Type\r\n" +
        "'=birch,11/21/2026,MW,1,IL_0009,3,STOCK\r\n" +
        "birch,11/21/2026,NE,1,NY_0003,unknown,REMOVAL\r\n",
    );
  });

  it("says that it could not load, and tries again when asked", async () => {
    let down = true;
    const { user } = renderApp("/locations/view_routes", {
      answers: {
        locationRoutes: (input: Input) => {
          if (down) throw new Refusal("Internal", "");
          return serving()(input);
        },
      },
    });
    await screen.findByText(FAILURE);
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await count("2 routes, 3 stops");
  });

  it("without GetUniqueRoutes there are no routes", async () => {
    renderApp("/locations/view_routes", { profile: "no-permissions", answers: { locationRoutes: serving() } });
    await screen.findByText("Your permissions do not let you see the routes");
    expect(screen.queryByRole("table")).toBeNull();
  });
});

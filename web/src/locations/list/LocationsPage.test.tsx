import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { stubDownload } from "../../../test/download";
import { renderApp } from "../../../test/renderApp";
import { ServerError, FunctionTimeout } from "../../../test/server";
import { clearCache } from "../../lib/storage";
import { fleetCache } from "./cache";
import { EMPTY_FLEET } from "./fleet";
import { fridge, fridges } from "./fridges";
import type { LocationSummary } from "./locationIndex";

const FLEET = [
  fridge({ id: "IL_0001", prettyName: "Willis Tower", route: "amber", stop: 2, prod: 1 }),
  fridge({ id: "IL_0002", prettyName: "Hancock Lobby", route: "amber", stop: 1 }),
  fridge({ id: "IL_0003", prettyName: "Union Station", type: "WHOLESALE" }),
  fridge({ id: "WI_0004", prettyName: "Pabst Theater", status: "OFFLINE" }),
];
const LOAD_FAILURE = "Unable to load locations, Please check your internet and your permissions";

interface Input {
  readonly filter: { readonly status: string; readonly count: number };
  readonly nextToken: string | null;
}

/** Resolves `locations` with one page of the requested status. */
function locationsResolver(fleet: readonly LocationSummary[] = FLEET) {
  return ({ filter }: Input) => ({
    items: fleet.filter(({ status }) => status === filter.status),
    nextToken: null,
  });
}

const listedIds = () => screen.queryAllByRole("rowheader").map((cell) => cell.textContent);
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value;
const findCount = (text: string) => screen.findByText(text, { selector: "[role=status]" });

beforeEach(clearCache);

describe("locations list (LOC-1 to LOC-6)", () => {
  it("shows id, pretty name, route, stop, status and allocation of each entry, with its links", async () => {
    renderApp("/locations/all", { handlers: { locations: locationsResolver() } });
    const row = (await screen.findByRole("rowheader", { name: "IL_0001" })).closest<HTMLElement>("[role=row]");
    const cells = within(row as HTMLElement);
    expect(cells.getByRole("checkbox", { name: "Select IL_0001" })).toBeDefined();
    expect(cells.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      // The checkbox.
      "",
      "Willis Tower",
      "amber",
      "2",
      "LIVE",
      "ON",
      "InventoryHealth",
    ]);
    expect(cells.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/locations/detail/IL_0001",
      "/locations/inventory/IL_0001",
      "/locations/health/IL_0001",
    ]);
  });

  it("offers filters by text, driver, status and allocation", async () => {
    renderApp("/locations/all", { handlers: { locations: locationsResolver() } });
    await findCount("3 of 3");
    const optionsOf = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole("option")
        .map(({ textContent }) => textContent);
    screen.getByRole("searchbox", { name: "Filter fridges" });
    expect(optionsOf("Driver")).toEqual(["All Drivers", "amber"]);
    expect(optionsOf("Status")).toEqual(["LIVE", "DEAD", "OFFLINE"]);
    expect(optionsOf("Allocation")).toEqual(["All", "ON", "OFF"]);
  });

  it("can be operated by keyboard", async () => {
    const { user, router } = renderApp("/locations/all?driver=amber", { handlers: { locations: locationsResolver() } });
    await findCount("2 of 3");
    const header = screen.getByRole("button", { name: "Name" });
    header.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(listedIds()).toEqual(["IL_0002", "IL_0001"]));
    await waitFor(() => expect(router.state.location.search).toBe("?driver=amber&sort=prettyName"));
    for (let presses = 0; presses < 12 && document.activeElement?.textContent !== "IL_0002"; presses += 1) {
      await user.tab();
    }
    await user.tab();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Inventory of IL_0002");
    await user.tab();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Health of IL_0002");
  });

  it("initially shows LIVE locations of all drivers, with their count", async () => {
    renderApp("/locations/all", { handlers: { locations: locationsResolver() } });
    await findCount("3 of 3");
    screen.getByRole("heading", { level: 1, name: "Locations" });
    expect(valueOf("Status")).toBe("LIVE");
    expect(valueOf("Driver")).toBe("");
    expect(within(screen.getByLabelText("Driver")).getAllByRole("option")).toHaveLength(2);
    expect(screen.getByRole("table", { name: "Locations" }).getAttribute("aria-rowcount")).toBe("4");
  });

  it("filters while typing and updates the URL", async () => {
    const { user, router } = renderApp("/locations/all", { handlers: { locations: locationsResolver() } });
    await findCount("3 of 3");
    await user.type(screen.getByLabelText("Filter fridges"), "WILLIS");
    await findCount("1 of 3");
    expect(listedIds()).toEqual(["IL_0001"]);
    await waitFor(() => expect(router.state.location.search).toBe("?text=WILLIS"));
  });

  it("writes the typed text to the URL when the search box loses the focus", async () => {
    const { user, router } = renderApp("/locations/all", { handlers: { locations: locationsResolver() } });
    await findCount("3 of 3");
    await user.type(screen.getByLabelText("Filter fridges"), "willis");
    await user.tab();
    expect(router.state.location.search).toBe("?text=willis");
  });

  it("reads the filters from the URL", async () => {
    renderApp("/locations/all?driver=AMBER&allocation=OFF", { handlers: { locations: locationsResolver() } });
    await findCount("1 of 3");
    expect(listedIds()).toEqual(["IL_0002"]);
    expect(valueOf("Driver")).toBe("amber");
  });

  it("sorts a driver's fridges by stop, and by a column when its header is clicked", async () => {
    const { user, router } = renderApp("/locations/all?driver=amber", { handlers: { locations: locationsResolver() } });
    await findCount("2 of 3");
    expect(listedIds()).toEqual(["IL_0002", "IL_0001"]);
    await user.click(screen.getByRole("button", { name: "Id" }));
    await waitFor(() => expect(listedIds()).toEqual(["IL_0001", "IL_0002"]));
    expect(screen.getByRole("columnheader", { name: "Id" }).getAttribute("aria-sort")).toBe("ascending");
    await user.click(screen.getByRole("button", { name: "Id" }));
    await waitFor(() => expect(listedIds()).toEqual(["IL_0002", "IL_0001"]));
    expect(router.state.location.search).toBe("?driver=amber&sort=-id");
  });

  it("loads OFFLINE locations on demand", async () => {
    const { user, server } = renderApp("/locations/all", { handlers: { locations: locationsResolver() } });
    await findCount("3 of 3");
    const requests = () => server.calls.filter(({ name }) => name === "locations").map(({ input }) => input);
    expect(requests()).toEqual([{ filter: { status: "LIVE", count: 2500 }, nextToken: null }]);
    await user.selectOptions(screen.getByLabelText("Status"), "OFFLINE");
    await findCount("1 of 1");
    expect(listedIds()).toEqual(["WI_0004"]);
    expect(requests()).toHaveLength(2);
  });

  it("shows the cached list with its age and refreshes it in the background", async () => {
    const anHourAgo = Date.now() - 3_600_000;
    await fleetCache("sub-of-admin", "LIVE").write({ ...EMPTY_FLEET, locations: fridges(2), asOf: anHourAgo });
    let respond: ((page: unknown) => void) | undefined;
    renderApp("/locations/all", { handlers: { locations: () => new Promise((resolve) => (respond = resolve)) } });
    await findCount("2 of 2");
    screen.getByText(/^as of .*, refreshing…$/);
    respond?.(locationsResolver()({ filter: { status: "LIVE", count: 2500 }, nextToken: null }));
    await findCount("3 of 3");
    await screen.findByText(/^as of [^,]*$/);
  });

  it("does not show another user's cached list", async () => {
    await fleetCache("sub-of-operations", "LIVE").write({ ...EMPTY_FLEET, locations: fridges(2), asOf: Date.now() });
    renderApp("/locations/all", { handlers: { locations: () => new Promise(() => undefined) } });
    await screen.findByText("Loading locations…");
    expect(listedIds()).toEqual([]);
  });

  it("reloads all pages on Refresh", async () => {
    let fleet = fridges(2);
    const { user } = renderApp("/locations/all", {
      handlers: { locations: (input: Input) => locationsResolver(fleet)(input) },
    });
    await findCount("2 of 2");
    fleet = fridges(5);
    await user.click(await screen.findByRole("button", { name: "Refresh" }));
    await findCount("5 of 5");
  });

  it("links to the failed changes", async () => {
    renderApp("/locations/all", { handlers: { locations: locationsResolver() } });
    expect((await screen.findByRole("link", { name: "Failed changes" })).getAttribute("href")).toBe(
      "/locations/schedule",
    );
  });
});

describe("load failure (LOC-6)", () => {
  it("keeps the cached list below the message and reloads on Retry", async () => {
    await fleetCache("sub-of-admin", "LIVE").write({ ...EMPTY_FLEET, locations: fridges(2), asOf: Date.now() });
    let down = true;
    const { user } = renderApp("/locations/all", {
      handlers: {
        locations: (input: Input) => {
          if (down) throw new ServerError("Internal", "It broke");
          return locationsResolver()(input);
        },
      },
    });
    await screen.findByText(LOAD_FAILURE);
    expect(listedIds()).toEqual(["F1", "F2"]);
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await findCount("3 of 3");
    expect(screen.queryByText(LOAD_FAILURE)).toBeNull();
  });

  it("does not state that no location matches after a page failed to load", async () => {
    renderApp("/locations/all?text=pabst", {
      handlers: {
        locations: ({ nextToken }: Input) => {
          if (nextToken !== null) throw new ServerError("Internal", "It broke");
          return { items: fridges(2), nextToken: "2" };
        },
      },
    });
    await screen.findByText(LOAD_FAILURE);
    screen.getByText("not all loaded");
    expect(screen.queryByText("No LIVE locations match the filters")).toBeNull();
    screen.getByRole("button", { name: "Retry" });
  });
});

describe("function timeout", () => {
  it("shows the screen's message instead of the AWS error", async () => {
    const timeout = () => {
      throw new FunctionTimeout();
    };
    renderApp("/locations/all", { handlers: { locations: timeout } });
    await screen.findByText(LOAD_FAILURE);
    expect(document.body).not.toHaveTextContent("Task timed out");
  });
});

describe("permissions", () => {
  it("does not request the list without GetAllLocation", async () => {
    const { server } = renderApp("/locations/all", {
      profile: "no-permissions",
      handlers: { locations: locationsResolver() },
    });
    await screen.findByText("You don't have permission to view the locations");
    expect(screen.queryByRole("table")).toBeNull();
    expect(server.calls.filter(({ name }) => name === "locations").length).toBeLessThanOrEqual(1);
  });

  it("removes the cached list when the permission is missing", async () => {
    const cache = fleetCache("sub-of-no-permissions", "LIVE");
    await cache.write({ ...EMPTY_FLEET, locations: fridges(2), asOf: Date.now() });
    renderApp("/locations/all", { profile: "no-permissions", handlers: { locations: locationsResolver() } });
    await screen.findByText("You don't have permission to view the locations");
    expect(listedIds()).toEqual([]);
    await waitFor(async () => expect(await cache.read()).toBeNull());
  });

  it("disables Add with a reason without CreateLocation", async () => {
    const { user, router } = renderApp("/locations/all", {
      profile: "read-only",
      handlers: { locations: locationsResolver() },
    });
    const description = "Your permissions do not include CreateLocation";
    const add = await screen.findByRole("button", { name: "Add", description });
    expect(add.getAttribute("aria-disabled")).toBe("true");
    await user.click(add);
    expect(router.state.location.pathname).toBe("/locations/all");
  });
});

describe("empty state", () => {
  it("offers to clear the filters", async () => {
    const { user } = renderApp("/locations/all?text=pabst&driver=amber", {
      handlers: { locations: locationsResolver() },
    });
    await screen.findByText("No LIVE locations match the filters");
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await findCount("3 of 3");
    expect(valueOf("Filter fridges")).toBe("");
  });

  it("names an empty status and offers the other statuses", async () => {
    renderApp("/locations/all?status=DEAD", { handlers: { locations: locationsResolver() } });
    await screen.findByText("No DEAD locations");
    screen.getByRole("button", { name: "Show OFFLINE" });
  });
});

describe("Export CSV", () => {
  it("downloads the listed locations in order and escapes formulas", async () => {
    const saved = stubDownload();
    const fleet = [
      fridge({ id: "A", prettyName: '=HYPERLINK("x"), 2', route: "amber", stop: 4 }),
      fridge({ id: "B", prettyName: "@sum", route: null, stop: null }),
      fridge({ id: "C", prettyName: "-dash", route: "+plus", stop: 3 }),
      fridge({ id: "D", prettyName: "filtered out", prod: 1 }),
    ];
    const address = "/locations/all?allocation=OFF&sort=-id";
    const { user } = renderApp(address, { handlers: { locations: locationsResolver(fleet) } });
    await findCount("3 of 4");
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await saved()).toBe(
      "\uFEFF" +
        [
          "id,prettyName,type,route,stop,status,allocation",
          "C,'-dash,FRIDGE,'+plus,3,LIVE,OFF",
          "B,'@sum,FRIDGE,,,LIVE,OFF",
          `A,"'=HYPERLINK(""x""), 2",FRIDGE,amber,4,LIVE,OFF`,
          "",
        ].join("\r\n"),
    );
  });
});

describe("selected locations", () => {
  it("are handed over to bulk schedule (SCH-22)", async () => {
    const { user, router } = renderApp("/locations/all", {
      handlers: { locations: locationsResolver() },
      sample: true,
    });
    await user.click(await screen.findByRole("checkbox", { name: "Select IL_0001" }));
    await screen.findByText("1 location selected");
    await user.click(screen.getByRole("button", { name: "Schedule a change" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/bulk_schedule"));
    expect(await screen.findByDisplayValue("IL_0001")).toBeDefined();
  });

  it("are exported without the other locations", async () => {
    const saved = stubDownload();
    const fleet = [fridge({ id: "A" }), fridge({ id: "B" }), fridge({ id: "C" })];
    const { user } = renderApp("/locations/all", { handlers: { locations: locationsResolver(fleet) } });
    await user.click(await screen.findByRole("checkbox", { name: "Select A" }));
    await user.click(await screen.findByRole("checkbox", { name: "Select C" }));
    await user.click(screen.getByRole("button", { name: "Export selection" }));
    const ids = (await saved()).split("\r\n").map((line) => line.split(",")[0]);
    expect(ids).toEqual(["\uFEFFid", "A", "C", ""]);
  });
});

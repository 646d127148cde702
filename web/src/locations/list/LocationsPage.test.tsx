import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { stubDownload } from "../../../test/download";
import { renderApp } from "../../../test/renderApp";
import { Refusal, Timeout } from "../../../test/server";
import { forgetAll } from "../../api/localCache";
import { fleetCache } from "./cache";
import { NO_FLEET } from "./fleet";
import { fridge, fridges } from "./fridges";
import type { LocationSummary } from "./locationIndex";

const FLEET = [
  fridge({ id: "IL_0001", prettyName: "Willis Tower", route: "amber", stop: 2, prod: 1 }),
  fridge({ id: "IL_0002", prettyName: "Hancock Lobby", route: "amber", stop: 1 }),
  fridge({ id: "IL_0003", prettyName: "Union Station", type: "WHOLESALE" }),
  fridge({ id: "WI_0004", prettyName: "Pabst Theater", status: "OFFLINE" }),
];
const FAILURE = "Unable to load locations, Please check your internet and your permissions";

interface Input {
  readonly filter: { readonly status: string; readonly count: number };
  readonly nextToken: string | null;
}

/** Answers `locations` with those of the status, all on one page. */
function serving(fleet: readonly LocationSummary[] = FLEET) {
  return ({ filter }: Input) => ({
    items: fleet.filter(({ status }) => status === filter.status),
    nextToken: null,
  });
}

const listed = () => screen.queryAllByRole("rowheader").map((cell) => cell.textContent);
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value;
const count = (text: string) => screen.findByText(text, { selector: "[role=status]" });

beforeEach(forgetAll);

describe("spec 2.6, the locations list", () => {
  it("shows id, pretty name, route, stop, status and allocation of each entry, with its links", async () => {
    renderApp("/locations/all", { answers: { locations: serving() } });
    const row = (await screen.findByRole("rowheader", { name: "IL_0001" })).closest<HTMLElement>("[role=row]");
    const cells = within(row as HTMLElement);
    expect(cells.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
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

  it("offers a text filter 'Filter fridges', 'All Drivers', the three statuses and allocation", async () => {
    renderApp("/locations/all", { answers: { locations: serving() } });
    await count("3 of 3");
    const optionsOf = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole("option")
        .map(({ textContent }) => textContent);
    screen.getByRole("searchbox", { name: "Filter fridges" });
    expect(optionsOf("Driver")).toEqual(["All Drivers", "amber"]);
    expect(optionsOf("Status")).toEqual(["LIVE", "DEAD", "OFFLINE"]);
    expect(optionsOf("Allocation")).toEqual(["All", "ON", "OFF"]);
  });

  it("goes by keyboard: filter, header and row, one after the other", async () => {
    const { user, router } = renderApp("/locations/all?driver=amber", { answers: { locations: serving() } });
    await count("2 of 3");
    const header = screen.getByRole("button", { name: "Name" });
    header.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(listed()).toEqual(["IL_0002", "IL_0001"]));
    await waitFor(() => expect(router.state.location.search).toBe("?driver=amber&sort=prettyName"));
    for (let presses = 0; presses < 12 && document.activeElement?.textContent !== "IL_0002"; presses += 1) {
      await user.tab();
    }
    await user.tab();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Inventory of IL_0002");
    await user.tab();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Health of IL_0002");
  });

  it("shows LIVE locations of all drivers at first, and how many", async () => {
    renderApp("/locations/all", { answers: { locations: serving() } });
    await count("3 of 3");
    screen.getByRole("heading", { level: 1, name: "Locations" });
    expect(valueOf("Status")).toBe("LIVE");
    expect(valueOf("Driver")).toBe("");
    expect(within(screen.getByLabelText("Driver")).getAllByRole("option")).toHaveLength(2);
    expect(screen.getByRole("table", { name: "Locations" }).getAttribute("aria-rowcount")).toBe("4");
  });

  it("filters as somebody types, and the address follows", async () => {
    const { user, router } = renderApp("/locations/all", { answers: { locations: serving() } });
    await count("3 of 3");
    await user.type(screen.getByLabelText("Filter fridges"), "WILLIS");
    await count("1 of 3");
    expect(listed()).toEqual(["IL_0001"]);
    await waitFor(() => expect(router.state.location.search).toBe("?text=WILLIS"));
  });

  it("what was typed is in the address as soon as the search box is left", async () => {
    const { user, router } = renderApp("/locations/all", { answers: { locations: serving() } });
    await count("3 of 3");
    await user.type(screen.getByLabelText("Filter fridges"), "willis");
    await user.tab();
    expect(router.state.location.search).toBe("?text=willis");
  });

  it("reads its filters from the address", async () => {
    renderApp("/locations/all?driver=AMBER&allocation=OFF", { answers: { locations: serving() } });
    await count("1 of 3");
    expect(listed()).toEqual(["IL_0002"]);
    expect(valueOf("Driver")).toBe("amber");
  });

  it("lists the fridges of a driver by stop, and sorts by a header that is pressed", async () => {
    const { user, router } = renderApp("/locations/all?driver=amber", { answers: { locations: serving() } });
    await count("2 of 3");
    expect(listed()).toEqual(["IL_0002", "IL_0001"]);
    await user.click(screen.getByRole("button", { name: "Id" }));
    await waitFor(() => expect(listed()).toEqual(["IL_0001", "IL_0002"]));
    expect(screen.getByRole("columnheader", { name: "Id" }).getAttribute("aria-sort")).toBe("ascending");
    await user.click(screen.getByRole("button", { name: "Id" }));
    await waitFor(() => expect(listed()).toEqual(["IL_0002", "IL_0001"]));
    expect(router.state.location.search).toBe("?driver=amber&sort=-id");
  });

  it("loads OFFLINE on demand", async () => {
    const { user, server } = renderApp("/locations/all", { answers: { locations: serving() } });
    await count("3 of 3");
    const asked = () => server.calls.filter(({ name }) => name === "locations").map(({ input }) => input);
    expect(asked()).toEqual([{ filter: { status: "LIVE", count: 2500 }, nextToken: null }]);
    await user.selectOptions(screen.getByLabelText("Status"), "OFFLINE");
    await count("1 of 1");
    expect(listed()).toEqual(["WI_0004"]);
    expect(asked()).toHaveLength(2);
  });

  it("shows the cached list at once, with its age, and refreshes it in the background", async () => {
    const anHourAgo = Date.now() - 3_600_000;
    await fleetCache("sub-of-admin", "LIVE").write({ ...NO_FLEET, locations: fridges(2), asOf: anHourAgo });
    let answer: ((page: unknown) => void) | undefined;
    renderApp("/locations/all", { answers: { locations: () => new Promise((resolve) => (answer = resolve)) } });
    await count("2 of 2");
    screen.getByText(/^as of .*, refreshing…$/);
    answer?.(serving()({ filter: { status: "LIVE", count: 2500 }, nextToken: null }));
    await count("3 of 3");
    await screen.findByText(/^as of [^,]*$/);
  });

  it("never shows what another person's visit cached", async () => {
    await fleetCache("sub-of-operations", "LIVE").write({ ...NO_FLEET, locations: fridges(2), asOf: Date.now() });
    renderApp("/locations/all", { answers: { locations: () => new Promise(() => undefined) } });
    await screen.findByText("Loading locations…");
    expect(listed()).toEqual([]);
  });

  it("Refresh reads all pages again", async () => {
    let fleet = fridges(2);
    const { user } = renderApp("/locations/all", { answers: { locations: (input: Input) => serving(fleet)(input) } });
    await count("2 of 2");
    fleet = fridges(5);
    await user.click(await screen.findByRole("button", { name: "Refresh" }));
    await count("5 of 5");
  });

  it("links to the failed changes", async () => {
    renderApp("/locations/all", { answers: { locations: serving() } });
    expect((await screen.findByRole("link", { name: "Failed changes" })).getAttribute("href")).toBe(
      "/locations/schedule",
    );
  });
});

describe("spec 8, locations list load failure", () => {
  it("keeps the cached list beside the message, and tries again when asked", async () => {
    await fleetCache("sub-of-admin", "LIVE").write({ ...NO_FLEET, locations: fridges(2), asOf: Date.now() });
    let down = true;
    const { user } = renderApp("/locations/all", {
      answers: {
        locations: (input: Input) => {
          if (down) throw new Refusal("Internal", "It broke");
          return serving()(input);
        },
      },
    });
    await screen.findByText(FAILURE);
    expect(listed()).toEqual(["F1", "F2"]);
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await count("3 of 3");
    expect(screen.queryByText(FAILURE)).toBeNull();
  });
});

describe("a function that runs out of time", () => {
  it("shows the screen's own text and not AWS's", async () => {
    const timeout = () => {
      throw new Timeout();
    };
    renderApp("/locations/all", { answers: { locations: timeout } });
    await screen.findByText(FAILURE);
    expect(document.body).not.toHaveTextContent("Task timed out");
  });
});

describe("what a person may do", () => {
  it("without GetAllLocation there is no list and no request for it", async () => {
    const { server } = renderApp("/locations/all", { profile: "no-permissions", answers: { locations: serving() } });
    await screen.findByText("Your permissions do not let you see the locations");
    expect(screen.queryByRole("table")).toBeNull();
    expect(server.calls.filter(({ name }) => name === "locations").length).toBeLessThanOrEqual(1);
  });

  it("a cached list goes with the permission", async () => {
    const cache = fleetCache("sub-of-no-permissions", "LIVE");
    await cache.write({ ...NO_FLEET, locations: fridges(2), asOf: Date.now() });
    renderApp("/locations/all", { profile: "no-permissions", answers: { locations: serving() } });
    await screen.findByText("Your permissions do not let you see the locations");
    expect(listed()).toEqual([]);
    await waitFor(async () => expect(await cache.read()).toBeNull());
  });

  it("Add is for those with CreateLocation; others hear why not", async () => {
    const { user, router } = renderApp("/locations/all", { profile: "read-only", answers: { locations: serving() } });
    const description = "Your permissions do not include CreateLocation";
    const add = await screen.findByRole("button", { name: "Add", description });
    expect(add.getAttribute("aria-disabled")).toBe("true");
    await user.click(add);
    expect(router.state.location.pathname).toBe("/locations/all");
  });
});

describe("when nothing is listed", () => {
  it("offers to clear the filters and to look among the other statuses", async () => {
    const { user } = renderApp("/locations/all?text=pabst&driver=amber", { answers: { locations: serving() } });
    await screen.findByText("No LIVE location matches the filters");
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await count("3 of 3");
    expect(valueOf("Filter fridges")).toBe("");
  });

  it("says so of an empty status", async () => {
    renderApp("/locations/all?status=DEAD", { answers: { locations: serving() } });
    await screen.findByText("There is no DEAD location");
    screen.getByRole("button", { name: "Look among OFFLINE" });
  });
});

describe("Export CSV", () => {
  it("saves what is listed, in its order, with formulas made harmless", async () => {
    const saved = stubDownload();
    const fleet = [
      fridge({ id: "A", prettyName: '=HYPERLINK("x"), 2', route: "amber", stop: 4 }),
      fridge({ id: "B", prettyName: "@sum", route: null, stop: null }),
      fridge({ id: "C", prettyName: "-dash", route: "+plus", stop: 3 }),
      fridge({ id: "D", prettyName: "filtered out", prod: 1 }),
    ];
    const address = "/locations/all?allocation=OFF&sort=-id";
    const { user } = renderApp(address, { answers: { locations: serving(fleet) } });
    await count("3 of 4");
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

import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError } from "../../test/server";
import { clearCache, readCache } from "../lib/storage";
import type { DropAction, DropOverride, DropSlip } from "./dropOff/day";

const DAY = "2026-11-23";
const slip = (locationId: string, parts: Partial<DropSlip> = {}): DropSlip => ({
  locationId,
  route: "amber",
  dropOffDate: DAY,
  uniqueId: "PS-1",
  createDate: "2026-11-22",
  stockingIndex: 1,
  type: "ORDER",
  clientCode: "LARDER",
  status: "PACKED",
  ...parts,
});
const action = (eventType: DropAction["eventType"], locationId: string, data: unknown = {}): DropAction => ({
  eventType,
  locationId,
  data: JSON.stringify(data),
  createdAt: "2026-11-23T15:00:00.000Z",
  user: "omar@larder.example",
});
const override = (locationId: string, user: string, parts: Partial<DropOverride> = {}): DropAction => ({
  ...action("DropOverride", locationId, {
    userSubmitted: user,
    dropStatus: "Not Delivering",
    statusReason: "Missing Totes",
    originalDropOffDate: DAY,
    packingSlipId: "PS-1",
    stockingIndex: 1,
    ...parts,
  }),
  user,
});

const SLIPS = [
  slip("FRIDGE_A"),
  slip("WS_B"),
  slip("WS_C"),
  slip("WS_DECIDED"),
  slip("INTERNAL", { type: "INTERNAL_ORDER" }),
  slip("THIRD", { clientCode: "ThirdParty" }),
  slip("DELETED", { status: "DELETED" }),
  slip("UNREACHABLE"),
  slip("STOCKED"),
  slip("HALF_STOCKED", { uniqueId: "PS-1" }),
  slip("HALF_STOCKED", { uniqueId: "PS-1B" }),
  slip("HALF_STOCKED", { uniqueId: "PS-2", stockingIndex: 2 }),
  slip("WS_DROPPED_OFF", { uniqueId: "PS-1" }),
  slip("WS_DROPPED_OFF", { uniqueId: "PS-2" }),
];
const page = <Item,>(items: readonly Item[]) => ({ items, nextToken: null });
const day = () => ({
  locationRoutes: { routes: [{ id: "FRIDGE_A", route: "chi_ana", stockingIndex: 1 }], nextToken: null },
  getPackingSlipsV3: page(SLIPS),
  overrides: page([override("WS_DECIDED", "lena@larder.example")]),
  unreachable: page([action("LocationUnreachable", "UNREACHABLE")]),
  stocked: page([
    action("LocationStocked", "STOCKED"),
    action("LocationStocked", "HALF_STOCKED", { packingSlipId: "PS-1" }),
  ]),
  droppedOff: page([action("DropOffComplete", "WS_DROPPED_OFF", { packingSlipId: "PS-2" })]),
});
const handlers = {
  GetPackingSlips: day,
  opsLocations: () => ({
    locations: SLIPS.map(({ locationId }) => ({
      id: locationId,
      type: locationId.startsWith("WS_") ? "WHOLESALE" : "FRIDGE",
      accountTier: null,
      onlineDate: null,
      fulfillmentCenter: null,
      opportunityName: null,
    })),
    nextToken: null,
  }),
};
const ADDRESS = `/reports/dropoffsummary?date=${DAY}`;

interface Input {
  readonly input: { readonly locationId: string; readonly data: string };
}
/** Accepts all decisions except for locations that another user decided first. */
const acceptExcept =
  (...conflicting: readonly string[]) =>
  ({ input }: Input) => {
    const decision = JSON.parse(input.data) as DropOverride;
    if (conflicting.includes(input.locationId)) {
      throw new ServerError("Conflict", "omar@larder.example already set this drop to Complete (Group Drop).", {
        current: override(input.locationId, "omar@larder.example", {
          dropStatus: "Complete",
          statusReason: "Group Drop",
        }),
      });
    }
    return override(input.locationId, "admin@larder.example", decision);
  };
const sentOverrides = (server: { calls: readonly { name: string; input: unknown }[] }) =>
  server.calls
    .filter(({ name }) => name === "createDriverAction")
    .map(({ input }) => {
      const { locationId, data } = (input as Input).input;
      return { locationId, ...(JSON.parse(data) as DropOverride) };
    });
const rowOf = async (id: string) => {
  const [link] = await screen.findAllByRole("link", { name: id });
  return within(link?.closest<HTMLElement>("[role=row]") ?? document.body);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T16:00:00Z") });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("Drop Off Summary (DRP-1)", () => {
  it("redirects users without the flag drop-override to the home page", async () => {
    const { router } = renderApp("/reports/dropoffsummary", { profile: "read-only", sample: true });
    await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
    await screen.findByText(
      "Drop Off Summary is not turned on for you. Ask an administrator to turn on the feature flag drop-override.",
    );
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("shows an error when the feature flags could not be loaded", async () => {
    const featureFlags = () => {
      throw new ServerError("Internal", "");
    };
    renderApp("/reports/dropoffsummary", { handlers: { featureFlags } });
    await screen.findByText(/^Drop Off Summary could not be opened because your feature flags could not be loaded/);
  });

  it("defaults to the stocking day, which is tomorrow after 18:00 Central", async () => {
    vi.setSystemTime(new Date("2026-11-24T00:30:00Z"));
    const { router } = renderApp("/reports/dropoffsummary", { handlers });
    await screen.findByRole("heading", { name: "Drop Off Summary 11/24/2026" });
    await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-24"));
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("shows the searched date in the title and lets the user choose another", async () => {
    const { user } = renderApp("/reports/dropoffsummary", { handlers });
    await screen.findByRole("heading", { name: "Drop Off Summary 11/23/2026" });
    await user.click(screen.getByRole("button", { name: "Choose another date" }));
    await user.click(await screen.findByRole("button", { name: "Search" }));
    await screen.findByRole("heading", { name: "Drop Off Summary 11/23/2026" });
  });

  it("reads the day's slips and the actions from 18:00 Central on the previous day", async () => {
    const { server } = renderApp(ADDRESS, { handlers });
    await screen.findByRole("table", { name: "Drops" });
    const input = server.calls.find(({ name }) => name === "GetPackingSlips")?.input;
    const period = { createdAt: "2026-11-23T00:00:00.000Z", createdBefore: "2026-11-24T00:00:00.000Z" };
    expect(input).toMatchObject({
      routes: { stockingDate: DAY },
      slips: { dropOffDate: DAY },
      overrides: { eventType: "DropOverride", dropOffDate: DAY },
      unreachable: { eventType: "LocationUnreachable", ...period },
      stocked: { eventType: "LocationStocked", ...period },
      droppedOff: { eventType: "DropOffComplete", ...period },
    });
  });

  it("shows what an earlier visit read, without confirming it, until the day is read again", async () => {
    renderApp(ADDRESS, { handlers });
    await screen.findByRole("table", { name: "Drops" });
    await waitFor(async () => expect(await readCache("stocking/dropOff")).toMatchObject({ data: { day: DAY } }));
    cleanup();
    let finish: (() => void) | undefined;
    const rest = new Promise<void>((resolve) => (finish = resolve));
    renderApp(ADDRESS, { handlers: { ...handlers, GetPackingSlips: () => rest.then(day) } });
    expect(within(await screen.findByRole("table", { name: "Drops" })).getByText("WS_B")).toBeInTheDocument();
    const submit = () => screen.getByRole("button", { name: "Confirm Override" });
    expect(submit()).toHaveAccessibleDescription("Wait until all drops are loaded");
    finish?.();
    await waitFor(() => expect(submit()).toHaveAccessibleDescription("Change the drop status of at least one row"));
  });

  it("shows the drops of the first pages, without confirming them, while further pages load", async () => {
    let finish: (() => void) | undefined;
    const rest = new Promise<void>((resolve) => (finish = resolve));
    const first = () => ({
      ...day(),
      getPackingSlipsV3: { items: [slip("WS_B"), slip("STOCKED")], nextToken: "slips" },
      stocked: { items: [], nextToken: "stocked" },
    });
    renderApp(ADDRESS, {
      handlers: {
        ...handlers,
        GetPackingSlips: first,
        getPackingSlipsV3: () => page([slip("WS_C")]),
        getDriverAction: () => rest.then(() => page([action("LocationStocked", "STOCKED")])),
      },
    });
    const listed = async () =>
      [...(await screen.findByRole("table", { name: "Drops" })).querySelectorAll('tbody [data-column="location"]')].map(
        ({ textContent }) => textContent,
      );
    expect(await listed()).toEqual(["STOCKED", "WS_B"]);
    expect(screen.getByText(/^2 unconfirmed drops, loading the rest…/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Confirm Override" })).toHaveAccessibleDescription(
      "Wait until all drops are loaded",
    );
    finish?.();
    await waitFor(async () => expect(await listed()).toEqual(["WS_B", "WS_C"]));
    expect(screen.getByText(/^2 unconfirmed drops, 0 selected/)).toBeInTheDocument();
  });

  it("lists the unconfirmed drops with their count", async () => {
    renderApp(ADDRESS, { handlers });
    const table = await screen.findByRole("table", { name: "Drops" });
    const headers = within(table).getAllByRole("columnheader");
    expect(headers.slice(1).map((header) => header.textContent)).toEqual([
      "Location ID",
      "Route ID",
      "Packing Slip ID",
      "Pick Date",
      "Drop Status",
      "Reason",
      "Created By",
    ]);
    const rows = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell"));
    const values = rows.map((cells) => [1, 2, 3, 4, 7].map((index) => cells[index]?.textContent));
    expect(values).toEqual([
      ["HALF_STOCKED", "amber", "PS-2", "11/22/2026", ""],
      ["WS_B", "amber", "PS-1", "11/22/2026", ""],
      ["WS_C", "amber", "PS-1", "11/22/2026", ""],
      ["WS_DECIDED", "amber", "PS-1", "11/22/2026", "lena@larder.example"],
      ["FRIDGE_A", "chi_ana", "PS-1", "11/22/2026", ""],
    ]);
    await screen.findByText("4 unconfirmed drops, 0 selected");
  });

  it("searches by location id and keeps the search in the URL", async () => {
    const { user, router } = renderApp(ADDRESS, { handlers });
    await user.type(await screen.findByLabelText("Search by Location ID"), "ws_b");
    await screen.findByText("4 unconfirmed drops, 1 shown, 0 selected");
    await waitFor(() => expect(router.state.location.search).toBe(`?date=${DAY}&find=ws_b`));
  });
});

describe("drop status (DRP-2 to DRP-6)", () => {
  it("locks a row with a recorded status", async () => {
    renderApp(ADDRESS, { handlers });
    const row = await rowOf("WS_DECIDED");
    const status = row.getByLabelText<HTMLSelectElement>(/^Drop status/);
    const reason = row.getByLabelText<HTMLSelectElement>(/^Reason/);
    expect({ status: status.value, reason: reason.value }).toEqual({
      status: "Not Delivering",
      reason: "Missing Totes",
    });
    for (const control of [row.getByRole<HTMLInputElement>("checkbox"), status, reason]) {
      expect(control.disabled).toBe(true);
      expect(control).toHaveAccessibleDescription(/./);
    }
  });

  it("shows and locks a decision made more than three days ahead", async () => {
    const early = { ...override("WS_B", "lena@larder.example"), createdAt: "2026-11-16T15:00:00.000Z" };
    renderApp(ADDRESS, { handlers: { ...handlers, GetPackingSlips: () => ({ ...day(), overrides: page([early]) }) } });
    const row = await rowOf("WS_B");
    expect(row.getByLabelText<HTMLSelectElement>(/^Drop status/).value).toBe("Not Delivering");
    expect(row.getByRole<HTMLInputElement>("checkbox").disabled).toBe(true);
    await row.findByText("lena@larder.example");
  });

  it("does not offer Complete for a fridge", async () => {
    renderApp(ADDRESS, { handlers });
    await waitFor(async () => {
      const statuses = within((await rowOf("FRIDGE_A")).getByLabelText(/^Drop status/)).getAllByRole("option");
      expect(statuses.map((option) => option.textContent)).toEqual(["Pending", "Not Delivering"]);
    });
    const statuses = within((await rowOf("WS_B")).getByLabelText(/^Drop status/)).getAllByRole("option");
    expect(statuses.map((option) => option.textContent)).toEqual(["Pending", "Complete", "Not Delivering"]);
  });

  it("requires a reason of the status and confirms the number of orders", async () => {
    const { user, server } = renderApp(ADDRESS, { handlers: { ...handlers, createDriverAction: acceptExcept() } });
    const row = await rowOf("WS_B");
    await user.selectOptions(row.getByLabelText(/^Drop status/), "Complete");
    const confirm = screen.getByRole("button", { name: /Confirm Override/ });
    expect(confirm.title).toBe("1 row still needs a reason");
    const reasons = within(row.getByLabelText(/^Reason/)).getAllByRole("option");
    expect(reasons.slice(1).map((option) => option.textContent)).toEqual([
      "Drivers App Tech Issue",
      "Group Drop",
      "Warehouse Pickup",
      "Third-Party Drop",
    ]);
    await user.selectOptions(row.getByLabelText(/^Reason/), "Group Drop");
    await user.click(screen.getByRole("button", { name: "Confirm Override (1)" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("Number of orders to update: 1.");
    const affected = within(dialog).getByRole("list", { name: "Affected" });
    expect(
      within(affected)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["WS_B, route amber: Complete, Group Drop"]);
    await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    await screen.findByText("Successfully updated drop status for 1 element(s)");
    expect(sentOverrides(server)).toEqual([
      {
        locationId: "WS_B",
        dropStatus: "Complete",
        statusReason: "Group Drop",
        originalDropOffDate: DAY,
        packingSlipId: "PS-1",
        stockingIndex: 1,
      },
    ]);
  });

  it("keeps the focus on the select that was changed", async () => {
    const { user } = renderApp(ADDRESS, { handlers });
    const status = (await rowOf("WS_B")).getByLabelText<HTMLSelectElement>(/^Drop status/);
    status.focus();
    await user.selectOptions(status, "Complete");
    await screen.findByRole("button", { name: "Confirm Override (1)" });
    expect((await rowOf("WS_B")).getByLabelText(/^Drop status/)).toHaveFocus();
  });

  it("asks for confirmation before another date discards changes", async () => {
    const { user } = renderApp(ADDRESS, { handlers });
    const row = await rowOf("WS_B");
    await user.selectOptions(row.getByLabelText(/^Drop status/), "Complete");
    await user.click(screen.getByRole("button", { name: "Choose another date" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Stay" }));
    expect(row.getByLabelText<HTMLSelectElement>(/^Drop status/).value).toBe("Complete");
  });

  it("updates all selected rows at once but sets no fridge to Complete", async () => {
    const { user, server } = renderApp(ADDRESS, { handlers: { ...handlers, createDriverAction: acceptExcept() } });
    const bulk = await screen.findByRole("button", { name: "Bulk Update" });
    expect(bulk.title).toBe("Select at least one row");
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows" }));
    await screen.findByText("4 unconfirmed drops, 4 selected");
    await user.click(bulk);
    const dialog = within(await screen.findByRole("dialog"));
    await user.selectOptions(dialog.getByLabelText(/Drop Status/), "Complete");
    await dialog.findByText("2 fridge rows cannot be Complete and will stay unchanged.");
    await user.selectOptions(dialog.getByLabelText(/Reason/), "Warehouse Pickup");
    await user.click(dialog.getByRole("button", { name: "Apply to 4 rows" }));
    await user.click(screen.getByRole("button", { name: "Confirm Override (2)" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Confirm" }));
    await screen.findByText("Successfully updated drop status for 2 element(s)");
    expect(sentOverrides(server).map(({ locationId }) => locationId)).toEqual(["WS_B", "WS_C"]);
  });

  it("shows the number of saved rows and the decision of another user who was first", async () => {
    const { user } = renderApp(ADDRESS, { handlers: { ...handlers, createDriverAction: acceptExcept("WS_C") } });
    for (const id of ["WS_B", "WS_C"]) {
      const row = await rowOf(id);
      await user.selectOptions(row.getByLabelText(/^Drop status/), "Not Delivering");
      await user.selectOptions(row.getByLabelText(/^Reason/), "Line Haul Delay");
    }
    await user.click(screen.getByRole("button", { name: "Confirm Override (2)" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Confirm" }));
    await screen.findByText("Successfully updated drop status for 1 element(s)");
    const alert = await screen.findByText("1 row could not be updated:");
    expect(alert.closest("[role=alert]")?.textContent).toContain(
      "WS_C, slip PS-1: omar@larder.example already set this drop to Complete (Group Drop).",
    );
  });
});

describe("Drop Off Summary load errors and empty state", () => {
  it("shows 'Failed fetching GetOpsLocationsTypeOnly: ...' above the drops", async () => {
    // Clears the cached locations.
    await clearCache();
    const opsLocations = () => {
      throw new ServerError("Internal", "the server's message");
    };
    renderApp(ADDRESS, { handlers: { ...handlers, opsLocations } });
    await screen.findByText("Failed fetching GetOpsLocationsTypeOnly: the server's message");
    await screen.findByRole("table", { name: "Drops" });
  });

  it("shows an error after a failed load, and an empty state without drops", async () => {
    let failing = true;
    const { user } = renderApp(ADDRESS, {
      handlers: {
        ...handlers,
        GetPackingSlips: () => {
          if (failing) throw new ServerError("Internal", "");
          return { ...day(), getPackingSlipsV3: page([]) };
        },
      },
    });
    await screen.findByText("Unable to load the drops, Please check your internet and your permissions");
    failing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("No drops to confirm on this day");
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { Refusal } from "../../test/server";
import { forgetAll } from "../api/localCache";
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
const answers = {
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
/** Takes all but what somebody else decided about first. */
const taking =
  (...refused: readonly string[]) =>
  ({ input }: Input) => {
    const decided = JSON.parse(input.data) as DropOverride;
    if (refused.includes(input.locationId)) {
      throw new Refusal("Conflict", "omar@larder.example has set this drop to Complete (Group Drop) already.", {
        current: override(input.locationId, "omar@larder.example", {
          dropStatus: "Complete",
          statusReason: "Group Drop",
        }),
      });
    }
    return override(input.locationId, "admin@larder.example", decided);
  };
const sent = (server: { calls: readonly { name: string; input: unknown }[] }) =>
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

describe("spec 2.5, Drop Off Summary", () => {
  it("is for whom the flag drop-override is on; others go home", async () => {
    const { router } = renderApp("/reports/dropoffsummary", { profile: "read-only" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
    await screen.findByText(
      "Drop Off Summary is not turned on for you. Ask an administrator to turn on the feature flag drop-override.",
    );
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("says so when the flags could not be loaded", async () => {
    const featureFlags = () => {
      throw new Refusal("Internal", "");
    };
    renderApp("/reports/dropoffsummary", { answers: { featureFlags } });
    await screen.findByText(/^Drop Off Summary could not be opened, because your feature flags could not be loaded/);
  });

  it("starts with the stocking day: from 18:00 Central on, with tomorrow", async () => {
    vi.setSystemTime(new Date("2026-11-24T00:30:00Z"));
    renderApp("/reports/dropoffsummary", { answers });
    const date = await screen.findByLabelText<HTMLInputElement>("Drop Off Date");
    expect(date.value).toBe("11/24/2026");
  });

  it("begins with a drop-off date and Search, shows it in the title, and leads back to another", async () => {
    const { user } = renderApp("/reports/dropoffsummary", { answers });
    await user.click(await screen.findByRole("button", { name: "Search" }));
    await screen.findByRole("heading", { name: "Drop Off Summary 11/23/2026" });
    await user.click(screen.getByRole("button", { name: "Choose another date" }));
    await screen.findByRole("button", { name: "Search" });
  });

  it("asks for the day's slips, and for what was told from 18:00 Central of the day before", async () => {
    const { server } = renderApp(ADDRESS, { answers });
    await screen.findByRole("table", { name: "Drops" });
    const asked = server.calls.find(({ name }) => name === "GetPackingSlips")?.input;
    const within = { createdAt: "2026-11-23T00:00:00.000Z", createdBefore: "2026-11-24T00:00:00.000Z" };
    expect(asked).toMatchObject({
      routes: { stockingDate: DAY },
      slips: { dropOffDate: DAY },
      overrides: { eventType: "DropOverride", dropOffDate: DAY },
      unreachable: { eventType: "LocationUnreachable", ...within },
      stocked: { eventType: "LocationStocked", ...within },
      droppedOff: { eventType: "DropOffComplete", ...within },
    });
  });

  it("lists the drops that are followed, with the count of unconfirmed ones", async () => {
    renderApp(ADDRESS, { answers });
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
    const told = rows.map((cells) => [1, 2, 3, 4, 7].map((index) => cells[index]?.textContent));
    expect(told).toEqual([
      ["HALF_STOCKED", "amber", "PS-2", "11/22/2026", ""],
      ["WS_B", "amber", "PS-1", "11/22/2026", ""],
      ["WS_C", "amber", "PS-1", "11/22/2026", ""],
      ["WS_DECIDED", "amber", "PS-1", "11/22/2026", "lena@larder.example"],
      ["FRIDGE_A", "chi_ana", "PS-1", "11/22/2026", ""],
    ]);
    await screen.findByText("4 unconfirmed drops, 0 selected");
  });

  it("searches by location id, kept in the address", async () => {
    const { user, router } = renderApp(ADDRESS, { answers });
    await user.type(await screen.findByLabelText("Search by Location ID"), "ws_b");
    await screen.findByText("4 unconfirmed drops, 1 shown, 0 selected");
    await waitFor(() => expect(router.state.location.search).toBe(`?date=${DAY}&find=ws_b`));
  });
});

describe("spec 4.5, drop status", () => {
  it("locks a row whose status is recorded", async () => {
    renderApp(ADDRESS, { answers });
    const row = await rowOf("WS_DECIDED");
    const status = row.getByLabelText<HTMLSelectElement>(/^Drop status/);
    const reason = row.getByLabelText<HTMLSelectElement>(/^Reason/);
    expect([status.value, reason.value]).toEqual(["Not Delivering", "Missing Totes"]);
    for (const control of [row.getByRole<HTMLInputElement>("checkbox"), status, reason]) {
      expect(control.disabled).toBe(true);
    }
  });

  it("shows and locks a decision that was made more than three days ahead", async () => {
    const early = { ...override("WS_B", "lena@larder.example"), createdAt: "2026-11-16T15:00:00.000Z" };
    renderApp(ADDRESS, { answers: { ...answers, GetPackingSlips: () => ({ ...day(), overrides: page([early]) }) } });
    const row = await rowOf("WS_B");
    expect(row.getByLabelText<HTMLSelectElement>(/^Drop status/).value).toBe("Not Delivering");
    expect(row.getByRole<HTMLInputElement>("checkbox").disabled).toBe(true);
    await row.findByText("lena@larder.example");
  });

  it("offers no Complete for a fridge", async () => {
    renderApp(ADDRESS, { answers });
    await waitFor(async () => {
      const statuses = within((await rowOf("FRIDGE_A")).getByLabelText(/^Drop status/)).getAllByRole("option");
      expect(statuses.map((option) => option.textContent)).toEqual(["Pending", "Not Delivering"]);
    });
    const statuses = within((await rowOf("WS_B")).getByLabelText(/^Drop status/)).getAllByRole("option");
    expect(statuses.map((option) => option.textContent)).toEqual(["Pending", "Complete", "Not Delivering"]);
  });

  it("changes from Pending with a reason of the status, and is confirmed with the number of orders", async () => {
    const { user, server } = renderApp(ADDRESS, { answers: { ...answers, createDriverAction: taking() } });
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
    await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    await screen.findByText("Successfully updated drop status for 1 element(s)");
    expect(sent(server)).toEqual([
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

  it("asks before another date loses what was chosen", async () => {
    const { user } = renderApp(ADDRESS, { answers });
    const row = await rowOf("WS_B");
    await user.selectOptions(row.getByLabelText(/^Drop status/), "Complete");
    await user.click(screen.getByRole("button", { name: "Choose another date" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Stay" }));
    expect(row.getByLabelText<HTMLSelectElement>(/^Drop status/).value).toBe("Complete");
  });

  it("updates all checked rows at once, but sets no fridge to Complete", async () => {
    const { user, server } = renderApp(ADDRESS, { answers: { ...answers, createDriverAction: taking() } });
    const bulk = await screen.findByRole("button", { name: "Bulk Update" });
    expect(bulk.title).toBe("Select at least one row");
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows" }));
    await screen.findByText("4 unconfirmed drops, 4 selected");
    await user.click(bulk);
    const dialog = within(await screen.findByRole("dialog"));
    await user.selectOptions(dialog.getByLabelText(/Drop Status/), "Complete");
    await dialog.findByText("2 rows of fridges cannot be Complete, and stay as they are.");
    await user.selectOptions(dialog.getByLabelText(/Reason/), "Warehouse Pickup");
    await user.click(dialog.getByRole("button", { name: "Apply to 4 rows" }));
    await user.click(screen.getByRole("button", { name: "Confirm Override (2)" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Confirm" }));
    await screen.findByText("Successfully updated drop status for 2 element(s)");
    expect(sent(server).map(({ locationId }) => locationId)).toEqual(["WS_B", "WS_C"]);
  });

  it("tells the number really written when somebody else was quicker, and shows what they decided", async () => {
    const { user } = renderApp(ADDRESS, { answers: { ...answers, createDriverAction: taking("WS_C") } });
    for (const id of ["WS_B", "WS_C"]) {
      const row = await rowOf(id);
      await user.selectOptions(row.getByLabelText(/^Drop status/), "Not Delivering");
      await user.selectOptions(row.getByLabelText(/^Reason/), "Line Haul Delay");
    }
    await user.click(screen.getByRole("button", { name: "Confirm Override (2)" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Confirm" }));
    await screen.findByText("Successfully updated drop status for 1 element(s)");
    const told = await screen.findByText("1 row could not be updated:");
    expect(told.closest("[role=alert]")?.textContent).toContain(
      "WS_C, slip PS-1: omar@larder.example has set this drop to Complete (Group Drop) already.",
    );
  });
});

describe("the Drop Off Summary's other states", () => {
  it("says 'Failed fetching GetOpsLocationsTypeOnly: ...' beside the drops", async () => {
    // Nor does the browser keep them from earlier.
    await forgetAll();
    const opsLocations = () => {
      throw new Refusal("Internal", "the server's words");
    };
    renderApp(ADDRESS, { answers: { ...answers, opsLocations } });
    await screen.findByText("Failed fetching GetOpsLocationsTypeOnly: the server's words");
    await screen.findByRole("table", { name: "Drops" });
  });

  it("says when nothing is left to confirm, and when the drops could not be loaded", async () => {
    let down = true;
    const { user } = renderApp(ADDRESS, {
      answers: {
        ...answers,
        GetPackingSlips: () => {
          if (down) throw new Refusal("Internal", "");
          return { ...day(), getPackingSlipsV3: page([]) };
        },
      },
    });
    await screen.findByText("Unable to load the drops, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("No drop of this day is left to confirm");
  });
});

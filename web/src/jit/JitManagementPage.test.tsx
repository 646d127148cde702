import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError } from "../../test/server";
import type { JitDecision, JitOfStocking, JitStop } from "./day";

const DAY = "2026-11-23";
const stop = (id: string, number: number, parts: Partial<JitStop> = {}): JitStop => ({
  stockingDate: DAY,
  market: "MW",
  id,
  route: "amber",
  stop: number,
  stockingIndex: 1,
  ...parts,
});
const jit = (id: string, parts: Partial<JitOfStocking> = {}): JitOfStocking => ({
  stockingId: `${DAY}#${id}#1`,
  jit: true,
  reason: null,
  email: null,
  decidedAt: null,
  stockedTimeUTC: null,
  ...parts,
});
const STOPS = [
  stop("A", 1),
  stop("B", 2),
  stop("C", 3),
  stop("D", 4),
  stop("E", 1, { route: "birch", market: "NE" }),
  stop("F", 2, { route: "birch", market: "NE" }),
];
const JIT = [
  jit("A"),
  jit("B"),
  jit("C", { stockedTimeUTC: "2026-11-23T14:00:00.000Z" }),
  jit("D", { jit: false, reason: "Van Issue", email: "omar@larder.example", decidedAt: "2026-11-22T20:00:00.000Z" }),
  jit("E"),
];

const handlers = {
  GetJitManagement: () => ({
    locationRoutes: { routes: STOPS, nextToken: null },
    jitLocations: { items: JIT, nextToken: null },
  }),
  opsLocations: () => ({
    locations: [
      ...["A", "B", "C", "D"].map((id) => ({ id, fulfillmentCenter: "FC_CHICAGO" })),
      ...["E", "F"].map((id) => ({ id, fulfillmentCenter: "FC_NEWARK" })),
    ],
    nextToken: null,
  }),
};
const ADDRESS = `/jit-management?date=${DAY}`;

/** Handles updates: accepts all locations except those given, which another user already updated. */
const updateHandler =
  (...rejected: readonly string[]) =>
  ({ input }: { input: readonly JitDecision[] }) =>
    input.map(({ stockingId, jitIndicator, reason }) => {
      const id = stockingId.split("#")[1] ?? "";
      const decidedAt = "2026-11-22T21:00:00.000Z";
      return rejected.includes(id)
        ? {
            stockingId,
            message: "omar@larder.example already set JIT to Off (Other)",
            jitStatusUpdate: false,
            jitLocation: jit(id, { jit: false, reason: "Other", email: "omar@larder.example", decidedAt }),
          }
        : {
            stockingId,
            message: "JIT is Off",
            jitStatusUpdate: true,
            jitLocation: jit(id, {
              jit: jitIndicator,
              reason: reason ?? null,
              email: "admin@larder.example",
              decidedAt,
            }),
          };
    });

const rowOf = async (id: string) => {
  const link = await screen.findByRole("link", { name: id });
  return within(link.closest<HTMLElement>("[role=row]") ?? document.body);
};
const sent = (server: { calls: readonly { name: string; input: unknown }[] }) =>
  server.calls.filter(({ name }) => name === "updateJITLocationStatus").map(({ input }) => input);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T16:00:00Z") });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("JIT Management (JIT-1)", () => {
  it("redirects users without the flag jit-management to the home page", async () => {
    const { router } = renderApp("/jit-management", { profile: "read-only" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
  });

  it("selects tomorrow from 18:00 Central on", async () => {
    vi.setSystemTime(new Date("2026-11-24T00:30:00Z"));
    const { router } = renderApp("/jit-management", { handlers });
    await screen.findByRole("heading", { name: "JIT Management 11/24/2026" });
    await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-24"));
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("searches for a drop-off date and can return to the date picker", async () => {
    const { user, router } = renderApp("/jit-management", { handlers });
    await user.click(await screen.findByRole("button", { name: "Choose another date" }));
    const date = await screen.findByLabelText<HTMLInputElement>("Drop Off Date");
    expect(date.value).toBe("11/21/2026");
    await user.click(screen.getByRole("button", { name: "Search" }));
    await screen.findByRole("heading", { name: "JIT Management 11/21/2026" });
    expect(router.state.location.search).toBe("?date=2026-11-21");
  });

  it("shows no stops before the fulfillment centers, which determine their order", async () => {
    let respond = (): void => undefined;
    const centers = new Promise((resolve) => (respond = () => resolve(handlers.opsLocations())));
    const server = renderApp(ADDRESS, { handlers: { ...handlers, opsLocations: () => centers } }).server;
    await waitFor(() => expect(server.calls.map(({ name }) => name)).toContain("GetJitManagement"));
    await screen.findByRole("heading", { name: /^JIT Management/ });
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 100)));
    expect(screen.queryByRole("table", { name: "Stops" })).toBeNull();
    respond();
    await screen.findByRole("table", { name: "Stops" });
    expect(screen.getByRole("checkbox", { name: "FC_NEWARK" })).toBeVisible();
  });

  it("shows the stops without fulfillment centers, and an error, if these cannot be read", async () => {
    const opsLocations = () => {
      throw new ServerError("Internal", "");
    };
    renderApp(ADDRESS, { handlers: { ...handlers, opsLocations } });
    await screen.findByRole("table", { name: "Stops" });
    expect(screen.getByRole("alert")).toHaveTextContent("Failed fetching Fulfillment Centers");
  });

  it("lists region, route, location, stop, JIT flag and the user who updated it", async () => {
    renderApp(ADDRESS, { handlers });
    const table = await screen.findByRole("table", { name: "Stops" });
    const headers = within(table).getAllByRole("columnheader");
    expect(headers.slice(1).map((header) => header.textContent)).toEqual([
      "Region",
      "Route ID",
      "Location ID",
      "Stop #",
      "JIT Enabled?",
      "Change JIT Status",
      "Reason",
      "Updated By",
    ]);
    const cells = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell"));
    const flags = cells.map((row) => `${row[3]?.textContent} ${row[5]?.textContent}`);
    expect(flags).toEqual(["A Y", "B Y", "C Y", "D N", "E Y", "F "]);
    expect(cells[3]?.[7]?.textContent).toBe("Van Issue");
    expect(cells[3]?.[8]?.textContent).toBe("omar@larder.example");
  });

  it("locks rows that are updated, stocked, or without JIT (JIT-3)", async () => {
    renderApp(ADDRESS, { handlers });
    for (const [id, lock] of [
      ["A", ""],
      ["C", "The stop is already stocked"],
      ["D", "JIT was already updated"],
      ["F", "JIT is not on"],
    ] as const) {
      const row = await rowOf(id);
      const controls = [row.getByRole("checkbox"), row.getByLabelText(/^JIT status/)] as HTMLInputElement[];
      expect(controls.map(({ disabled, title }) => ({ disabled, title }))).toEqual(
        controls.map(() => ({ disabled: lock !== "", title: lock })),
      );
    }
  });

  it("locks every row of a past day", async () => {
    vi.setSystemTime(new Date("2026-11-24T16:00:00Z"));
    renderApp(ADDRESS, { handlers });
    const row = await rowOf("A");
    for (const control of [row.getByRole("checkbox"), row.getByLabelText(/^JIT status/)]) {
      expect(control).toBeDisabled();
      expect(control).toHaveAttribute("title", "The day is over");
    }
  });

  it("filters by region, market, route and location, kept in the address", async () => {
    const { user, router } = renderApp(ADDRESS, { handlers });
    await screen.findByText("6 stops, 0 selected");
    await user.click(await screen.findByRole("checkbox", { name: "FC_NEWARK" }));
    await screen.findByText("2 stops of 6, 0 selected");
    await waitFor(() => expect(router.state.location.search).toBe(`?date=${DAY}&market=FC_NEWARK`));
    await user.click(screen.getByRole("checkbox", { name: "MW" }));
    await screen.findByText("No stops match these filters");
    await user.click(screen.getByRole("checkbox", { name: "NE" }));
    await user.type(screen.getByLabelText("Search by Location ID"), "f");
    await screen.findByText("1 stop of 6, 0 selected");
    await user.type(screen.getByLabelText("Search by Route ID"), "amber");
    await screen.findByText("No stops match these filters");
  });
});

describe("updating the JIT status (JIT-2, JIT-4)", () => {
  it("sends Off with a reason, and On without one", async () => {
    const { user, server } = renderApp(ADDRESS, {
      handlers: { ...handlers, updateJITLocationStatus: updateHandler() },
    });
    const [a, e] = [await rowOf("A"), await rowOf("E")];
    await user.selectOptions(a.getByLabelText(/^JIT status/), "Off");
    const update = screen.getByRole("button", { name: /Update JIT/ });
    expect(update.title).toBe("1 row still needs a reason");
    await user.selectOptions(a.getByLabelText(/^Reason/), "Van Issue");
    await user.selectOptions(e.getByLabelText(/^JIT status/), "On");
    expect(e.getByLabelText<HTMLSelectElement>(/^Reason/).disabled).toBe(true);
    expect(e.getByLabelText(/^Reason/)).toHaveAccessibleDescription("This status needs no reason");
    await user.click(screen.getByRole("button", { name: "Update JIT (2)" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("JIT status of 2 stops will be updated.");
    await user.click(within(dialog).getByRole("button", { name: "Update" }));
    await screen.findByText("Successfully updated JIT status for 2 element(s)");
    expect(sent(server)).toEqual([
      {
        input: [
          { stockingId: `${DAY}#A#1`, jitIndicator: false, reason: "Van Issue" },
          { stockingId: `${DAY}#E#1`, jitIndicator: true },
        ],
      },
    ]);
  });

  it("shows the number of updated rows, and lists and keeps the failed rows", async () => {
    const { user } = renderApp(ADDRESS, { handlers: { ...handlers, updateJITLocationStatus: updateHandler("B") } });
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows" }));
    await screen.findByText("6 stops, 3 selected");
    await user.click(screen.getByRole("button", { name: "Bulk Update" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.selectOptions(dialog.getByLabelText(/JIT Status/), "Off");
    const reasons = within(dialog.getByLabelText(/Reason/)).getAllByRole("option");
    expect(reasons.slice(1).map((option) => option.textContent)).toEqual([
      "Driver Call Off",
      "Driver Training",
      "Linehaul Delay",
      "Staff Shortage",
      "Van Issue",
      "Other",
    ]);
    await user.selectOptions(dialog.getByLabelText(/Reason/), "Linehaul Delay");
    await user.click(dialog.getByRole("button", { name: "Apply to 3 rows" }));
    await user.click(screen.getByRole("button", { name: "Update JIT (3)" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Update" }));
    await screen.findByText("Successfully updated JIT status for 2 element(s)");
    const alertText = await screen.findByText("1 row could not be updated:");
    expect(alertText.closest("[role=alert]")?.textContent).toContain(
      "B, stop 2: omar@larder.example already set JIT to Off (Other)",
    );
  });

  it("keeps the decisions when the call fails", async () => {
    const { user } = renderApp(ADDRESS, {
      handlers: {
        ...handlers,
        updateJITLocationStatus: () => {
          throw new ServerError("Forbidden", "Error! User Action Prohibited!");
        },
      },
    });
    await user.selectOptions((await rowOf("A")).getByLabelText(/^JIT status/), "On");
    await user.click(screen.getByRole("button", { name: "Update JIT (1)" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Update" }));
    const alertText = await screen.findByText("1 row could not be updated:");
    expect(alertText.closest("[role=alert]")?.textContent).toContain("A, stop 1: Error! User Action Prohibited!");
    expect((await rowOf("A")).getByLabelText<HTMLSelectElement>(/^JIT status/).value).toBe("On");
  });

  it("asks for confirmation before another date discards the decisions", async () => {
    const { user, router } = renderApp(ADDRESS, { handlers });
    const row = await rowOf("A");
    await user.selectOptions(row.getByLabelText(/^JIT status/), "On");
    await user.click(screen.getByRole("button", { name: "Choose another date" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Stay" }));
    expect(row.getByLabelText<HTMLSelectElement>(/^JIT status/).value).toBe("On");
    expect(router.state.location.search).toBe(`?date=${DAY}`);
    await user.click(screen.getByRole("button", { name: "Choose another date" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave" }));
    await screen.findByRole("button", { name: "Search" });
  });

  it("disables Bulk Update without a selected row", async () => {
    const { user } = renderApp(ADDRESS, { handlers });
    const button = await screen.findByRole("button", { name: "Bulk Update" });
    expect(button.title).toBe("Select at least one row");
    await user.click(button);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("JIT Management without data", () => {
  it("reports a day without routes", async () => {
    const none = { locationRoutes: { routes: [], nextToken: null }, jitLocations: { items: [], nextToken: null } };
    renderApp(ADDRESS, { handlers: { ...handlers, GetJitManagement: () => none } });
    await screen.findByText("No routes available for given date");
  });

  it("shows a failed load and retries it", async () => {
    let down = true;
    const { user } = renderApp(ADDRESS, {
      handlers: {
        ...handlers,
        GetJitManagement: () => {
          if (down) throw new ServerError("Internal", "");
          return handlers.GetJitManagement();
        },
      },
    });
    await screen.findByText("Unable to load JIT, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("6 stops, 0 selected");
  });
});

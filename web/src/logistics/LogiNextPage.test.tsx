import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError } from "../../test/server";
import type { LogiNextSync } from "./syncs";

const BLACKOUT = "All LogiNext routes are being synced. Please try again after 5:50pm CT.";
const LOCATIONS = [
  { id: "A", fulfillmentCenter: "FC_CHICAGO" },
  { id: "B", fulfillmentCenter: "FC_DALLAS" },
  { id: "C", fulfillmentCenter: "FC_CHICAGO" },
  { id: "D", fulfillmentCenter: "Does Not Exist" },
  { id: "E", fulfillmentCenter: null },
];

const center = (parts: Partial<LogiNextSync["centers"][number]>): LogiNextSync["centers"][number] => ({
  fulfillmentCenter: "FC_CHICAGO",
  state: "IN_PROGRESS",
  attempts: 0,
  routes: null,
  stops: null,
  reference: null,
  message: null,
  endedAt: null,
  ...parts,
});
const SYNC: LogiNextSync = {
  id: "1",
  startDate: "2026-11-21",
  endDate: "2026-11-22",
  requestedAt: "2026-11-21T16:00:00.000Z",
  user: "lena@larder.example",
  inProgress: true,
  centers: [
    center({ state: "SYNCED", routes: 12, stops: 240 }),
    center({
      fulfillmentCenter: "FC_DALLAS",
      attempts: 2,
      message: "LogiNext is unavailable. The sync will be retried.",
    }),
  ],
};

const handlers = {
  opsLocations: () => ({ locations: LOCATIONS, nextToken: null }),
  logiNextSyncs: () => ({ items: [SYNC], nextToken: null }),
  syncLogiNextLocRoutes: () => SYNC,
};
const sync = () => screen.findByRole("button", { name: "Sync" });
const calls = (server: { calls: readonly { name: string; input: unknown }[] }) =>
  server.calls.filter(({ name }) => name === "syncLogiNextLocRoutes");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: new Date("2026-11-21T16:00:00Z") });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("LogiNext sync (LGX-1 to LGX-5)", () => {
  it("offers each fulfillment center once, without 'Does Not Exist'", async () => {
    renderApp("/loginext", { handlers });
    const group = await screen.findByRole("group", { name: /Fulfillment Centers/ });
    const boxes = within(group).getAllByRole("checkbox");
    expect(boxes.map((box) => box.closest("label")?.textContent)).toEqual(["FC_CHICAGO", "FC_DALLAS"]);
    expect(screen.getByLabelText<HTMLInputElement>("Drop Off Start Date").value).toBe("11/21/2026");
    expect(screen.getByLabelText<HTMLInputElement>("Drop Off End Date").value).toBe("11/21/2026");
  });

  it("confirms dates and centers before the sync, and does nothing on Cancel", async () => {
    const { user, server } = renderApp("/loginext?end=2026-11-23&center=FC_DALLAS", { handlers });
    await user.click(await screen.findByRole("checkbox", { name: "FC_CHICAGO" }));
    await user.click(await sync());
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("Start Date: 11/21/2026");
    expect(dialog.textContent).toContain("End Date: 11/23/2026");
    expect(dialog.textContent).toContain("Fulfillment Centers: FC_CHICAGO, FC_DALLAS");
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(calls(server)).toEqual([]);

    await user.click(await sync());
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Sync" }));
    await screen.findByText(/LogiNext syncing has been initiated successfully, but it's still in progress\. It may/);
    expect(calls(server).map(({ input }) => input)).toEqual([
      { input: { startDate: "2026-11-21", endDate: "2026-11-23", fulfillmentCenters: ["FC_CHICAGO", "FC_DALLAS"] } },
    ]);
  });

  it("shows validation errors and sends no request", async () => {
    const { user, server } = renderApp("/loginext?start=2026-11-23&end=2026-11-22", { handlers });
    await screen.findByText('"End Date" can not be before "Start Date".');
    await user.click(await sync());
    await screen.findByText("At least one Fulfillment Center is required.");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(calls(server)).toEqual([]);
  });

  it("rejects a day before today", async () => {
    renderApp("/loginext?start=2026-11-20&end=2026-11-21", { handlers });
    await screen.findByText('"Start Date" can not be before today.');
  });

  it("shows 'LogiNext syncing error. <message>' with the server's message", async () => {
    const { user } = renderApp("/loginext?center=FC_DALLAS", {
      handlers: {
        ...handlers,
        syncLogiNextLocRoutes: () => {
          throw new ServerError("Conflict", BLACKOUT);
        },
      },
    });
    await user.click(await sync());
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Sync" }));
    await screen.findByText(`LogiNext syncing error. ${BLACKOUT}`);
  });

  it("shows 'Failed fetching Fulfillment Centers', and loads again on Retry", async () => {
    let down = true;
    const { user } = renderApp("/loginext", {
      handlers: {
        ...handlers,
        opsLocations: () => {
          if (down) throw new ServerError("Internal", "");
          return handlers.opsLocations();
        },
      },
    });
    await screen.findByText("Failed fetching Fulfillment Centers");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByRole("checkbox", { name: "FC_DALLAS" });
  });

  it("is disabled between 17:30 and 17:50 Central, checked every 60 s, with the reason as tooltip", async () => {
    vi.setSystemTime(new Date("2026-11-21T23:29:30Z"));
    // No sync is in progress, so the list does not poll every few seconds.
    renderApp("/loginext?center=FC_DALLAS", {
      handlers: { ...handlers, logiNextSyncs: () => ({ items: [], nextToken: null }) },
    });
    await screen.findByRole("checkbox", { name: "FC_DALLAS" });
    expect((await sync()).getAttribute("aria-disabled")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await waitFor(async () => expect((await sync()).getAttribute("aria-disabled")).toBe("true"));
    expect((await sync()).title).toBe(BLACKOUT);
    vi.setSystemTime(new Date("2026-11-21T23:49:30Z"));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await waitFor(async () => expect((await sync()).getAttribute("aria-disabled")).toBeNull());
  });

  it("shows the result of each sync by fulfillment center", async () => {
    renderApp("/loginext", { handlers });
    const table = await screen.findByRole("table", { name: "Syncs" });
    const rows = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      );
    expect(rows.map((cells) => cells.slice(1))).toEqual([
      ["lena@larder.example", "11/21/2026 – 11/22/2026", "FC_CHICAGO", "Synced", "0", "12 routes, 240 stops"],
      [
        "lena@larder.example",
        "11/21/2026 – 11/22/2026",
        "FC_DALLAS",
        "In progress",
        "2",
        "LogiNext is unavailable. The sync will be retried.",
      ],
    ]);
    await screen.findByText("2 lines");
  });

  it("shows a synced center's message instead of zero routes", async () => {
    const message = "No routes on these days. LogiNext was sent an empty list.";
    const page = handlers.logiNextSyncs();
    const items = page.items.map((item) => ({
      ...item,
      centers: item.centers.slice(0, 1).map((center) => ({ ...center, routes: 0, stops: 0, message })),
    }));
    renderApp("/loginext", { handlers: { ...handlers, logiNextSyncs: () => ({ ...page, items }) } });
    await screen.findByRole("cell", { name: message });
    expect(screen.queryByText(/0 routes/)).toBeNull();
  });

  it("filters rows by text, and keeps the filter in the URL", async () => {
    const { user, router } = renderApp("/loginext", { handlers });
    await user.type(await screen.findByLabelText("Find a sync"), "dallas");
    await screen.findByText("1 line of 2");
    await waitFor(() => expect(router.state.location.search).toBe("?find=dallas"));
  });

  it("shows a message to users without SyncLogiNext", async () => {
    renderApp("/loginext", { profile: "read-only", handlers });
    await screen.findByText("You don't have permission to sync routes with LogiNext");
  });
});

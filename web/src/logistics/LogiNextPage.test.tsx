import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { Refusal } from "../../test/server";
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
    center({ fulfillmentCenter: "FC_DALLAS", attempts: 2, message: "LogiNext does not answer as it should." }),
  ],
};

const answers = {
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

describe("spec 2.7, LogiNext", () => {
  it("offers each fulfillment center once, and not the one that does not exist", async () => {
    renderApp("/loginext", { answers });
    const group = await screen.findByRole("group", { name: /Fulfillment Centers/ });
    const boxes = within(group).getAllByRole("checkbox");
    expect(boxes.map((box) => box.closest("label")?.textContent)).toEqual(["FC_CHICAGO", "FC_DALLAS"]);
    expect(screen.getByLabelText<HTMLInputElement>("Drop Off Start Date").value).toBe("11/21/2026");
    expect(screen.getByLabelText<HTMLInputElement>("Drop Off End Date").value).toBe("11/21/2026");
  });

  it("lists dates and centers before it syncs, and syncs nothing when called off", async () => {
    const { user, server } = renderApp("/loginext?end=2026-11-23&center=FC_DALLAS", { answers });
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

  it("says what is wrong, and asks nothing then", async () => {
    const { user, server } = renderApp("/loginext?start=2026-11-23&end=2026-11-22", { answers });
    await screen.findByText('"End Date" can not be before "Start Date".');
    await user.click(await sync());
    await screen.findByText("At least one Fulfillment Center is required.");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(calls(server)).toEqual([]);
  });

  it("takes no day before today", async () => {
    renderApp("/loginext?start=2026-11-20&end=2026-11-21", { answers });
    await screen.findByText('"Start Date" can not be before today.');
  });

  it("says 'LogiNext syncing error. <message>' with the server's words", async () => {
    const { user } = renderApp("/loginext?center=FC_DALLAS", {
      answers: {
        ...answers,
        syncLogiNextLocRoutes: () => {
          throw new Refusal("Conflict", BLACKOUT);
        },
      },
    });
    await user.click(await sync());
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Sync" }));
    await screen.findByText(`LogiNext syncing error. ${BLACKOUT}`);
  });

  it("says 'Failed fetching Fulfillment Centers', and tries again when asked", async () => {
    let down = true;
    const { user } = renderApp("/loginext", {
      answers: {
        ...answers,
        opsLocations: () => {
          if (down) throw new Refusal("Internal", "");
          return answers.opsLocations();
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
    // Nothing is under way that would be looked at every few seconds.
    renderApp("/loginext?center=FC_DALLAS", {
      answers: { ...answers, logiNextSyncs: () => ({ items: [], nextToken: null }) },
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

  it("shows each sync's outcome by fulfillment center", async () => {
    renderApp("/loginext", { answers });
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
        "LogiNext does not answer as it should.",
      ],
    ]);
    await screen.findByText("2 lines");
  });

  it("shows a synced center's message in place of zero routes", async () => {
    const message = "No routes on these days. LogiNext was sent an empty list.";
    const page = answers.logiNextSyncs();
    const items = page.items.map((item) => ({
      ...item,
      centers: item.centers.slice(0, 1).map((center) => ({ ...center, routes: 0, stops: 0, message })),
    }));
    renderApp("/loginext", { answers: { ...answers, logiNextSyncs: () => ({ ...page, items }) } });
    await screen.findByRole("cell", { name: message });
    expect(screen.queryByText(/0 routes/)).toBeNull();
  });

  it("finds lines by what they say, and keeps that in the address", async () => {
    const { user, router } = renderApp("/loginext", { answers });
    await user.type(await screen.findByLabelText("Find a sync"), "dallas");
    await screen.findByText("1 line of 2");
    await waitFor(() => expect(router.state.location.search).toBe("?find=dallas"));
  });

  it("is not for who may not sync", async () => {
    renderApp("/loginext", { profile: "read-only", answers });
    await screen.findByText("Your permissions do not let you sync routes with LogiNext");
  });
});

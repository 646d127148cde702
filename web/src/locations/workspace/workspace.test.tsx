import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { startFakeLiveServer, type FakeLiveServer } from "../../../test/live";
import { renderApp } from "../../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../../test/server";
import { fridgeChannel } from "../../api/channels";
import { CONNECTION_HANDLERS, makeChange, makeConnection } from "../../connections/connection.fixture";
import { freezeClock, NOW, makeAlert, makeHealth, minutesAgo } from "../../health/health.fixture";
import { FRIDGE } from "../detail/fridge.fixture";
import type { LocationDetail } from "../locationQuery";

const ID = FRIDGE.id;
const INVENTORY = `GET /locations/${ID}/inventory`;
const EMPTY_PAGE = { items: [], nextToken: null };

const entry = (changes: readonly object[], overrides: object = {}) => ({
  id: "1",
  at: "2026-11-20T15:00:00Z",
  user: "operations@larder.example",
  event: "UPDATED",
  changes,
  reason: null,
  note: null,
  ...overrides,
});
const OFFLINE_ENTRY = entry([{ attribute: "status", from: '"LIVE"', to: '"OFFLINE"' }]);

const fail = () => {
  throw new ServerError("Internal", "");
};

interface TabOptions extends ServerOptions {
  readonly live?: FakeLiveServer;
  readonly now?: number;
  /** Whether ages only update when the test advances the time. */
  readonly freezesIntervals?: boolean;
}

function renderTab(
  tab: string,
  location: Partial<LocationDetail> = {},
  { handlers, now, freezesIntervals, ...options }: TabOptions = {},
) {
  freezeClock(freezesIntervals);
  if (now !== undefined) vi.setSystemTime(now);
  const defaults: Record<string, Handler> = {
    location: () => ({ ...FRIDGE, ...location }),
    locationHistory: () => EMPTY_PAGE,
    ...CONNECTION_HANDLERS,
    fridgeHealth: () => ({ fridgeData: [makeHealth(ID)] }),
    fridgeAlerts: () => EMPTY_PAGE,
    alertSnoozes: () => EMPTY_PAGE,
    fridgeTemperatures: () => [],
    getFridgeEvents: () => EMPTY_PAGE,
    getFridgeSegmentEvents: () => EMPTY_PAGE,
    readQueueMessages: () => EMPTY_PAGE,
    readScheduleChange: () => [],
    locationRoutes: () => ({ routes: [], nextToken: null }),
    jitLocations: () => EMPTY_PAGE,
    handoverNotes: () => EMPTY_PAGE,
    [INVENTORY]: () => ({
      inventory: { payload: { itemsBySlot: { "0:0": { slotItemName: "Lemonade", itemsInSlot: [] } } } },
      timestamp: minutesAgo(12),
      location: ID,
      images: {},
      shelf_life: {},
    }),
    [`GET /locations/${ID}/schedule`]: () => ({ items: [] }),
    locations: () => EMPTY_PAGE,
  };
  return renderApp(`/locations/${tab}/${ID}`, { ...options, handlers: { ...defaults, ...handlers } });
}

const tabs = async () => within(await screen.findByRole("navigation", { name: `Tabs of ${ID}` }));
const tabNames = async () => (await tabs()).getAllByRole("link").map(({ textContent }) => textContent);

describe("tabs", () => {
  test.each([
    ["Overview", "overview", `Overview of ${ID}`],
    ["Health", "health", `Health of ${ID}`],
    ["Inventory", "inventory", `Inventory of ${ID}`],
    ["Schedule", "schedule", `Scheduled Changes of ${ID}`],
    ["Settings", "detail", `Settings of ${ID}`],
    ["History", "history", `History of ${ID}`],
  ])("%s has the address /locations/%s/{id} and the title %s", async (tab, address, title) => {
    const { user, router } = renderTab(address === "overview" ? "detail" : "overview");
    await user.click((await tabs()).getByRole("link", { name: tab }));
    await screen.findByRole("heading", { level: 1, name: title });
    expect(router.state.location.pathname).toBe(`/locations/${address}/${ID}`);
    expect((await tabs()).getByRole("link", { current: "page" })).toHaveTextContent(tab);
    expect(screen.getByText(FRIDGE.prettyName, { selector: "strong" })).toBeVisible();
  });

  test("a wholesale location has no health and no inventory", async () => {
    const { server } = renderTab("overview", { type: "WHOLESALE" });
    await screen.findByRole("region", { name: "State" });
    expect(await tabNames()).toEqual(["Overview", "Schedule", "Settings", "History"]);
    expect(screen.getByText("WHOLESALE")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Contents" })).toBeNull();
    expect(screen.queryByText(/Connection/)).toBeNull();
    expect(server.calls.some(({ name }) => name === INVENTORY)).toBe(false);
  });

  test("a path with more segments redirects to the location and keeps the parameters", async () => {
    const address = `/locations/detail/building/2/${ID}?find=tax`;
    const { router } = renderApp(address, { sample: true, handlers: { location: () => FRIDGE } });
    await screen.findByRole("heading", { level: 1, name: `Settings of ${ID}` });
    expect(router.state.location).toMatchObject({ pathname: `/locations/detail/${ID}`, search: "?find=tax" });
  });

  test("an address in another case keeps its parameters and its fragment", async () => {
    freezeClock();
    const { router } = renderApp(`/locations/overview/${ID.toLowerCase()}?from=call#contents`, {
      sample: true,
      handlers: { location: () => FRIDGE },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/locations/overview/${ID}`));
    expect(router.state.location).toMatchObject({ search: "?from=call", hash: "#contents" });
  });
});

describe("header", () => {
  test("shows name, id, status, temperature, open alerts, route, stop, local time and connection", async () => {
    renderTab(
      "history",
      { timeZone: "NEWYORK" },
      { handlers: { fridgeAlerts: () => ({ ...EMPTY_PAGE, items: [makeAlert("a1")] }) } },
    );
    const glance = await screen.findByRole("list", { name: "At a glance" });
    await waitFor(() =>
      expect(
        within(glance)
          .getAllByRole("listitem")
          .map(({ textContent }) => textContent),
      ).toEqual([
        "Route and stop mw-7, stop 4",
        "Local time 1:00 PM EST (12:00 PM CST)",
        "Connection Connected since 10:00 AM EST (9:00 AM CST)",
        "Reports Reporting, last report 2 minutes ago · Not live",
      ]),
    );
    expect(screen.getByText("Willis Tower")).toBeVisible();
    expect(screen.getByText("LIVE")).toBeVisible();
    expect(screen.getByText("36.5 °F")).toBeVisible();
    expect(screen.getByText("measured 2 minutes ago")).toBeVisible();
    expect(await screen.findByRole("link", { name: "1 open alert" })).toHaveAttribute(
      "href",
      `/locations/health/${ID}`,
    );
  });

  test.each([
    ["disconnected", { state: "DISCONNECTED", since: minutesAgo(3) }, "Connection Disconnected for 3 min"],
    ["that never connected", { state: "NEVER", since: null }, "Connection No connection yet"],
  ] as const)("shows the connection of a fridge %s", async (_, overrides, text) => {
    renderTab("history", {}, { handlers: { fridgeConnection: () => makeConnection(overrides) } });
    const glance = await screen.findByRole("list", { name: "At a glance" });
    await waitFor(() => expect(within(glance).getAllByRole("listitem")[2]).toHaveTextContent(text));
  });

  test("says that the connection could not be loaded", async () => {
    renderTab("history", {}, { handlers: { fridgeConnection: fail } });
    const glance = await screen.findByRole("list", { name: "At a glance" });
    await waitFor(() =>
      expect(within(glance).getAllByRole("listitem")[2]).toHaveTextContent("Connection Could not be loaded"),
    );
  });

  test("copies the id", async () => {
    const { user } = renderTab("history");
    await user.click(await screen.findByRole("button", { name: `Copy ${ID}` }));
    expect(await navigator.clipboard.readText()).toBe(ID);
    await screen.findByText(`Copied ${ID}`);
  });

  test.each([
    [
      "with the recorded reason",
      { reason: "Holiday Break" },
      "OFFLINE since Fri, 11/20/2026 9:00 AM CST by operations@larder.example. Reason: Holiday Break",
    ],
    [
      "with the reason of the allocation if there is no other",
      { event: "SCHEDULE_APPLIED" },
      "OFFLINE since Fri, 11/20/2026 9:00 AM CST by operations@larder.example (scheduled change). No reason recorded. Allocation is off: Fridge being removed.",
    ],
  ])("shows who set a fridge offline and when, %s", async (_, overrides, text) => {
    const items = [entry([{ attribute: "stop", from: "1", to: "2" }], { id: "2" }), { ...OFFLINE_ENTRY, ...overrides }];
    const updateReason = { prod: "Fridge being removed", reserve: null };
    renderTab(
      "detail",
      { status: "OFFLINE", updateReason },
      { handlers: { locationHistory: () => ({ items, nextToken: null }) } },
    );
    expect(await screen.findByText(text)).toBeVisible();
  });

  test("says since when at least the status is the same if the change is on an older page of the history", async () => {
    const items = [entry([{ attribute: "stop", from: "1", to: "2" }])];
    renderTab("detail", {}, { handlers: { locationHistory: () => ({ items, nextToken: "older" }) } });
    expect(await screen.findByText("LIVE since before Fri, 11/20/2026 9:00 AM CST.")).toBeVisible();
  });

  test("distinguishes values that were not reported from values that could not be loaded", async () => {
    renderTab(
      "detail",
      {},
      { handlers: { fridgeHealth: () => ({ fridgeData: [] }), fridgeAlerts: fail, locationHistory: fail } },
    );
    expect(await screen.findByText("Temperature not reported")).toBeVisible();
    expect(await screen.findByText("Alerts could not be loaded")).toBeVisible();
    expect(await screen.findByText("Who set LIVE, when and why could not be loaded.")).toBeVisible();
  });

  test("a failed refresh is not reported as a silent fridge or as no alerts", async () => {
    let isFailing = false;
    const unless = (response: object) => () => (isFailing ? fail() : response);
    const { queryClient } = renderTab(
      "overview",
      {},
      {
        freezesIntervals: true,
        handlers: { fridgeHealth: unless({ fridgeData: [makeHealth(ID)] }), fridgeAlerts: unless(EMPTY_PAGE) },
      },
    );
    await screen.findByText("No alerts");
    await screen.findByText(/Reporting, last report/);
    isFailing = true;
    vi.setSystemTime(NOW + 60 * 60_000);
    await queryClient.invalidateQueries();
    expect(await screen.findByText("Alerts could not be refreshed")).toBeVisible();
    act(() => void vi.advanceTimersByTime(15_000));
    expect(await screen.findByText(/Could not be refreshed, last known report 1 hour ago/)).toBeVisible();
    expect(screen.queryByText(/Not reporting/)).toBeNull();
    expect(screen.queryByText("Silent")).toBeNull();
  });

  test("shows the location if the permissions cannot be loaded", async () => {
    renderTab("overview", {}, { handlers: { myPermissions: fail } });
    expect(await screen.findByText(FRIDGE.prettyName, { selector: "strong" })).toBeVisible();
    expect(await screen.findByText("No stop on Sat, 11/21/2026")).toBeVisible();
    expect(screen.queryByText(/Loading/)).toBeNull();
  });

  test.each([
    [
      "that differs from the newest change of the history",
      [entry([{ attribute: "status", from: '"LIVE"', to: '"OFFLINE"' }])],
      "LIVE: the history does not show this change yet.",
    ],
    [
      "without a change in the whole history",
      [entry([{ attribute: "stop", from: "1", to: "2" }])],
      "LIVE: no change of the status is recorded.",
    ],
  ])("states no time for a status %s", async (_, items, text) => {
    const nextToken = text.includes("yet") ? "older" : null;
    renderTab("detail", {}, { handlers: { locationHistory: () => ({ items, nextToken }) } });
    expect(await screen.findByText(text)).toBeVisible();
  });

  test("says that the temperature could not be loaded", async () => {
    renderTab("detail", {}, { handlers: { fridgeHealth: fail } });
    expect(await screen.findByText("Temperature could not be loaded")).toBeVisible();
  });

  test("updates live on every tab", async () => {
    const live = startFakeLiveServer();
    let temperature = 36.5;
    const fridgeHealth = () => ({ fridgeData: [makeHealth(ID, { temperature })] });
    renderTab("history", {}, { live, handlers: { fridgeHealth } });
    await screen.findByText("36.5 °F");
    await screen.findByText("Live");
    temperature = 44.6;
    const channel = fridgeChannel(ID);
    if (channel) live.publish(channel, { kind: "health", id: ID });
    expect(await screen.findByText("44.6 °F")).toBeVisible();
  });

  test("follows the fridge again after its first report, because before it there is nothing to follow", async () => {
    const live = startFakeLiveServer();
    let reports = [makeHealth(ID, { temperature: 36.5 })].slice(1);
    const { server } = renderTab("history", {}, { live, handlers: { fridgeHealth: () => ({ fridgeData: reports }) } });
    await screen.findByText("Live");
    const follows = () => server.calls.filter(({ name }) => name === "followFridge").length;
    expect(follows()).toBe(1);
    const publish = async (temperature: number) => {
      reports = [makeHealth(ID, { temperature })];
      const channel = fridgeChannel(ID);
      if (channel) live.publish(channel, { kind: "health", id: ID });
      expect(await screen.findByText(`${temperature} °F`)).toBeVisible();
    };
    await publish(36.5);
    expect(follows()).toBe(2);
    await publish(44.6);
    expect(follows()).toBe(2);
  });

  test("explains the missing permission and still shows the health", async () => {
    const { server } = renderTab("health", {}, { profile: "no-permissions" });
    expect(
      await screen.findByText(
        "Name, status and route are not shown. Your permissions do not include GetSpecificLocation",
      ),
    ).toBeVisible();
    expect(await screen.findByText("measured 2 minutes ago")).toBeVisible();
    expect(server.calls.filter(({ name }) => name === "location" || name === "locationHistory")).toEqual([]);
  });
});

describe("overview", () => {
  const fact = async (label: string) => (await screen.findByText(label, { selector: "dt" })).nextElementSibling;

  test("shows the state with the recorded reasons and the problems", async () => {
    const updateReason = { prod: "Holiday Break", reserve: "Connectivity issues" };
    renderTab(
      "overview",
      { updateReason },
      { handlers: { fridgeHealth: () => ({ fridgeData: [makeHealth(ID, { temperature: 44 })] }) } },
    );
    expect(await fact("Ready for Allocation")).toHaveTextContent("No Reason: Holiday Break");
    expect(await fact("Mobile Ordering")).toHaveTextContent("No Reason: Connectivity issues");
    expect(await screen.findByText("Above 41 °F")).toBeVisible();
  });

  test("shows the last stocking, the next one and today's stop", async () => {
    const stop = {
      stockingDate: "2026-11-21",
      market: "MW",
      route: "mw-7",
      stop: 4,
      stockingIndex: 1,
      stopType: "STOCK",
    };
    const totes = { toteCountPerStop: null, toteCountPerRoute: null };
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { server } = renderTab(
      "overview",
      {},
      {
        handlers: {
          locationRoutes: () => ({
            routes: [
              { ...stop, ...totes, id: ID },
              { ...stop, ...totes, id: "OTHER" },
            ],
            nextToken: null,
          }),
          jitLocations: async ({ input: { dropOffDate } }: { input: { dropOffDate: string } }) => {
            await released;
            return {
              items:
                dropOffDate === "2026-11-20"
                  ? [
                      {
                        stockingId: "1",
                        jit: null,
                        reason: null,
                        email: null,
                        decidedAt: null,
                        stockedTimeUTC: "2026-11-20T12:12:00Z",
                      },
                    ]
                  : [],
              nextToken: null,
            };
          },
        },
      },
    );
    expect(await fact("Last stocking")).toHaveTextContent("Loading…");
    release();
    await waitFor(async () =>
      expect(await fact("Last stocking")).toHaveTextContent("Fri, 11/20/2026 6:12 AM CST 1 day ago"),
    );
    await waitFor(async () => expect(await fact("Today's stop")).toHaveTextContent(/^mw-7, stop 4, STOCK$/));
    expect(await fact("Next stocking")).toHaveTextContent("Mon, 11/23/2026 Allocation is off, so no food is planned");
    // A route of another market can visit the location.
    expect(server.calls.find(({ name }) => name === "locationRoutes")?.input).toEqual({
      filter: { stockingDate: "2026-11-21" },
      nextToken: null,
    });
    expect(server.calls.filter(({ name }) => name === "jitLocations")).toHaveLength(2);
  });

  const MONDAY_9_AM = Date.parse("2026-11-23T15:00:00Z");
  const SUNDAY_7_PM = Date.parse("2026-11-23T01:00:00Z");
  const SUNDAY_5_PM = Date.parse("2026-11-22T23:00:00Z");
  const stockedAt = (at: string) => ({
    jitLocations: () => ({
      items: [{ stockingId: "1", jit: null, reason: null, email: null, decidedAt: null, stockedTimeUTC: at }],
      nextToken: null,
    }),
  });

  test.each([
    ["before today's stocking", MONDAY_9_AM, {}, "Today's stop", "Mon, 11/23/2026"],
    ["after today's stocking", MONDAY_9_AM, stockedAt("2026-11-23T12:00:00Z"), "Today's stop", "Tue, 11/24/2026"],
    ["in the evening before a stocking day", SUNDAY_7_PM, {}, "Tomorrow's stop", "Mon, 11/23/2026"],
    ["in the afternoon before a stocking day", SUNDAY_5_PM, {}, "Today's stop", "Mon, 11/23/2026"],
    [
      "if the last stocking is unknown",
      MONDAY_9_AM,
      { jitLocations: fail },
      "Today's stop",
      "Mon, 11/23/2026 unless it is stocked already",
    ],
  ])("names the next stocking and the day of the stop %s", async (_, now, handlers, label, next) => {
    renderTab("overview", { prod: 1 }, { handlers, now });
    await waitFor(async () => expect((await fact("Next stocking"))?.textContent).toBe(next));
    expect(await fact(label)).toBeVisible();
  });

  test("shows that no stocking is recorded, and failures", async () => {
    renderTab("overview", {}, { handlers: { locationRoutes: fail } });
    await waitFor(async () =>
      expect(await fact("Last stocking")).toHaveTextContent(
        "No stocking is recorded on Sat, 11/21/2026; Fri, 11/20/2026; Thu, 11/19/2026",
      ),
    );
    await waitFor(async () => expect(await fact("Today's stop")).toHaveTextContent("Could not be loaded"));
  });

  test("shows the contents and the recent changes without a revert", async () => {
    renderTab("overview", {}, { handlers: { locationHistory: () => ({ items: [OFFLINE_ENTRY], nextToken: null }) } });
    expect(await screen.findByText("Reported 12 minutes ago")).toBeVisible();
    expect(screen.getByRole("list", { name: "Stock" })).toHaveTextContent("0 units in 1 slot, 1 empty");
    const changes = within(await screen.findByRole("region", { name: "Recent changes" }));
    expect(await changes.findByText("Updated")).toBeVisible();
    expect(changes.queryByRole("button")).toBeNull();
    expect(changes.getByRole("link", { name: "All changes" })).toHaveAttribute("href", `/locations/history/${ID}`);
  });

  test("explains the parts that need another permission", async () => {
    const actions = ["GetSpecificLocation"] as const;
    const { server } = renderTab("overview", {}, { actions });
    const stocking = within(await screen.findByRole("region", { name: "Stocking" }));
    expect(await stocking.findAllByText("Your permissions do not include GetUniqueRoutes")).toHaveLength(2);
    expect(
      await screen.findByRole("heading", { name: "You don't have permission to view fridge inventory" }),
    ).toBeVisible();
    expect(server.calls.some(({ name }) => [INVENTORY, "locationRoutes", "jitLocations"].includes(name))).toBe(false);
  });
});

describe("history of the connection", () => {
  const table = async () => within(await screen.findByRole("table", { name: "Changes of the connection" }));

  test("shows who changed which certificate, when and why, newest first", async () => {
    const changes = [
      makeChange({
        id: "2",
        at: minutesAgo(5),
        event: "REPLACEMENT_ALLOWED",
        certificateId: null,
        reason: "Defective",
      }),
      makeChange({ id: "1", at: minutesAgo(60), event: "RENEWED", user: "renew-fridge-certificate", reason: null }),
    ];
    renderTab("history", {}, { handlers: { fridgeConnectionHistory: () => ({ items: changes, nextToken: null }) } });
    const rows = (await table()).getAllByRole("row").slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/11:55 AM CST.*Replacement of the computer allowed.*operations@larder\.example.*Defective/),
      expect.stringMatching(/11:00 AM CST.*Certificate renewed by the fridge.*aaaaaaaa.*renew-fridge-certificate/),
    ]);
  });

  test("loads older changes on demand", async () => {
    const { user } = renderTab(
      "history",
      {},
      {
        handlers: {
          fridgeConnectionHistory: ({ nextToken }: { readonly nextToken?: string | null }) =>
            nextToken === "older"
              ? { items: [makeChange({ id: "1", event: "PROVISIONED" })], nextToken: null }
              : { items: [makeChange({ id: "2" })], nextToken: "older" },
        },
      },
    );
    expect((await table()).getAllByRole("row")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Show older" }));
    expect(await screen.findByText("Certificate requested by the fridge at its setup")).toBeVisible();
  });

  test("says that no certificate has been issued", async () => {
    renderTab("history", {}, { handlers: { fridgeConnectionHistory: () => EMPTY_PAGE } });
    expect(await screen.findByText("No certificate has been issued for this fridge")).toBeVisible();
  });

  test("is not shown for a wholesale location", async () => {
    const { server } = renderTab("history", { type: "WHOLESALE" });
    await screen.findByRole("heading", { level: 1, name: `History of ${ID}` });
    expect(screen.queryByRole("heading", { name: "Connection" })).toBeNull();
    expect(server.calls.some(({ name }) => name === "fridgeConnectionHistory")).toBe(false);
  });
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError } from "../../test/server";
import styles from "./report.module.css";
import type { DriverLogEntry, StockOutRow } from "./reports";

const DAY = "2026-11-20";
const stockOut = (Location: string, Item: string, hour: number): StockOutRow => ({
  Date: DAY,
  Time: `${hour}:15`,
  Location,
  Item,
  timestamp: new Date(Date.UTC(2026, 10, 20, hour + 6, 15)).toISOString(),
});
const FAILURE = "Unable to load data, Please check your internet and your permissions";
const table = (name: string) => screen.findByRole("table", { name });
const texts = (rows: readonly HTMLElement[]) =>
  rows.map((row) =>
    within(row)
      .queryAllByRole("cell")
      .map((cell) => cell.textContent),
  );
const bodyOf = (element: HTMLElement) => texts(within(element).getAllByRole("row").slice(1));

describe("stock-outs (RPT-2)", () => {
  const ADDRESS = `/reports/stockouts?date=${DAY}`;
  const noRows = () => ({ items: [] });
  const COMPARED_DAYS = {
    "GET /reports/stockouts/20261119": noRows,
    "GET /reports/stockouts/20261113": noRows,
  };
  const STOCK_OUTS = {
    ...COMPARED_DAYS,
    "GET /reports/stockouts/20261120": () => ({
      items: [stockOut("CHI_2", "Cobb Salad", 11), stockOut("CHI_1", "Lemonade", 12)],
    }),
  };
  const emptyDays = (...days: readonly string[]) =>
    Object.fromEntries(days.map((day) => [`GET /reports/stockouts/${day}`, noRows]));

  it("searches for a day", async () => {
    const { user, router } = renderApp(ADDRESS, {
      handlers: { ...STOCK_OUTS, ...emptyDays("20261121", "20261114") },
    });
    const date = await screen.findByLabelText("Date");
    await user.clear(date);
    await user.type(date, "11/21/2026");
    await user.click(screen.getByRole("button", { name: "Search" }));
    expect(await screen.findByText("No stock-outs on 11/21/2026")).toBeVisible();
    expect(router.state.location.search).toBe("?date=2026-11-21");
  });

  it("reads the same day again on Search", async () => {
    const { user, server } = renderApp(ADDRESS, { handlers: STOCK_OUTS });
    await table("Stock-outs");
    await user.click(screen.getByRole("button", { name: "Search" }));
    const reads = () => server.calls.filter(({ name }) => name.startsWith("GET /reports/stockouts/20261120"));
    await waitFor(() => expect(reads()).toHaveLength(2));
  });

  describe("without a day in the URL", () => {
    const DAYS = ["20261120", "20261119", "20261118", "20261113", "20261112"];
    beforeEach(() => {
      localStorage.clear();
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T20:05:31Z") });
    });
    afterEach(() => {
      vi.useRealTimers();
      localStorage.clear();
    });

    it("loads today at once, and puts it into the URL without a history entry", async () => {
      const { router } = renderApp("/reports/stockouts", { handlers: emptyDays(...DAYS) });
      expect(await screen.findByText("No stock-outs on 11/20/2026")).toBeVisible();
      await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-20"));
      expect(router.state.historyAction).toBe("REPLACE");
    });

    it("loads the preset that the user chose last", async () => {
      const { user, router } = renderApp("/reports/stockouts", { handlers: emptyDays(...DAYS) });
      await user.click(await screen.findByRole("button", { name: "Yesterday" }));
      expect(await screen.findByText("No stock-outs on 11/19/2026")).toBeVisible();
      await act(() => router.navigate("/reports/stockouts"));
      await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-19"));
      expect(await screen.findByText("No stock-outs on 11/19/2026")).toBeVisible();
    });
  });

  describe("comparison", () => {
    const comparison = () => screen.findByRole("region", { name: "Comparison of stock-outs" });
    const link = async (name: string | RegExp) => within(await comparison()).findByRole("link", { name });

    it("compares a day with the previous day and the same day last week, and links to their rows", async () => {
      const items = (date: string, count: number) => () => ({
        items: Array.from({ length: count }, (_, index) => ({
          ...stockOut(`CHI_${index}`, "Lemonade", 12),
          Date: date,
          timestamp: `${date}T18:15:00.000Z`,
        })),
      });
      const { user, router, server } = renderApp(ADDRESS, {
        handlers: {
          ...STOCK_OUTS,
          ...emptyDays("20261118", "20261112"),
          "GET /reports/stockouts/20261119": items("2026-11-19", 1),
          "GET /reports/stockouts/20261113": items("2026-11-13", 4),
        },
      });
      expect(await link("1 more (+100%) than 1 on 11/19/2026")).toBeVisible();
      expect(await link("2 fewer (−50%) than 4 on 11/13/2026")).toHaveAttribute(
        "href",
        "/reports/stockouts?date=2026-11-13#rows",
      );
      expect(await link("2")).toHaveAttribute("href", `${ADDRESS}#rows`);
      expect(
        screen.getByText("Per day: 4 on Fri, 11/13/2026; 1 on Thu, 11/19/2026; 2 on Fri, 11/20/2026"),
      ).toBeInTheDocument();
      expect(server.calls.filter(({ name }) => name.includes("stockouts"))).toHaveLength(3);

      await user.click(await link(/11\/19/));
      await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-19"));
      await waitFor(async () => expect(bodyOf(await table("Stock-outs"))[0]?.[0]).toBe("11/19/2026"));
    });

    it("compares an incomplete day with the same hours, and links to the rows of these hours", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T18:05:00Z") });
      onTestFinished(() => void vi.useRealTimers());
      const { user } = renderApp(ADDRESS, {
        handlers: {
          ...STOCK_OUTS,
          ...emptyDays("20261118", "20261112"),
          "GET /reports/stockouts/20261120": () => ({ items: [stockOut("CHI_2", "Cobb Salad", 11)] }),
          "GET /reports/stockouts/20261119": () => ({
            items: ["T15:15", "T16:15", "T23:15"].map((time, index) => ({
              ...stockOut(`NY_${index}`, "Lemonade", 12),
              timestamp: `2026-11-19${time}:00.000Z`,
            })),
          }),
        },
      });
      expect(await link(/^1$/)).toHaveAttribute("href", `${ADDRESS}#rows`);
      expect(within(await comparison()).getByText("Previous day, until 12:05 PM")).toBeVisible();
      await user.click(await link("1 fewer (−50%) than 2 on 11/19/2026"));
      await waitFor(async () =>
        expect(bodyOf(await table("Stock-outs")).map((row) => row[2])).toEqual(["NY_0", "NY_1"]),
      );
      await user.click(screen.getByRole("checkbox", { name: "Until 12:05 PM only" }));
      await waitFor(async () => expect(bodyOf(await table("Stock-outs"))).toHaveLength(3));
    });

    it("states that a day is not available", async () => {
      renderApp(ADDRESS, {
        handlers: {
          ...STOCK_OUTS,
          "GET /reports/stockouts/20261119": () => {
            throw new ServerError("Internal", "An error occurred. Please report to the Technology team");
          },
          "GET /reports/stockouts/20261113": () => ({ items: [], nextToken: "more" }),
        },
      });
      expect(await screen.findByText("Not available: this day could not be loaded")).toBeVisible();
      expect(await screen.findByText("Not available: this day has too many rows")).toBeVisible();
      expect(await table("Stock-outs")).toBeVisible();
    });
  });

  it("shows the columns Date, Time, Location, Item, and charts with counts", async () => {
    renderApp(ADDRESS, { handlers: STOCK_OUTS });
    const result = await table("Stock-outs");
    const headers = within(result).getAllByRole("columnheader");
    expect(headers.map((header) => header.textContent)).toEqual(["Date", "Time", "Location", "Item"]);
    expect(bodyOf(result)).toEqual([
      ["11/20/2026", "11:15 AM CST", "CHI_2", "Cobb Salad"],
      ["11/20/2026", "12:15 PM CST", "CHI_1", "Lemonade"],
    ]);
    expect(screen.getByRole("img", { name: "11 AM: 1 stock-out, 12 PM: 1 stock-out" })).toBeVisible();
    expect(screen.getByRole("button", { name: /Lemonade/ })).toBeVisible();
  });

  it("filters by a chart bar and sorts by a header, and keeps both in the URL", async () => {
    const { user, router } = renderApp(ADDRESS, { handlers: STOCK_OUTS });
    await user.click(within(await table("Stock-outs")).getByRole("button", { name: "Location" }));
    await waitFor(async () => expect(bodyOf(await table("Stock-outs"))[0]?.[2]).toBe("CHI_1"));
    await user.click(screen.getByRole("button", { name: /Cobb Salad/ }));
    await waitFor(async () => expect(bodyOf(await table("Stock-outs"))).toHaveLength(1));
    expect(screen.getByRole("status")).toHaveTextContent("1 stock-out of 2");
    await waitFor(() => expect(router.state.location.search).toContain("find=Cobb+Salad"));
    expect(router.state.location.search).toContain("sort=location");
  });

  it("shows the load failure message, and loads again on Retry", async () => {
    let isFailing = true;
    const { user } = renderApp(ADDRESS, {
      handlers: {
        ...COMPARED_DAYS,
        "GET /reports/stockouts/20261120": () => {
          if (isFailing) throw new ServerError("Internal", "An error occurred. Please report to the Technology team");
          return { items: [stockOut("CHI_1", "Lemonade", 12)] };
        },
      },
    });
    expect(await screen.findByText(FAILURE)).toBeVisible();
    isFailing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await table("Stock-outs")).toBeVisible();
  });
});

describe("empty channels (RPT-1)", () => {
  const ADDRESS = `/reports/emptychannels?date=${DAY}`;
  const COMPARED_DAYS = {
    "GET /reports/emptychannel/20261119": () => ({ items: [] }),
    "GET /reports/emptychannel/20261113": () => ({ items: [] }),
  };
  const row = {
    kioskName: "CHI_1",
    vendItemName: "Lemonade",
    timestamp: "2026-11-20T20:05:31.000Z",
    logicalColumn: 4,
    logicalRow: 2,
  };

  it("shows the columns Location, Item Name, Timestamp, Logical Column, Logical Row", async () => {
    renderApp(ADDRESS, {
      handlers: { ...COMPARED_DAYS, "GET /reports/emptychannel/20261120": () => ({ items: [row] }) },
    });
    const result = await table("Empty channels");
    const headers = within(result).getAllByRole("columnheader");
    expect(headers.map((header) => header.textContent)).toEqual([
      "Location",
      "Item Name",
      "Timestamp",
      "Logical Column",
      "Logical Row",
    ]);
    expect(bodyOf(result)).toEqual([["CHI_1", "Lemonade", "11/20/2026 14:05 CT", "4", "2"]]);
  });

  it("shows no count and no export when the report fails", async () => {
    let isFailing = true;
    const { user } = renderApp(ADDRESS, {
      handlers: {
        ...COMPARED_DAYS,
        "GET /reports/emptychannel/20261120": () => {
          if (isFailing) throw new ServerError("Internal", "An error occurred. Please report to the Technology team");
          return { items: [row] };
        },
      },
    });
    expect(await screen.findByText(FAILURE)).toBeVisible();
    expect(screen.queryByText(/^0 empty channels/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Export CSV" })).toBeNull();
    isFailing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("1 empty channel")).toBeVisible();
    expect(screen.getByRole("button", { name: "Export CSV" })).toBeVisible();
  });

  it("shows a message to users without permission", async () => {
    renderApp(ADDRESS, { profile: "no-permissions" });
    expect(
      await screen.findByRole("heading", { name: "You don't have permission to view empty channels" }),
    ).toBeVisible();
    expect(screen.getByText("Error! User Action Prohibited!")).toBeVisible();
  });
});

const RANGE = "from=2026-11-20T00:00&to=2026-11-21T00:00";
const entry = (
  requestId: string,
  type: DriverLogEntry["type"],
  second: number,
  parts: Partial<DriverLogEntry> = {},
) => ({
  requestId,
  type,
  action_time: new Date(Date.UTC(2026, 10, 20, 15, 0, second)).toISOString(),
  uuid: "u-1",
  fridge: "CHI_1",
  operation: "UpdateFridgeStock",
  ...parts,
});

describe("stocking logs (RPT-3)", () => {
  const ADDRESS = `/reports/stockinglogs?${RANGE}`;
  const PAGES: Record<string, unknown> = {
    "": {
      items: [entry("a", "request", 1), entry("b", "request", 2, { uuid: "u-2", fridge: "CHI_2" })],
      nextToken: "next",
    },
    next: {
      items: [entry("a", "response", 3), entry("b", "error", 4, { uuid: "u-2", fridge: "CHI_2", error: "no answer" })],
    },
  };
  const handlers = {
    "GET /reports/driverlog": ({ nextToken = "" }: { nextToken?: string }) => PAGES[nextToken],
    "GET /reports/driverlog/cognitoemails": () => ({ emails: { "u-1": "ana@larder.example" } }),
  };

  it("shows a message to users without permission", async () => {
    renderApp(ADDRESS, { profile: "no-permissions", handlers });
    expect(await screen.findByRole("heading", { name: /^You don't have permission to view / })).toBeVisible();
    expect(screen.queryByText("ana@larder.example")).toBeNull();
  });

  it("reads all pages, joins entries by request, and shows the users' emails", async () => {
    const { server } = renderApp(ADDRESS, { handlers });
    await waitFor(async () =>
      expect(bodyOf(await table("Requests"))).toEqual([
        [
          "ana@larder.example",
          "CHI_1",
          "UpdateFridgeStock",
          "11/20/2026 9:00:01 AM CST",
          "11/20/2026 9:00:03 AM CST",
          "",
        ],
        [
          "u-2",
          "CHI_2",
          "UpdateFridgeStock",
          "11/20/2026 9:00:02 AM CST",
          "",
          "Error while processing this requestno answer",
        ],
      ]),
    );
    expect(screen.getAllByRole("row")[2]).toHaveClass(styles.alarm ?? "");
    const requests = server.calls.map(({ name }) => name).filter((name) => name.includes("startTime"));
    expect(requests[0]).toBe("GET /reports/driverlog?startTime=1795154400&endTime=1795240800");
    expect(requests[1]).toContain("nextToken=next");
  });

  it("filters by user, fridge and errors", async () => {
    const { user, router } = renderApp(ADDRESS, { handlers });
    await waitFor(async () => expect(bodyOf(await table("Requests"))).toHaveLength(2));
    const users = screen.getByLabelText("User");
    expect(within(users).getByRole("option", { name: "All Users in this time range" })).toBeVisible();
    expect(
      within(screen.getByLabelText("Fridge")).getByRole("option", { name: "All Fridges in this time range" }),
    ).toBeVisible();
    await user.selectOptions(users, "ana@larder.example");
    await waitFor(async () => expect(bodyOf(await table("Requests"))).toHaveLength(1));
    await waitFor(() => expect(router.state.location.search).toContain("user=u-1"));
    await user.selectOptions(screen.getByLabelText("Fridge"), "CHI_2");
    expect(await screen.findByText("No requests match the filters")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await user.click(screen.getByLabelText("Errors only (1)"));
    await waitFor(async () => expect(bodyOf(await table("Requests"))[0]?.[0]).toBe("u-2"));
  });

  it("shows 'NO Data to Load' for an empty range", async () => {
    renderApp(ADDRESS, { handlers: { ...handlers, "GET /reports/driverlog": () => ({ items: [] }) } });
    expect(await screen.findByText("NO Data to Load")).toBeVisible();
  });

  it("shows a dialog when loading fails", async () => {
    const { user } = renderApp(ADDRESS, {
      handlers: {
        ...handlers,
        "GET /reports/driverlog": () => {
          throw new ServerError("Internal", "An error occurred. Please report to the Technology team");
        },
      },
    });
    const alert = await screen.findByRole("alertdialog");
    expect(alert).toHaveTextContent(FAILURE);
    await user.click(within(alert).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getByRole("alert")).toHaveTextContent(FAILURE);
  });

  it("stops loading, and resumes from the same page", async () => {
    let respond: (page: unknown) => void = () => undefined;
    const { user, server } = renderApp(ADDRESS, {
      handlers: {
        ...handlers,
        "GET /reports/driverlog": ({ nextToken = "" }: { nextToken?: string }) =>
          nextToken === "next" ? new Promise((resolve) => (respond = resolve)) : PAGES[""],
      },
    });
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    respond({ items: [entry("c", "request", 5)], nextToken: "last" });
    expect(await screen.findByText(/stopped at/)).toBeVisible();
    await waitFor(async () => expect(bodyOf(await table("Requests"))).toHaveLength(3));
    expect(server.calls.some(({ name }) => name.includes("nextToken=last"))).toBe(false);
    PAGES.last = { items: [] };
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await waitFor(() => expect(server.calls.some(({ name }) => name.includes("nextToken=last"))).toBe(true));
  });

  it.each([
    ["from=2026-11-20T00:00", "Start time or End time cannot be null"],
    ["from=2026-11-20T00:00&to=2026-11-20T00:00", "Start time cannot be equal or greater than end time"],
    ["from=2025-11-20T00:00&to=2026-11-20T00:00", "The time range cannot be longer than 92 days"],
  ])("rejects the range %s before it sends a request (RPT-5)", async (range, message) => {
    const { server } = renderApp(`/reports/stockinglogs?${range}`, { handlers });
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(server.calls.some(({ name }) => name.includes("startTime"))).toBe(false);
  });

  describe("without a range in the URL", () => {
    beforeEach(() => localStorage.clear());
    afterEach(() => localStorage.clear());

    it("loads today at once, and reads it again on Fetch Data", async () => {
      const { user, router, server } = renderApp("/reports/stockinglogs", { handlers });
      expect(await table("Requests")).toBeVisible();
      await waitFor(() => expect(router.state.location.search).toMatch(/^\?from=[\d-]+T00%3A00&to=[\d-]+T00%3A00$/));
      expect(router.state.historyAction).toBe("REPLACE");
      const reads = () => server.calls.filter(({ name }) => name.startsWith("GET /reports/driverlog?"));
      const count = reads().length;
      await user.click(screen.getByRole("button", { name: "Fetch Data" }));
      await waitFor(() => expect(reads().length).toBeGreaterThan(count));
    });

    it("loads the preset that the user chose last", async () => {
      const { user, router } = renderApp("/reports/stockinglogs", { handlers });
      const presets = await screen.findByRole("group", { name: "Time ranges" });
      await user.click(within(presets).getByRole("button", { name: "Last 7 days" }));
      await waitFor(() => expect(router.state.historyAction).toBe("PUSH"));
      const chosen = router.state.location.search;
      await act(() => router.navigate("/reports/stockinglogs"));
      await waitFor(() => expect(router.state.location.search).toBe(chosen));
    });
  });

  it("compares the last day of a range, and reads only the day before the range", async () => {
    const { server } = renderApp("/reports/stockinglogs?from=2026-11-17T00:00&to=2026-11-21T00:00", { handlers });
    const comparison = await screen.findByRole("region", { name: "Comparison of requests" });
    expect(await within(comparison).findByText(/2 more than 0 on 11\/19\/2026/)).toHaveAttribute(
      "href",
      "/reports/stockinglogs?from=2026-11-19T00%3A00&to=2026-11-20T00%3A00#rows",
    );
    expect(await within(comparison).findByText(/more than 0 on 11\/13\/2026/)).toBeVisible();
    const starts = server.calls.flatMap(({ name }) => /driverlog\?startTime=(\d+)/.exec(name)?.[1] ?? []);
    expect(new Set(starts).size).toBe(2);
  });
});

describe("route temperatures (RPT-4)", () => {
  const ADDRESS = `/reports/routetemperatures?${RANGE}`;
  const row = (Location: string, Temperature: number, assignedRoute: string) => ({
    Location,
    DateTime: Date.UTC(2026, 10, 20, 15) / 1000,
    Temperature,
    assignedRoute,
  });
  const handlers = {
    "GET /reports/routetemperatures": () => ({ items: [row("CHI_1", 41, "chi_ana"), row("CHI_2", 41.1, "chi_bo")] }),
  };

  it("shows the columns Location, Time, Temperature, Assigned Route, and highlights temperatures above 41", async () => {
    renderApp(ADDRESS, { handlers });
    const result = await table("Temperatures");
    const headers = within(result).getAllByRole("columnheader");
    expect(headers.map((header) => header.textContent)).toEqual(["Location", "Time", "Temperature", "Assigned Route"]);
    expect(bodyOf(result)).toEqual([
      ["CHI_1", "11/20/2026 9:00 AM CST", "41.0 °F", "chi_ana"],
      ["CHI_2", "11/20/2026 9:00 AM CST", "41.1 °F, above 41", "chi_bo"],
    ]);
    const alarms = within(result)
      .getAllByRole("row")
      .map((line) => line.classList.contains(styles.alarm ?? ""));
    expect(alarms).toEqual([false, false, true]);
  });

  it("filters by route", async () => {
    const { user } = renderApp(ADDRESS, { handlers });
    const routes = await screen.findByLabelText("Route");
    await screen.findByRole("option", { name: "chi_bo" });
    expect(
      within(routes)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["All routes in this time range", "chi_ana", "chi_bo"]);
    await user.selectOptions(routes, "chi_ana");
    await waitFor(async () => expect(bodyOf(await table("Temperatures"))).toHaveLength(1));
  });

  it("shows a message to users without RecordTemperature", async () => {
    renderApp(ADDRESS, { profile: "read-only" });
    expect(
      await screen.findByRole("heading", { name: "You don't have permission to view route temperatures" }),
    ).toBeVisible();
  });
});

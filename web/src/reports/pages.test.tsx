import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError } from "../../test/server";
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
  const STOCK_OUTS = {
    "GET /reports/stockouts/20261120": () => ({
      items: [stockOut("CHI_2", "Cobb Salad", 11), stockOut("CHI_1", "Lemonade", 12)],
    }),
  };

  it("searches for a day", async () => {
    const { user, router } = renderApp("/reports/stockouts", {
      handlers: { [`GET /reports/stockouts/${"20261121"}`]: () => ({ items: [] }) },
    });
    const date = await screen.findByLabelText("Date");
    await user.clear(date);
    await user.type(date, "11/21/2026");
    await user.click(screen.getByRole("button", { name: "Search" }));
    expect(await screen.findByText("No stock-outs on 11/21/2026")).toBeVisible();
    expect(router.state.location.search).toBe("?date=2026-11-21");
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
  const row = {
    kioskName: "CHI_1",
    vendItemName: "Lemonade",
    timestamp: "2026-11-20T20:05:31.000Z",
    logicalColumn: 4,
    logicalRow: 2,
  };

  it("shows the columns Location, Item Name, Timestamp, Logical Column, Logical Row", async () => {
    renderApp(ADDRESS, { handlers: { "GET /reports/emptychannel/20261120": () => ({ items: [row] }) } });
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
    expect(screen.getAllByRole("row")[2]).toHaveClass("report-alarm");
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

  it("fetches today by default", async () => {
    const { user, router } = renderApp("/reports/stockinglogs", { handlers });
    await user.click(await screen.findByRole("button", { name: "Fetch Data" }));
    await waitFor(() => expect(router.state.location.search).toMatch(/from=[\d-]+T00%3A00&to=[\d-]+T00%3A00/));
    expect(await table("Requests")).toBeVisible();
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
      .map((line) => line.classList.contains("report-alarm"));
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

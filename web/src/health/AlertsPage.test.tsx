import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { startFakeLiveServer, type FakeLiveServer } from "../../test/live";
import { ServerError, type ServerOptions } from "../../test/server";
import { FLEET_CHANNEL } from "../api/channels";
import { makeMessage } from "../commands/message.fixture";
import { makeAlert, makeHealth, freezeClock, minutesAgo } from "./health.fixture";

interface AlertsInput {
  readonly filter: { readonly state: "OPEN" | "CLEARED" };
  readonly nextToken: string | null;
}

const OPEN_ALERTS = [
  makeAlert("1", { location: "SEA0001", kind: "SILENT", detail: null }),
  makeAlert("2", { location: "CHI0001" }),
  makeAlert("3", {
    location: "NYC0001",
    acknowledgedAt: minutesAgo(5),
    acknowledgedBy: "a@larder.example",
    note: "Known",
  }),
];

/** Returns open alerts on two pages, and one cleared alert. */
const fridgeAlerts = ({ filter: { state }, nextToken }: AlertsInput) => {
  if (state === "CLEARED") {
    return { items: [makeAlert("0", { state, clearedAt: "2026-11-21T16:00:00Z" })], nextToken: null };
  }
  return nextToken
    ? { items: OPEN_ALERTS.slice(2), nextToken: null }
    : { items: OPEN_ALERTS.slice(0, 2), nextToken: "more" };
};

/** The fridge in New York has Eastern time. */
const fridgeHealth = ({ filter }: { readonly filter: { readonly locationIds: readonly string[] } }) => ({
  fridgeData: filter.locationIds.map((id) => makeHealth(id, id === "NYC0001" ? { timezone: "NEWYORK" } : {})),
});

const alertSnoozes = () => ({ items: [], nextToken: null });

function renderAlerts(
  address = "/portfoliohealth/alerts",
  options: ServerOptions & { readonly live?: FakeLiveServer } = {},
) {
  freezeClock();
  return renderApp(address, {
    ...options,
    handlers: { fridgeAlerts, alertSnoozes, fridgeHealth, ...options.handlers },
  });
}

const listedFridges = async () =>
  within(await screen.findByRole("table", { name: "Alerts" }))
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);

describe("alerts", () => {
  test("lists open alerts: not acknowledged first, then the worst", async () => {
    renderAlerts();
    expect(await listedFridges()).toEqual(["CHI0001", "SEA0001", "NYC0001"]);
    expect(screen.getByText("3 of 3")).toBeDefined();
    expect(screen.getByText("“Known”")).toBeDefined();
    expect(screen.getByRole("link", { name: "CHI0001" }).getAttribute("href")).toBe("/locations/health/CHI0001");
  });

  test("shows times in the fridge's zone with Central time next to them if the clocks differ (SHL-41)", async () => {
    renderAlerts();
    await listedFridges();
    expect(await screen.findByTitle("11/21/2026 12:55 PM EST (11:55 AM CST)")).toHaveTextContent("a@larder.example");
    expect(screen.getAllByTitle("11/21/2026 10:50 AM CST")).toHaveLength(2);
  });

  test("sorts by a clicked header and keeps the order in the URL", async () => {
    const { user, router } = renderAlerts();
    await listedFridges();
    const table = within(screen.getByRole("table", { name: "Alerts" }));
    await user.click(table.getByRole("button", { name: "Fridge" }));
    await waitFor(async () => expect(await listedFridges()).toEqual(["CHI0001", "NYC0001", "SEA0001"]));
    await user.click(table.getByRole("button", { name: "Fridge" }));
    await waitFor(async () => expect(await listedFridges()).toEqual(["SEA0001", "NYC0001", "CHI0001"]));
    expect(router.state.location.search).toBe("?sort=-fridge");
  });

  test("filters by kind and fridge and keeps the filters in the URL", async () => {
    const { user, router } = renderAlerts();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Kind" }), "Silent");
    await waitFor(async () => expect(await listedFridges()).toEqual(["SEA0001"]));
    expect(router.state.location.search).toBe("?kind=SILENT");
    await user.type(screen.getByRole("searchbox", { name: "Find a fridge" }), " chi");
    expect(await screen.findByText("No alerts match these filters")).toBeDefined();
    await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "All");
    await waitFor(async () => expect(await listedFridges()).toEqual(["CHI0001"]));
    expect(screen.getByText("1 of 3")).toBeDefined();
  });

  test("lists cleared alerts in the history", async () => {
    const { user } = renderAlerts();
    await user.click(await screen.findByRole("radio", { name: "History" }));
    expect(await screen.findByText("cleared 11/21/2026 10:00 AM CST")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Acknowledge / })).toBeNull();
  });

  test("says that no alerts match if the fleet has none of the kind", async () => {
    renderAlerts("/portfoliohealth/alerts?kind=OUT_OF_ORDER");
    expect(await screen.findByText("No alerts match these filters")).toBeDefined();
    expect(screen.getByText("0 of 3")).toBeDefined();
  });

  test("exports the listed alerts with their details", async () => {
    const saved = stubDownload();
    const { user } = renderAlerts("/portfoliohealth/alerts?kind=SILENT");
    await listedFridges();
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect((await saved()).replace("\uFEFF", "").split("\r\n")).toEqual([
      "location,kind,state,since,openedAt,clearedAt,detail,acknowledgedBy,acknowledgedAt,note",
      `SEA0001,SILENT,OPEN,${minutesAgo(70)},${minutesAgo(40)},,,,,`,
      "",
    ]);
  });

  test("acknowledges the selected alerts with one note, and skips the acknowledged one (HLT-38)", async () => {
    const acknowledge = ({ input }: { input: { id: string } }) => {
      if (input.id === "1") throw new ServerError("Conflict", "ann@larder.example already acknowledged this alert.");
      return makeAlert(input.id);
    };
    const { user, server } = renderAlerts(undefined, { handlers: { acknowledgeFridgeAlert: acknowledge } });
    await user.click(await screen.findByRole("checkbox", { name: "Select all alerts" }));
    const bar = within(screen.getByRole("group", { name: "Selected rows" }));
    expect(bar.getByText("3 alerts selected")).toBeDefined();
    await user.click(bar.getByRole("button", { name: "Acknowledge" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Acknowledge 2 alerts?" }));
    expect(
      dialog
        .getAllByRole("row")
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(["CHI0001Too warm", "SEA0001Silent"]);
    await user.type(dialog.getByRole("textbox", { name: "Note" }), "Power cut");
    await user.click(dialog.getByRole("button", { name: "Acknowledge" }));
    expect(await dialog.findByText("1 acknowledged, 1 failed")).toBeDefined();
    expect(dialog.getByText("ann@larder.example already acknowledged this alert.")).toBeDefined();
    expect(server.calls.filter(({ name }) => name === "acknowledgeFridgeAlert").map(({ input }) => input)).toEqual([
      { input: { location: "CHI0001", id: "2", note: "Power cut" } },
      { input: { location: "SEA0001", id: "1", note: "Power cut" } },
    ]);
  });

  test("sends one command to the fridges of the selected alerts, each of them once (CMD-7)", async () => {
    const sent: string[] = [];
    const { user } = renderAlerts("/portfoliohealth/alerts?kind=TOO_WARM", {
      handlers: {
        createQueueMessage: ({ location }: { location: string }) => {
          sent.push(location);
          return makeMessage({ location, wasQueued: location === "NYC0001" });
        },
      },
    });
    await user.click(await screen.findByRole("checkbox", { name: "Select all alerts" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Send command" }), "Reset ReactUI");
    const dialog = within(await screen.findByRole("dialog", { name: "Reset ReactUI of 2 fridges?" }));
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Reset ReactUI" }));
    expect(await dialog.findByText("1 sent, 1 already pending")).toBeDefined();
    expect(sent).toEqual(["CHI0001", "NYC0001"]);
  });

  test("offers only the commands of the user's feature flags", async () => {
    const { user } = renderAlerts(undefined, { profile: "read-only" });
    await user.click(await screen.findByRole("checkbox", { name: "Select all alerts" }));
    expect(screen.getByText("3 alerts selected")).toBeDefined();
    expect(screen.queryByRole("combobox", { name: "Send command" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Send command" })).toBeNull();
  });

  test("adds raised alerts and removes cleared alerts live", async () => {
    const live = startFakeLiveServer();
    let items: readonly ReturnType<typeof makeAlert>[] = OPEN_ALERTS;
    renderAlerts("/portfoliohealth/alerts", { live, handlers: { fridgeAlerts: () => ({ items, nextToken: null }) } });
    await waitFor(() => expect(live.subscribedPaths()).toEqual([FLEET_CHANNEL.path]));
    await listedFridges();
    items = [makeAlert("4", { location: "DEN0001", openedAt: minutesAgo(0) }), ...OPEN_ALERTS];
    live.publish(FLEET_CHANNEL, { kind: "alert", id: "4" });
    await waitFor(async () => expect(await listedFridges()).toEqual(["DEN0001", "CHI0001", "SEA0001", "NYC0001"]));
    items = items.filter(({ id }) => id !== "2");
    live.publish(FLEET_CHANNEL, { kind: "alert", id: "2" });
    await waitFor(async () => expect(await listedFridges()).toEqual(["DEN0001", "SEA0001", "NYC0001"]), {
      timeout: 3000,
    });
  });

  test("reads only the alerts of the selected fridge", async () => {
    const { server } = renderAlerts("/portfoliohealth/alerts?fridge=CHI0001");
    expect(await screen.findByRole("heading", { level: 1, name: "Alerts of CHI0001" })).toBeDefined();
    await listedFridges();
    const inputs = server.calls.filter(({ name }) => name === "fridgeAlerts").map(({ input }) => input as AlertsInput);
    expect(inputs.map(({ filter }) => filter)).toEqual(inputs.map(() => ({ state: "OPEN", location: "CHI0001" })));
  });

  test("disables Acknowledge without SendFridgeCommand and shows the reason", async () => {
    renderAlerts("/portfoliohealth/alerts", { profile: "read-only" });
    const button = await screen.findByRole("button", { name: "Acknowledge CHI0001: Too warm" });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
    expect(button).toHaveAccessibleDescription("Your permissions do not include SendFridgeCommand");
  });

  test("shows the server's message when another user acknowledged first", async () => {
    const acknowledgeFridgeAlert = () => {
      throw new ServerError("Conflict", "b@larder.example already acknowledged this alert.");
    };
    const { user } = renderAlerts("/portfoliohealth/alerts", { handlers: { acknowledgeFridgeAlert } });
    await user.click(await screen.findByRole("button", { name: "Acknowledge CHI0001: Too warm" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Acknowledge" }));
    expect(await screen.findByText("b@larder.example already acknowledged this alert.")).toBeDefined();
  });

  test("shows an empty state without alerts, and an error after a failed load", async () => {
    let failing = true;
    const { user } = renderAlerts("/portfoliohealth/alerts", {
      handlers: {
        fridgeAlerts: () => {
          if (failing) throw new ServerError("Internal", "");
          return { items: [], nextToken: null };
        },
      },
    });
    expect(
      await screen.findByText("Unable to load alerts, Please check your internet and your permissions"),
    ).toBeDefined();
    failing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("No open alerts")).toBeDefined();
  });
});

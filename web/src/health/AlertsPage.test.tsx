import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";
import { startLive, type FakeLive } from "../../test/live";
import { Refusal, type ServerOptions } from "../../test/server";
import { FLEET_CHANNEL } from "../api/channels";
import { alertOf, atNow, minutesAgo } from "./health.fixture";

interface Asked {
  readonly filter: { readonly state: "OPEN" | "CLEARED" };
  readonly nextToken: string | null;
}

const OPEN = [
  alertOf("1", { location: "SEA0001", kind: "SILENT", detail: null }),
  alertOf("2", { location: "CHI0001" }),
  alertOf("3", {
    location: "NYC0001",
    acknowledgedAt: minutesAgo(5),
    acknowledgedBy: "a@larder.example",
    note: "Known",
  }),
];

/** Open ones on two pages, and one that was. */
const fridgeAlerts = ({ filter: { state }, nextToken }: Asked) => {
  if (state === "CLEARED") {
    return { items: [alertOf("0", { state, clearedAt: "2026-11-21T16:00:00Z" })], nextToken: null };
  }
  return nextToken ? { items: OPEN.slice(2), nextToken: null } : { items: OPEN.slice(0, 2), nextToken: "more" };
};

function open(address = "/portfoliohealth/alerts", options: ServerOptions & { readonly live?: FakeLive } = {}) {
  atNow();
  return renderApp(address, { ...options, answers: { fridgeAlerts, ...options.answers } });
}

const fridges = async () =>
  within(await screen.findByRole("table", { name: "Alerts" }))
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);

describe("alerts", () => {
  test("all that are open, those nobody has taken note of first, of them the worst", async () => {
    open();
    expect(await fridges()).toEqual(["CHI0001", "SEA0001", "NYC0001"]);
    expect(screen.getByText("3 of 3")).toBeDefined();
    expect(screen.getByText("“Known”")).toBeDefined();
    expect(screen.getByRole("link", { name: "CHI0001" }).getAttribute("href")).toBe("/locations/health/CHI0001");
  });

  test("a header sorts otherwise, in the address too", async () => {
    const { user, router } = open();
    await fridges();
    await user.click(screen.getByRole("button", { name: "Fridge" }));
    await waitFor(async () => expect(await fridges()).toEqual(["CHI0001", "NYC0001", "SEA0001"]));
    await user.click(screen.getByRole("button", { name: /^Fridge/ }));
    await waitFor(async () => expect(await fridges()).toEqual(["SEA0001", "NYC0001", "CHI0001"]));
    expect(router.state.location.search).toBe("?sort=-fridge");
  });

  test("kind and fridge narrow them, in the address too", async () => {
    const { user, router } = open();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Kind" }), "Silent");
    await waitFor(async () => expect(await fridges()).toEqual(["SEA0001"]));
    expect(router.state.location.search).toBe("?kind=SILENT");
    await user.type(screen.getByRole("searchbox", { name: "Find a fridge" }), "chi");
    expect(await screen.findByText("No alert matches the filters")).toBeDefined();
  });

  test("those that were are the history", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "History" }));
    expect(await screen.findByText("cleared Nov 21, 10:00:00 AM CST")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Acknowledge / })).toBeNull();
  });

  test("an alert that is raised, and one that is cleared, are seen as it happens", async () => {
    const live = startLive();
    let items: readonly ReturnType<typeof alertOf>[] = OPEN;
    open("/portfoliohealth/alerts", { live, answers: { fridgeAlerts: () => ({ items, nextToken: null }) } });
    await waitFor(() => expect(live.heard()).toEqual([FLEET_CHANNEL.path]));
    await fridges();
    items = [alertOf("4", { location: "DEN0001", openedAt: minutesAgo(0) }), ...OPEN];
    live.tell(FLEET_CHANNEL, { kind: "alert", id: "4" });
    await waitFor(async () => expect(await fridges()).toEqual(["DEN0001", "CHI0001", "SEA0001", "NYC0001"]));
    items = items.filter(({ id }) => id !== "2");
    live.tell(FLEET_CHANNEL, { kind: "alert", id: "2" });
    await waitFor(async () => expect(await fridges()).toEqual(["DEN0001", "SEA0001", "NYC0001"]), { timeout: 3000 });
  });

  test("of one fridge only its own are asked for", async () => {
    const { server } = open("/portfoliohealth/alerts?fridge=CHI0001");
    expect(await screen.findByRole("heading", { level: 1, name: "Alerts of CHI0001" })).toBeDefined();
    await fridges();
    const asked = server.calls.filter(({ name }) => name === "fridgeAlerts").map(({ input }) => input as Asked);
    expect(asked.map(({ filter }) => filter)).toEqual(asked.map(() => ({ state: "OPEN", location: "CHI0001" })));
  });

  test("without SendFridgeCommand an alert is not acknowledged, and the reason is told", async () => {
    open("/portfoliohealth/alerts", { profile: "read-only" });
    const button = await screen.findByRole("button", { name: "Acknowledge CHI0001: Too warm" });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
    expect(button).toHaveAccessibleDescription("Your permissions do not include SendFridgeCommand");
  });

  test("a colleague who was quicker is told", async () => {
    const acknowledgeFridgeAlert = () => {
      throw new Refusal("Conflict", "b@larder.example has acknowledged it already");
    };
    const { user } = open("/portfoliohealth/alerts", { answers: { acknowledgeFridgeAlert } });
    await user.click(await screen.findByRole("button", { name: "Acknowledge CHI0001: Too warm" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Acknowledge" }));
    expect(await screen.findByText("b@larder.example has acknowledged it already")).toBeDefined();
  });

  test("none is good news; a failure is not none", async () => {
    let broken = true;
    const { user } = open("/portfoliohealth/alerts", {
      answers: {
        fridgeAlerts: () => {
          if (broken) throw new Refusal("Internal", "");
          return { items: [], nextToken: null };
        },
      },
    });
    expect(
      await screen.findByText("Unable to load alerts, Please check your internet and your permissions"),
    ).toBeDefined();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("No alert is open: all is well")).toBeDefined();
  });
});

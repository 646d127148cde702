import { screen, within, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startFakeLiveServer } from "../../test/live";
import { renderApp } from "../../test/renderApp";
import { ServerError } from "../../test/server";
import { fridgeChannel } from "../api/channels";
import { CONNECTION_HANDLERS } from "../connections/connection.fixture";
import type { FridgeInventory } from "./inventory";

const ADDRESS = "/locations/inventory/CHI_0001";
const NAME = "GET /locations/CHI_0001/inventory";
const NOW = "2026-11-21T16:00:00Z";

const slot = (slotItemName: string, ...dates: readonly string[]) => ({
  slotItemName,
  itemsInSlot: dates.map((productionDate) => ({ vendItemName: slotItemName, productionDate })),
});

function inventory(timestamp = "2026-11-21T15:48:00.000Z"): FridgeInventory {
  return {
    inventory: {
      payload: {
        itemsBySlot: {
          "0:0": slot("Cobb Salad", "2026-11-19", "2026-11-16"),
          "0:1": slot("Lemonade"),
          "1:0": slot("Mystery Box", "2026-11-20"),
        },
      },
    },
    timestamp,
    location: "CHI_0001",
    images: { "Cobb Salad": "https://images.example/cobb.jpg" },
    shelf_life: { "Cobb Salad": 4, Lemonade: 30 },
  };
}

const NO_ITEMS = { items: [], nextToken: null };

const handlers = {
  [NAME]: () => inventory(),
  location: () => null,
  ...CONNECTION_HANDLERS,
  fridgeHealth: () => ({ fridgeData: [] }),
  fridgeAlerts: () => NO_ITEMS,
  locationHistory: () => NO_ITEMS,
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("fridge inventory (INV-1)", () => {
  it("shows the slots by row with item and number of units", async () => {
    renderApp(ADDRESS, { handlers });
    const row = await screen.findByRole("region", { name: "Row 0" });
    expect(
      within(row)
        .getAllByRole("button")
        .map((tile) => tile.textContent),
    ).toEqual(["Slot 0:0✕ExpiredCobb Salad2 units", "Slot 0:1LemonadeEmpty"]);
    expect(within(screen.getByRole("region", { name: "Row 1" })).getByRole("button")).toHaveTextContent("1 unit");
  });

  it("shows the minutes since the inventory's timestamp", async () => {
    renderApp(ADDRESS, { handlers });
    expect(await screen.findByText("12 minutes ago")).toBeVisible();
  });

  it("opens a slot with the production date and expiry of each unit", async () => {
    const { user, router } = renderApp(ADDRESS, { handlers });
    await user.click(await screen.findByRole("button", { name: /Cobb Salad/ }));
    const dialog = screen.getByRole("dialog", { name: "Cobb Salad" });
    const rows = within(dialog).getAllByRole("row").slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["11/19/2026 8:00 PM", "11/24/2026 8:00 AM", "✓ Good"],
      ["11/16/2026 8:00 PM", "11/21/2026 8:00 AM", "✕ Expired"],
    ]);
    await waitFor(() => expect(router.state.location.search).toBe("?slot=0%3A0"));
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows UNKNOWN without a shelf life, and 'None in stock' for an empty slot", async () => {
    const { user } = renderApp(ADDRESS, { handlers });
    await user.click(await screen.findByRole("button", { name: /Mystery Box/ }));
    expect(screen.getByRole("dialog")).toHaveTextContent("UNKNOWN");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    await user.click(screen.getByRole("button", { name: /Lemonade/ }));
    expect(screen.getByRole("dialog")).toHaveTextContent("None in stock");
  });

  it("summarizes units, slots and freshness", async () => {
    renderApp(ADDRESS, { handlers });
    const summary = await screen.findByRole("list", { name: "Stock" });
    expect(
      within(summary)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "3 units in 3 slots, 1 empty",
      "✕ Expired: 1",
      "! Expires within 24 hours: 0",
      "? Shelf life unknown: 1",
      "✓ Good: 1",
    ]);
  });

  it("replaces a picture that fails to load with a drawing", async () => {
    renderApp(ADDRESS, { handlers });
    const tile = await screen.findByRole("button", { name: /Cobb Salad/ });
    const picture = tile.querySelector("img");
    expect(picture).toHaveAttribute("src", "https://images.example/cobb.jpg");
    picture?.dispatchEvent(new Event("error"));
    await waitFor(() => expect(tile.querySelector("svg")).not.toBeNull());
  });

  it("updates live when a newer inventory is reported", async () => {
    const live = startFakeLiveServer();
    let reported = inventory();
    renderApp(ADDRESS, { handlers: { ...handlers, [NAME]: () => reported }, live });
    await screen.findByText("12 minutes ago");
    reported = inventory("2026-11-21T15:59:00.000Z");
    const channel = fridgeChannel("CHI_0001");
    await waitFor(() => expect(live.subscribedPaths()).toContain(channel?.path));
    if (channel) live.publish(channel, { kind: "inventory", id: "CHI_0001" });
    expect(await screen.findByText("1 minute ago")).toBeVisible();
  });

  it("follows the fridge again after its first inventory, because before it there is nothing to follow", async () => {
    const live = startFakeLiveServer();
    let reported: ReturnType<typeof inventory> | null = null;
    const respond = () => {
      if (!reported) throw new ServerError("NotFound", "CHI_0001 has not reported its inventory yet");
      return reported;
    };
    const { server } = renderApp(ADDRESS, { handlers: { ...handlers, [NAME]: respond }, live });
    await screen.findByText("CHI_0001 has not reported its inventory yet");
    const channel = fridgeChannel("CHI_0001");
    await waitFor(() => expect(live.subscribedPaths()).toContain(channel?.path));
    const follows = () => server.calls.filter(({ name }) => name === "followFridge").length;
    expect(follows()).toBe(1);
    reported = inventory("2026-11-21T15:59:00.000Z");
    if (channel) live.publish(channel, { kind: "inventory", id: "CHI_0001" });
    expect(await screen.findByText("1 minute ago")).toBeVisible();
    expect(follows()).toBe(2);
  });

  it("shows the server's message for a missing inventory", async () => {
    renderApp(ADDRESS, {
      handlers: {
        ...handlers,
        [NAME]: () => {
          throw new ServerError("NotFound", "CHI_0001 has not reported its inventory yet");
        },
      },
    });
    expect(await screen.findByText("CHI_0001 has not reported its inventory yet")).toBeVisible();
  });

  it("shows a permission error without GetInventoryForLocation", async () => {
    renderApp(ADDRESS, { profile: "no-permissions", handlers });
    // The server's error appears first, then the screen's message replaces it.
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "You don't have permission to view fridge inventory" })).toBeVisible(),
    );
  });

  it("asks for a fridge ID if the URL has none", async () => {
    const { user, router } = renderApp("/locations/inventory", { handlers });
    await user.type(await screen.findByLabelText("Fridge ID"), " CHI_0001 ");
    await user.click(screen.getByRole("button", { name: "Show inventory" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(ADDRESS));
  });
});

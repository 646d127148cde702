import { screen, within, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startLive } from "../../test/live";
import { renderApp } from "../../test/renderApp";
import { Refusal } from "../../test/server";
import { fridgeChannel } from "../api/channels";
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

const answers = { [NAME]: () => inventory(), location: () => null };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("spec 2, fridge inventory view", () => {
  it("shows each slot with its item and the count of units, by rows", async () => {
    renderApp(ADDRESS, { answers });
    const row = await screen.findByRole("region", { name: "Row 0" });
    expect(
      within(row)
        .getAllByRole("button")
        .map((tile) => tile.textContent),
    ).toEqual(["Slot 0:0✕ExpiredCobb Salad2 units", "Slot 0:1LemonadeEmpty"]);
    expect(within(screen.getByRole("region", { name: "Row 1" })).getByRole("button")).toHaveTextContent("1 unit");
  });

  it("the header shows the minutes since the inventory's timestamp", async () => {
    renderApp(ADDRESS, { answers });
    expect(await screen.findByText("12 minutes ago")).toBeVisible();
  });

  it("a slot opens with each unit's production date and expiry", async () => {
    const { user, router } = renderApp(ADDRESS, { answers });
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

  it("an unknown shelf life shows UNKNOWN, and an empty slot None in stock", async () => {
    const { user } = renderApp(ADDRESS, { answers });
    await user.click(await screen.findByRole("button", { name: /Mystery Box/ }));
    expect(screen.getByRole("dialog")).toHaveTextContent("UNKNOWN");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    await user.click(screen.getByRole("button", { name: /Lemonade/ }));
    expect(screen.getByRole("dialog")).toHaveTextContent("None in stock");
  });

  it("tells how fresh all of it is in words", async () => {
    renderApp(ADDRESS, { answers });
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

  it("a picture that does not load gives way to a drawing", async () => {
    renderApp(ADDRESS, { answers });
    const tile = await screen.findByRole("button", { name: /Cobb Salad/ });
    const picture = tile.querySelector("img");
    expect(picture).toHaveAttribute("src", "https://images.example/cobb.jpg");
    picture?.dispatchEvent(new Event("error"));
    await waitFor(() => expect(tile.querySelector("svg.item-drawing")).not.toBeNull());
  });

  it("a newer inventory is there as soon as it is told", async () => {
    const live = startLive();
    let told = inventory();
    renderApp(ADDRESS, { answers: { ...answers, [NAME]: () => told }, live });
    await screen.findByText("12 minutes ago");
    told = inventory("2026-11-21T15:59:00.000Z");
    const channel = fridgeChannel("CHI_0001");
    await waitFor(() => expect(live.heard()).toContain(channel?.path));
    if (channel) live.tell(channel, { kind: "inventory", id: "CHI_0001" });
    expect(await screen.findByText("1 minute ago")).toBeVisible();
  });

  it("says that there is no such location, that a fridge has not told, or that it could not be loaded", async () => {
    renderApp(ADDRESS, {
      answers: {
        ...answers,
        [NAME]: () => {
          throw new Refusal("NotFound", "CHI_0001 has not told its inventory yet");
        },
      },
    });
    expect(await screen.findByText("CHI_0001 has not told its inventory yet")).toBeVisible();
  });

  it("is for who may see what is in fridges", async () => {
    renderApp(ADDRESS, { profile: "no-permissions" });
    // The server's refusal comes first, and the screen's own follows it.
    await waitFor(() =>
      expect(
        screen.getByRole("heading", { name: "Your permissions do not let you see what is in fridges" }),
      ).toBeVisible(),
    );
  });

  it("an address without an id asks for one", async () => {
    const { user, router } = renderApp("/locations/inventory", { answers });
    await user.type(await screen.findByLabelText("Fridge ID"), " CHI_0001 ");
    await user.click(screen.getByRole("button", { name: "Show inventory" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(ADDRESS));
  });
});

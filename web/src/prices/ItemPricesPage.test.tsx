import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler } from "../../test/server";
import * as csv from "../lib/csv";

interface ItemPricesInput {
  readonly schemaIds: readonly string[] | null;
  readonly nextToken: string | null;
}

const row = (schemaId: string, item: string, price: string) => ({ schemaId, item, price, exists: true });
const ALL = [row("PMT_A", "WATER", "2.50"), row("PMT_A", "SALAD", "10.00"), row("PMT_B", "WATER", "3.00")];
const common: Record<string, Handler> = {
  itemPriceSchemaIds: () => ["PMT_A", "PMT_B", "PMT_EMPTY"],
  // Two pages if no schema is given.
  itemPrices: ({ schemaIds, nextToken }: ItemPricesInput) => {
    if (schemaIds?.[0] === "PMT_EMPTY") {
      return { items: [{ schemaId: "PMT_EMPTY", item: null, price: null, exists: false }], nextToken: null };
    }
    if (schemaIds) return { items: ALL.filter(({ schemaId }) => schemaIds.includes(schemaId)), nextToken: null };
    return nextToken === null ? { items: ALL.slice(0, 1), nextToken: "2" } : { items: ALL.slice(1), nextToken: null };
  },
};

function open(address: string, handlers: Record<string, Handler> = {}) {
  return renderApp(address, { profile: "read-only", handlers: { ...common, ...handlers } });
}

const download = vi.spyOn(csv, "downloadCsv");
const items = async () =>
  within(await screen.findByRole("table", { name: "Prices of PMT_A" }))
    .getAllByRole("row")
    .slice(1)
    .map((line) =>
      within(line)
        .getAllByRole("cell")
        .slice(0, 2)
        .map(({ textContent }) => textContent)
        .join(" "),
    );

beforeEach(() => {
  download.mockImplementation(() => undefined);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});
afterEach(() => download.mockReset());

describe("item price download at /item-prices-landing (PRC-4)", () => {
  it("shows a permission message to users without permission", async () => {
    renderApp("/item-prices-landing", { profile: "no-permissions", handlers: common });
    expect(await screen.findByRole("heading", { name: "You don't have permission to view item prices" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });

  it("downloads all pages of All Schemas as one file", async () => {
    const { user } = open("/item-prices-landing");
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    const text = "schemaId,item,price\r\nPMT_A,WATER,2.50\r\nPMT_A,SALAD,10.00\r\nPMT_B,WATER,3.00\r\n";
    await waitFor(() => expect(download).toHaveBeenCalledWith("item-prices-all-schemas.csv", text));
  });

  it("removes a schema after a confirmation, and shows why a used schema is not removed (PRC-5)", async () => {
    let inUse = true;
    const { user, router, server } = renderApp("/item-prices-landing?schema=PMT_B", {
      profile: "admin",
      handlers: {
        ...common,
        removeItemPriceSchema: () => {
          if (inUse) throw new ServerError("Conflict", "PMT_B is the price map template of IL_1.");
          return 1;
        },
      },
    });
    const remove = async () => {
      await user.click(await screen.findByRole("button", { name: "Remove schema" }));
      const dialog = within(await screen.findByRole("dialog", { name: "Remove PMT_B" }));
      await user.click(dialog.getByRole("button", { name: "Remove schema" }));
    };
    await remove();
    await screen.findByText("PMT_B is the price map template of IL_1.");
    inUse = false;
    await remove();
    await screen.findByText("PMT_B and its 1 price were removed");
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(server.calls.filter(({ name }) => name === "removeItemPriceSchema").map(({ input }) => input)).toEqual([
      { schemaId: "PMT_B" },
      { schemaId: "PMT_B" },
    ]);
  });

  it("hides Remove schema without UpdateItemPrices", async () => {
    open("/item-prices-landing?schema=PMT_A");
    await screen.findByRole("table", { name: "Prices of PMT_A" });
    expect(screen.queryByRole("button", { name: "Remove schema" })).toBeNull();
  });

  it("shows and downloads one schema", async () => {
    const { user, router } = open("/item-prices-landing");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Price schema" }), "PMT_A");
    expect(await items()).toEqual(["WATER $2.50", "SALAD $10.00"]);
    expect(router.state.location.search).toBe("?schema=PMT_A");
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    const text = "schemaId,item,price\r\nPMT_A,WATER,2.50\r\nPMT_A,SALAD,10.00\r\n";
    await waitFor(() => expect(download).toHaveBeenCalledWith("item-prices-PMT_A.csv", text));
  });

  it("filters and sorts the prices and keeps both in the address", async () => {
    const { user, router } = open("/item-prices-landing?schema=PMT_A");
    await items();
    await user.click(screen.getByRole("button", { name: "Price" }));
    await user.click(screen.getByRole("button", { name: /^Price/ }));
    await waitFor(async () => expect(await items()).toEqual(["SALAD $10.00", "WATER $2.50"]));
    await user.type(screen.getByRole("searchbox", { name: "Find items" }), "wat");
    await waitFor(async () => expect(await items()).toEqual(["WATER $2.50"]));
    expect(screen.getByText("1 of 2")).toBeDefined();
    await waitFor(() => expect(router.state.location.search).toBe("?schema=PMT_A&sort=-price&text=wat"));
  });

  it("shows the price history of an item", async () => {
    const itemPriceHistory = () => ({
      items: [
        { id: "1", at: "2026-11-21T16:00:00Z", user: "ann@larder.example", event: "UPDATED", from: "2.00", to: "2.50" },
      ],
      nextToken: null,
    });
    const { user } = open("/item-prices-landing?schema=PMT_A", { itemPriceHistory });
    await user.click(await screen.findByRole("button", { name: "History of WATER" }));
    const dialog = within(await screen.findByRole("dialog", { name: "WATER in PMT_A" }));
    const cells = (await dialog.findAllByRole("cell")).map(({ textContent }) => textContent);
    expect(cells).toEqual(["11/21/2026 10:00 AM CST", "ann@larder.example", "$2.00", "$2.50"]);
  });
});

describe("failed downloads (PRC-4)", () => {
  const fails = () => {
    throw new ServerError("Internal", "");
  };

  it("retries a failed load of the schema ids", async () => {
    let broken = true;
    const itemPriceSchemaIds = () => (broken ? fails() : ["PMT_A"]);
    const { user } = open("/item-prices-landing", { itemPriceSchemaIds });
    expect(await screen.findByText("Failed to fetch schema IDs.")).toBeDefined();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("combobox", { name: "Price schema" })).toBeDefined();
  });

  it("reports a schema without prices on the screen and on download", async () => {
    const { user } = open("/item-prices-landing?schema=PMT_EMPTY");
    expect(await screen.findByText("No prices found for the selected schema.")).toBeDefined();
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    await waitFor(() => expect(screen.getAllByText("No prices found for the selected schema.")).toHaveLength(2));
    expect(download).not.toHaveBeenCalled();
  });

  it("shows an error when prices cannot be loaded for a download", async () => {
    const { user } = open("/item-prices-landing", { itemPrices: fails });
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("Failed to download prices.")).toBeDefined();
  });
});

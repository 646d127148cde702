import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { Refusal, type Answer } from "../../test/server";
import * as csv from "../ui/csv";

interface Asked {
  readonly schemaIds: readonly string[] | null;
  readonly nextToken: string | null;
}

const row = (schemaId: string, item: string, price: string) => ({ schemaId, item, price, exists: true });
const ALL = [row("PMT_A", "WATER", "2.50"), row("PMT_A", "SALAD", "10.00"), row("PMT_B", "WATER", "3.00")];
const common: Record<string, Answer> = {
  itemPriceSchemaIds: () => ["PMT_A", "PMT_B", "PMT_EMPTY"],
  // Without a schema two pages.
  itemPrices: ({ schemaIds, nextToken }: Asked) => {
    if (schemaIds?.[0] === "PMT_EMPTY") {
      return { items: [{ schemaId: "PMT_EMPTY", item: null, price: null, exists: false }], nextToken: null };
    }
    if (schemaIds) return { items: ALL.filter(({ schemaId }) => schemaIds.includes(schemaId)), nextToken: null };
    return nextToken === null ? { items: ALL.slice(0, 1), nextToken: "2" } : { items: ALL.slice(1), nextToken: null };
  },
};

function open(address: string, answers: Record<string, Answer> = {}) {
  return renderApp(address, { profile: "read-only", answers: { ...common, ...answers } });
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

describe("spec 2, item prices download at /item-prices-landing", () => {
  it("says that prices need a permission", async () => {
    renderApp("/item-prices-landing", { profile: "no-permissions", answers: common });
    expect(
      await screen.findByRole("heading", { name: "Your permissions do not let you see item prices" }),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });

  it("All Schemas is one file of all pages", async () => {
    const { user } = open("/item-prices-landing");
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    const text = "schemaId,item,price\r\nPMT_A,WATER,2.50\r\nPMT_A,SALAD,10.00\r\nPMT_B,WATER,3.00\r\n";
    await waitFor(() => expect(download).toHaveBeenCalledWith("item-prices-all-schemas.csv", text));
  });

  it("a schema is removed after a confirmation, and the server's reason is shown where it is in use", async () => {
    let used = true;
    const { user, router, server } = renderApp("/item-prices-landing?schema=PMT_B", {
      profile: "admin",
      answers: {
        ...common,
        removeItemPriceSchema: () => {
          if (used) throw new Refusal("Conflict", "PMT_B is the price map template of IL_1.");
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
    used = false;
    await remove();
    await screen.findByText("PMT_B and its 1 price were removed");
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(server.calls.filter(({ name }) => name === "removeItemPriceSchema").map(({ input }) => input)).toEqual([
      { schemaId: "PMT_B" },
      { schemaId: "PMT_B" },
    ]);
  });

  it("without UpdateItemPrices no schema can be removed", async () => {
    open("/item-prices-landing?schema=PMT_A");
    await screen.findByRole("table", { name: "Prices of PMT_A" });
    expect(screen.queryByRole("button", { name: "Remove schema" })).toBeNull();
  });

  it("one schema is looked at and downloaded by itself", async () => {
    const { user, router } = open("/item-prices-landing");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Price schema" }), "PMT_A");
    expect(await items()).toEqual(["WATER $2.50", "SALAD $10.00"]);
    expect(router.state.location.search).toBe("?schema=PMT_A");
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    const text = "schemaId,item,price\r\nPMT_A,WATER,2.50\r\nPMT_A,SALAD,10.00\r\n";
    await waitFor(() => expect(download).toHaveBeenCalledWith("item-prices-PMT_A.csv", text));
  });

  it("its prices are searched and sorted, in the address too", async () => {
    const { user, router } = open("/item-prices-landing?schema=PMT_A");
    await items();
    await user.click(screen.getByRole("button", { name: "Price" }));
    await user.click(screen.getByRole("button", { name: /^Price/ }));
    await waitFor(async () => expect(await items()).toEqual(["SALAD $10.00", "WATER $2.50"]));
    await user.type(screen.getByRole("searchbox", { name: "Find an item" }), "wat");
    await waitFor(async () => expect(await items()).toEqual(["WATER $2.50"]));
    expect(screen.getByText("1 of 2")).toBeDefined();
    await waitFor(() => expect(router.state.location.search).toBe("?schema=PMT_A&sort=-price&text=wat"));
  });

  it("what an item cost before is a click away", async () => {
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
    expect(cells).toEqual(["Nov 21, 2026, 10:00 AM CST", "ann@larder.example", "$2.00", "$2.50"]);
  });
});

describe("spec 8, what goes wrong with a download", () => {
  const fails = () => {
    throw new Refusal("Internal", "");
  };

  it("schema ids that cannot be had are asked for again", async () => {
    let broken = true;
    const itemPriceSchemaIds = () => (broken ? fails() : ["PMT_A"]);
    const { user } = open("/item-prices-landing", { itemPriceSchemaIds });
    expect(await screen.findByText("Failed to fetch schema IDs.")).toBeDefined();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("combobox", { name: "Price schema" })).toBeDefined();
  });

  it("a schema without prices says so, on the screen and when it is downloaded", async () => {
    const { user } = open("/item-prices-landing?schema=PMT_EMPTY");
    expect(await screen.findByText("No prices found for the selected schema.")).toBeDefined();
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    await waitFor(() => expect(screen.getAllByText("No prices found for the selected schema.")).toHaveLength(2));
    expect(download).not.toHaveBeenCalled();
  });

  it("prices that cannot be had are not downloaded", async () => {
    const { user } = open("/item-prices-landing", { itemPrices: fails });
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("Failed to download prices.")).toBeDefined();
  });
});

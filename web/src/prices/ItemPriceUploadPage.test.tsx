import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../test/server";
import { stubWorkers } from "../../test/worker";
import { UPLOAD_ID, createdUpload, uploadRecord } from "../../test/restResponses";
import { serveCheck } from "../uploads/checkWorker";
import { priceCheck } from "./upload/priceCheck";

interface ItemPricesInput {
  readonly schemaIds: readonly string[] | null;
  readonly nextToken: string | null;
}
interface Input {
  readonly input: readonly { readonly schemaId: string; readonly item: string; readonly price: string }[];
}

const stored = (schemaId: string, item: string, price: string) => ({ schemaId, item, price, exists: true });
const common: Record<string, Handler> = {
  // Two pages, and a schema without stored prices.
  itemPrices: ({ nextToken }: ItemPricesInput) =>
    nextToken === null
      ? { items: [stored("PMT_STANDARD", "SALAD", "9.49")], nextToken: "2" }
      : {
          items: [
            stored("PMT_STANDARD", "WATER", "2.50"),
            { schemaId: "PMT_NEW", item: null, price: null, exists: false },
          ],
          nextToken: null,
        },
  updateItemPrices: ({ input }: Input) => updated(input),
  "GET /uploads?folder=item-price-uploads": () => ({ items: [] }),
  "POST /uploads": () => createdUpload("/storage/u-1"),
  [`POST /uploads/${UPLOAD_ID}/outcome`]: () => uploadRecord(),
};
/** The response of a server that stores every row. */
function updated(input: Input["input"]) {
  const rows = input.map(() => ({ outcome: "WRITTEN", errors: [] }));
  return { message: `Successfully updated ${input.length} item prices.`, errors: [], rowErrors: [], rows };
}
const CREATE_SCHEMA = "The spelling is correct. Create it.";
const HEADER = "schemaId,item,price\n";
const FILE = `${HEADER}PMT_STANDARD,SALAD,9.99\nPMT_STANDARD,WATER,2.5\nPMT_STANDARD,SOUP,4\nPMT_NEW,SALAD,1\n`;

function open(handlers: Record<string, Handler> = {}, profile: ServerOptions["profile"] = "admin") {
  const app = renderApp("/csv-pricing", { profile, handlers: { ...common, ...handlers } });
  const choose = async (text: string) =>
    app.user.upload(await screen.findByLabelText("CSV file"), new File([text], "prices.csv", { type: "text/csv" }));
  const inputsOf = (name: string) => app.server.calls.filter((call) => call.name === name).map(({ input }) => input);
  const submit = async (name: string) => app.user.click(await screen.findByRole("button", { name }));
  return { ...app, choose, inputsOf, submit };
}

async function previewed() {
  const table = within(await screen.findByRole("table", { name: "Rows in this file" }));
  const [, ...rows] = table.getAllByRole("row");
  return rows.map((row) =>
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  );
}

beforeEach(() => {
  stubWorkers({ "prices.worker.ts": (scope) => serveCheck(priceCheck, scope as never) });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

describe("item price upload at /csv-pricing (PRC-1, PRC-3, PRC-5)", () => {
  it("previews each row with its status before anything is sent", async () => {
    const { choose, inputsOf } = open();
    await choose(FILE);
    await screen.findByText("4 rows: 3 will update, 1 no change, 0 invalid");
    expect(await previewed()).toEqual([
      ["2", "Will Update", "PMT_STANDARD", "SALAD", "9.99", "9.49 → 9.99", "Valid"],
      ["3", "No Change", "PMT_STANDARD", "WATER", "2.5", "Same price", "Valid"],
      ["4", "Will Update", "PMT_STANDARD", "SOUP", "4", "New item", "Valid"],
      ["5", "Will Update", "PMT_NEW", "SALAD", "1", "New item in a new schema", "Valid"],
    ]);
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers.slice(0, 7)).toEqual([
      "Line #",
      "Status",
      "schemaId",
      "item",
      "price",
      "Change Status",
      "Validation",
    ]);
    expect(screen.getByText(/^This price schema is new: PMT_NEW\./)).toBeDefined();
    expect(inputsOf("itemPrices")[0]).toEqual({ schemaIds: ["PMT_STANDARD", "PMT_NEW"], nextToken: null });
    expect(inputsOf("updateItemPrices")).toEqual([]);
  });

  it("sends only the updates, stores the file and its outcome, and shows Success", async () => {
    const { choose, inputsOf, submit, user } = open();
    await choose(FILE);
    await user.click(await screen.findByRole("checkbox", { name: CREATE_SCHEMA }));
    await submit("Submit 3 updates");
    const dialog = within(await screen.findByRole("dialog", { name: "Success" }));
    expect(dialog.getByText("Successfully updated 3 item prices.")).toBeDefined();
    expect(inputsOf("updateItemPrices")).toEqual([
      {
        input: [
          { schemaId: "PMT_STANDARD", item: "SALAD", price: "9.99" },
          { schemaId: "PMT_STANDARD", item: "SOUP", price: "4.00" },
          { schemaId: "PMT_NEW", item: "SALAD", price: "1.00" },
        ],
        newSchemas: ["PMT_NEW"],
      },
    ]);
    await waitFor(() =>
      expect(inputsOf(`POST /uploads/${UPLOAD_ID}/outcome`)).toEqual([
        { folder: "item-price-uploads", kind: "prices", written: 3, unchanged: 1, failed: 0 },
      ]),
    );
    expect(inputsOf("PUT /storage/u-1")).toEqual([FILE]);
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect((await previewed()).map(([, , , item, , change]) => [item, change])).toEqual([
      ["SALAD", "Updated"],
      ["WATER", "Same price"],
      ["SOUP", "Updated"],
      ["SALAD", "Updated"],
    ]);
  });

  it("blocks the upload until a new schema is confirmed", async () => {
    const { choose, inputsOf, submit } = open();
    await choose(FILE);
    const button = await screen.findByRole("button", { name: "Submit 3 updates" });
    expect(button).toHaveAccessibleDescription("Confirm the new price schemas first");
    await submit("Submit 3 updates");
    expect(inputsOf("POST /uploads")).toEqual([]);
  });

  it("counts the stored rows and retries only the others", async () => {
    let busy = true;
    const { choose, inputsOf, submit, user } = open({
      updateItemPrices: ({ input }: Input) => {
        if (!busy) return updated(input);
        const rows = [
          { outcome: "WRITTEN", errors: [] },
          { outcome: "FAILED", errors: ["Busy"] },
          { outcome: "UNCHANGED", errors: [] },
        ];
        const rowErrors = input.slice(1, 2).map((row) => ({ ...row, errors: ["Busy"] }));
        return { message: "1 of 3 item prices were not updated.", errors: ["Busy"], rowErrors, rows };
      },
    });
    await choose(FILE);
    await user.click(await screen.findByRole("checkbox", { name: CREATE_SCHEMA }));
    await submit("Submit 3 updates");
    const dialog = within(await screen.findByRole("alertdialog", { name: "Update Failed" }));
    expect(dialog.getByText("Line 4: Busy")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.getByText("Some prices were not updated")).toBeDefined();
    const record = { folder: "item-price-uploads", kind: "prices" };
    await waitFor(() =>
      expect(inputsOf(`POST /uploads/${UPLOAD_ID}/outcome`)).toEqual([
        { ...record, written: 1, unchanged: 2, failed: 1 },
      ]),
    );
    busy = false;
    await submit("Retry 1 failed update");
    await screen.findByRole("dialog", { name: "Success" });
    expect((inputsOf("updateItemPrices") as Input[]).map(({ input }) => input.map(({ item }) => item))).toEqual([
      ["SALAD", "SOUP", "SALAD"],
      ["SOUP"],
    ]);
    await waitFor(() =>
      expect(inputsOf(`POST /uploads/${UPLOAD_ID}/outcome`).at(-1)).toEqual({
        ...record,
        written: 2,
        unchanged: 2,
        failed: 0,
      }),
    );
  });

  it("sends 100 updates per call", async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `PMT_STANDARD,ITEM_${index},1\n`).join("");
    const { choose, inputsOf, submit } = open();
    await choose(HEADER + rows);
    await submit("Submit 250 updates");
    const dialog = within(await screen.findByRole("dialog", { name: "Success" }));
    expect(dialog.getByText("Successfully updated 250 item prices.")).toBeDefined();
    expect(inputsOf("updateItemPrices").map((sent) => (sent as Input).input.length)).toEqual([100, 100, 50]);
  });

  it("blocks the upload while a row is invalid and offers the invalid rows as a file", async () => {
    const { choose, inputsOf, user } = open();
    await choose(`${FILE}PMT_STANDARD,salad,1.999\nPMT_STANDARD,SOUP,4\n`);
    await screen.findByText("6 rows: 2 will update, 1 no change, 3 invalid");
    // Only invalid rows are shown at first.
    expect((await previewed()).map(([line, status, , , , , why]) => [line, status, why])).toEqual([
      ["4", "Invalid", "Duplicate schemaId + item combination (also found in line(s) 7)"],
      [
        "6",
        "Invalid",
        "item can only contain uppercase letters, digits and underscores. price can have at most 2 decimals",
      ],
      ["7", "Invalid", "Duplicate schemaId + item combination (also found in line(s) 4)"],
    ]);
    const button = screen.getByRole("button", { name: "Submit 2 updates" });
    expect(button).toHaveAccessibleDescription("3 rows are invalid. Correct the file and choose it again.");
    await user.click(button);
    expect(inputsOf("POST /uploads")).toEqual([]);
    expect(screen.getByRole("button", { name: "Download all invalid rows" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: /^All/ }));
    expect(await previewed()).toHaveLength(6);
  });

  it("escapes formulas in the file of invalid rows", async () => {
    const saved = stubDownload();
    const { choose, user } = open();
    await choose(`${HEADER}=1+1,a,-1\nPMT_STANDARD,SALAD,9.99\n`);
    await user.click(await screen.findByRole("button", { name: "Download all invalid rows" }));
    const errors =
      "item can only contain uppercase letters, digits and underscores. price should be a number of at least 0";
    expect(await saved()).toBe(`\uFEFFschemaId,item,price,line,validation\r\n'=1+1,a,-1,2,"${errors}"\r\n`);
  });

  it("needs no updates when the same file is selected again", async () => {
    const prices = new Map<string, string>();
    const { choose, submit, user } = open({
      itemPrices: () => ({
        items: [...prices].map(([item, price]) => stored("PMT_STANDARD", item, price)),
        nextToken: null,
      }),
      updateItemPrices: ({ input }: Input) => {
        for (const { item, price } of input) prices.set(item, price);
        return updated(input);
      },
    });
    const text = `${HEADER}PMT_STANDARD,SALAD,9.5\nPMT_STANDARD,SOUP,4\n`;
    await choose(text);
    await user.click(await screen.findByRole("checkbox", { name: CREATE_SCHEMA }));
    await submit("Submit 2 updates");
    const dialog = within(await screen.findByRole("dialog", { name: "Success" }));
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: "Upload another file" }));
    await choose(text);
    expect(await screen.findByText("No Updates Needed", { selector: "strong" })).toBeDefined();
  });

  it("keeps the saved prices when the connection is lost, and sends the others after resume", async () => {
    let connected = true;
    const savedItems: string[] = [];
    const { choose, submit, user } = open({
      updateItemPrices: ({ input }: Input) => {
        if (!connected) throw new ServerError("Unavailable", "");
        connected = savedItems.length !== 100;
        savedItems.push(...input.map(({ item }) => item));
        return updated(input);
      },
    });
    const items = Array.from({ length: 750 }, (_, at) => `ITEM_${at}`);
    await choose(HEADER + items.map((item) => `PMT_STANDARD,${item},1\n`).join(""));
    await submit("Submit 750 updates");
    const dialog = within(await screen.findByRole("alertdialog", { name: "Update Failed" }));
    const failureMessage = "The prices could not be updated. Please check your internet and your permissions";
    expect(dialog.getByText(failureMessage)).toBeDefined();
    expect(dialog.getByText("200 prices were updated.")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.getByText("Connection lost")).toBeDefined();
    connected = true;
    await user.click(screen.getByRole("button", { name: "Resume" }));
    const end = within(await screen.findByRole("dialog", { name: "Success" }));
    expect(end.getByText("Successfully updated 750 item prices.")).toBeDefined();
    expect(savedItems.toSorted()).toEqual(items.toSorted());
  });

  it("shows 'No Updates Needed' when the file matches the saved prices", async () => {
    const { choose } = open();
    await choose(`${HEADER}PMT_STANDARD,SALAD,09.49\nPMT_STANDARD,WATER,2.5\n`);
    expect(await screen.findByText("No Updates Needed", { selector: "strong" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Submit 0 updates" })).toHaveAccessibleDescription("No Updates Needed");
  });
});

describe("errors of a price file (PRC-1 to PRC-3)", () => {
  it.each([
    ["schemaId,price\nS,1\n", "Missing required columns: item"],
    ["a,b\n1,2\n", "Missing required columns: schemaId, item, price"],
  ])("rejects %j with %s", async (text, message) => {
    const { choose } = open();
    await choose(text);
    expect((await screen.findByRole("alert")).textContent).toContain(message);
  });

  it("retries a failed load of the current prices", async () => {
    let broken = true;
    const itemPrices: Handler = (input: ItemPricesInput) => {
      if (broken) throw new ServerError("Internal", "");
      return (common.itemPrices as (input: ItemPricesInput) => unknown)(input);
    };
    const { choose, user } = open({ itemPrices });
    await choose(FILE);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Error Fetching Current Prices" }));
    const text = "Failed to fetch current prices for comparison. Please try again.";
    expect(dialog.getByText(text)).toBeDefined();
    broken = false;
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("4 rows: 3 will update, 1 no change, 0 invalid")).toBeDefined();
  });

  it("shows Backend Schema Error with the server's message when the server rejects the schemas", async () => {
    const itemPrices = () => {
      throw new ServerError("Invalid", "schemaIds must list 1 to 100 schemas or be omitted");
    };
    const { choose } = open({ itemPrices });
    await choose(FILE);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Backend Schema Error" }));
    expect(dialog.getByText("schemaIds must list 1 to 100 schemas or be omitted")).toBeDefined();
  });

  it("shows rejected rows in the preview and can retry them", async () => {
    let rejects = true;
    const updateItemPrices: Handler = ({ input }: Input) =>
      rejects
        ? {
            message: "Nothing was updated: 1 of 3 item prices are not valid.",
            errors: ["SOUP is out"],
            rowErrors: input.filter(({ item }) => item === "SOUP").map((row) => ({ ...row, errors: ["SOUP is out"] })),
            rows: input.map(({ item }) => ({ outcome: "REJECTED", errors: item === "SOUP" ? ["SOUP is out"] : [] })),
          }
        : updated(input);
    const { choose, submit, user } = open({ updateItemPrices });
    await choose(FILE);
    await user.click(await screen.findByRole("checkbox", { name: CREATE_SCHEMA }));
    await submit("Submit 3 updates");
    const dialog = within(await screen.findByRole("alertdialog", { name: "Update Failed" }));
    expect(dialog.getByText("Nothing was updated: 1 of 3 item prices are not valid.")).toBeDefined();
    expect(dialog.getByText("Line 4: SOUP is out")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: /^Invalid/ }));
    expect((await previewed()).map((cells) => cells.join("|"))).toEqual([
      "4|Invalid|PMT_STANDARD|SOUP|4|New item|SOUP is out",
    ]);
    rejects = false;
    await submit("Retry 3 failed updates");
    expect(await screen.findByRole("dialog", { name: "Success" })).toBeDefined();
    expect(screen.queryByText("SOUP is out")).toBeNull();
  });

  it("shows no file picker without UpdateItemPrices", async () => {
    open({}, "read-only");
    expect(
      await screen.findByRole("heading", { name: "You don't have permission to update item prices" }),
    ).toBeDefined();
  });
});

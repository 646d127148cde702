import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../test/server";
import { stubWorkers } from "../../test/worker";
import { UPLOAD_ID, createdUpload, uploadRecord } from "../../test/restResponses";
import { addDays } from "../lib/day";
import { serveCheck } from "../uploads/checkWorker";
import { forecastCheck } from "./upload/forecastCheck";

const HEADER = "Item,AllocationDate,Quantity,ProductionDate";
const DAY = "2026-11-23";
const row = (Item: string, Quantity: number, Date = DAY) => ({ Item, Quantity, Date, ProductionDate: "2026-11-22" });
const RECORD = uploadRecord({ folder: "forecast-uploads", fileName: "week 47.csv" });
const file = (...lines: string[]) => new File([[HEADER, ...lines].join("\n")], "week 47.csv", { type: "text/csv" });

beforeEach(() => {
  stubWorkers({ "forecast.worker.ts": (scope) => serveCheck(forecastCheck, scope as never) });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

describe("forecast upload (FCT-1 to FCT-3)", () => {
  let outcome: unknown;
  const URL_CALL = "GET /forecast/upload/url";

  function open(handlers: Record<string, Handler> = {}, profile: ServerOptions["profile"] = "admin") {
    outcome = { ...RECORD, kind: "forecast", state: "FINISHED", written: 2, unchanged: 0, failed: 0 };
    const app = renderApp("/forecast/upload", {
      profile,
      handlers: {
        "GET /uploads?folder=forecast-uploads": () => ({ items: [] }),
        "GET /forecast/days?dates=2026-11-23": () => ({ items: [row("Salad", 38), row("Soup", 7)] }),
        [URL_CALL]: () => ({ body: createdUpload("/storage/u-1") }),
        [`GET /uploads/${UPLOAD_ID}?folder=forecast-uploads`]: () => outcome,
        ...handlers,
      },
    });
    const choose = async (chosen: File) => app.user.upload(await screen.findByLabelText("CSV file"), chosen);
    const callsOf = (name: string) =>
      app.server.calls.filter((call) => call.name === name || call.name.startsWith(`${name}?`));
    return { ...app, choose, callsOf };
  }

  it("previews the columns and the changes before anything is sent", async () => {
    const { choose, callsOf } = open();
    await choose(
      file("Salad,2026/11/23,40,2026/11/22", "Soup,2026/11/23,7,2026/11/22", "Wrap,2026/11/23,1,2026/11/22"),
    );
    await screen.findByText("3 rows: 1 added, 1 changed, 1 unchanged, 0 rejected");
    // The table's script is loaded after the summary is shown.
    const table = await screen.findByRole("table", { name: "Rows in this file" });
    const headers = within(table).getAllByRole("columnheader");
    expect(headers.map((header) => header.textContent).slice(1, 5)).toEqual(HEADER.split(","));
    expect(callsOf(URL_CALL)).toEqual([]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("stores the file at the presigned address and waits for the server's result", async () => {
    const { choose, user, callsOf } = open();
    await choose(file("Salad,2026/11/23,40,2026/11/22"));
    await user.click(await screen.findByRole("button", { name: "Upload Forecast" }));
    await screen.findByText("Upload complete");
    const length = file("Salad,2026/11/23,40,2026/11/22").size;
    expect(callsOf(URL_CALL).map(({ name }) => name)).toEqual([
      `${URL_CALL}?fileName=week%2047.csv&contentLength=${length}`,
    ]);
    expect(callsOf("PUT /storage/u-1").map(({ input }) => input)).toEqual([
      `${HEADER}\nSalad,2026/11/23,40,2026/11/22`,
    ]);
    expect(callsOf("POST /uploads")).toEqual([]);
  });

  it("lists errors per line and blocks the whole file", async () => {
    const { choose } = open();
    await choose(file("Salad,2026/11/23,40,2026/11/22", "Soup,11/23/2026,many,2026/11/22"));
    await screen.findByText("2 rows: 0 added, 1 changed, 0 unchanged, 1 rejected");
    screen.getByText(/AllocationDate must be in strict YYYY\/MM\/DD format/);
    screen.getByRole("button", { name: "Upload Forecast", description: /1 row was rejected/ });
    expect(screen.queryByRole("button", { name: /valid row/ })).toBeNull();
  });

  it("warns about more than 1 day between allocation and production in the Holdover Alert", async () => {
    const { choose, user } = open();
    await choose(file("Salad,2026/11/23,40,2026/11/20", "Soup,2026/11/23,8,2026/11/22"));
    const dialog = within(await screen.findByRole("dialog", { name: "Holdover Alert" }));
    expect(dialog.getAllByRole("row")).toHaveLength(2);
    dialog.getByText("3 days");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    screen.getByText("1 line with more than 1 day between allocation and production");
    await user.click(screen.getByRole("button", { name: "Upload Forecast" }));
    await screen.findByText("Upload complete");
  });

  it("shows the server's errors with their lines", async () => {
    const { choose, user } = open();
    outcome = { ...RECORD, state: "REFUSED", failed: 1, errors: [{ line: 2, message: "Item cannot be empty" }] };
    await choose(file("Salad,2026/11/23,40,2026/11/22"));
    await user.click(await screen.findByRole("button", { name: "Upload Forecast" }));
    await screen.findByText(/No rows were saved\. Line 2: Item cannot be empty/);
  });

  it("has nothing to upload when the file matches the saved forecast", async () => {
    const { choose, callsOf } = open();
    await choose(file("Salad,2026/11/23,38,2026/11/22", "Soup,2026/11/23,7,2026/11/22"));
    await screen.findByText("2 rows: 0 added, 0 changed, 2 unchanged, 0 rejected");
    screen.getByRole("button", { name: "Upload Forecast", description: "Everything in this file is already saved" });
    expect(callsOf(URL_CALL)).toEqual([]);
  });

  it("halts on a lost connection and stores the file again after resume", async () => {
    let disconnected = true;
    const { choose, user, callsOf } = open({
      "PUT /storage/u-1": () => {
        if (disconnected) throw new TypeError("Failed to fetch");
        return 200;
      },
    });
    await choose(file("Salad,2026/11/23,40,2026/11/22"));
    await user.click(await screen.findByRole("button", { name: "Upload Forecast" }));
    const resume = await screen.findByRole("button", { name: "Resume" }, { timeout: 15_000 });
    screen.getByText("Connection lost");
    disconnected = false;
    const before = callsOf("PUT /storage/u-1").length;
    await user.click(resume);
    await screen.findByText("Upload complete");
    expect(callsOf("PUT /storage/u-1")).toHaveLength(before + 1);
  });

  it("rejects a file without rows", async () => {
    const { choose } = open();
    await choose(file());
    expect((await screen.findByRole("alert")).textContent).toContain("The file has a header but no rows");
  });

  it("reads a UTF-16 file from Excel", async () => {
    const { choose } = open();
    const text = [HEADER, "Salad,2026/11/23,40,2026/11/22"].join("\r\n").replaceAll(",", "\t");
    const bytes = new Uint8Array(2 + 2 * text.length);
    bytes.set([0xff, 0xfe]);
    [...text].forEach((character, index) => bytes.set([character.charCodeAt(0), 0], 2 + 2 * index));
    await choose(new File([bytes], "week 47.csv", { type: "text/csv" }));
    await screen.findByText("1 row: 0 added, 1 changed, 0 unchanged, 0 rejected");
  });

  it("rejects a file that is not a CSV file", async () => {
    const { choose } = open();
    const image = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0])], "forecast.csv", { type: "text/csv" });
    await choose(image);
    await screen.findByText(/Choose a CSV file/);
    const other = new File(["x"], "forecast.xlsx");
    const input = screen.getByLabelText<HTMLInputElement>("CSV file");
    input.removeAttribute("accept");
    await choose(other);
    await screen.findByText("Please upload a .csv file");
  });

  it("shows why a past upload was rejected", async () => {
    const rejected = { ...RECORD, kind: "forecast", state: "REFUSED", written: 0, unchanged: 0, failed: 1 };
    const { user } = open({
      "GET /uploads?folder=forecast-uploads": () => ({ items: [rejected] }),
      [`GET /uploads/${UPLOAD_ID}?folder=forecast-uploads`]: () => ({
        ...rejected,
        errors: [{ line: 7, message: "Quantity cannot be empty" }, { message: "The file is empty" }],
      }),
    });
    await user.click(await screen.findByRole("button", { name: "Show why week 47.csv was rejected" }));
    const reasons = within(await screen.findByRole("list", { name: "Reasons" })).getAllByRole("listitem");
    expect(reasons.map((reason) => reason.textContent)).toEqual([
      "Line 7: Quantity cannot be empty",
      "The file is empty",
    ]);
  });

  it("shows no file picker without UpdateForecast", async () => {
    open({}, "read-only");
    await screen.findByText("You don't have permission to upload a forecast file");
  });
});

describe("forecast view (FCT-4)", () => {
  const DAYS = Array.from({ length: 15 }, (_, index) => addDays(DAY, index - 7)).join(",");

  function open(
    search = `?date=${DAY}`,
    handlers: Record<string, Handler> = {},
    profile: ServerOptions["profile"] = "admin",
  ) {
    const app = renderApp(`/forecast/view${search}`, {
      profile,
      handlers: {
        [`GET /forecast/view/${DAY}`]: () => ({ items: [row("Salad", 1240), row("Soup", 70)] }),
        [`GET /forecast/days?dates=${encodeURIComponent(DAYS)}`]: () => ({
          items: [row("Salad", 1240), row("Soup", 70), row("Soup", 9, "2026-11-24")],
        }),
        [`GET /forecast/history?date=${DAY}&item=Soup`]: () => ({
          items: [
            { at: "2026-11-20T15:04:00Z", user: "ann@larder.example", event: "UPDATED", from: 60, to: 70, file: null },
          ],
        }),
        ...handlers,
      },
    });
    return {
      ...app,
      edits: () => app.server.calls.filter(({ name }) => name.startsWith("PUT")).map(({ input }) => input),
    };
  }
  const rows = async () => {
    const table = within(await screen.findByRole("table", { name: "Forecast" }));
    const [, ...lines] = table.getAllByRole("row");
    return lines.map((line) =>
      within(line)
        .getAllByRole("cell")
        .map((cell) => cell.textContent)
        .slice(0, 2),
    );
  };

  it("shows today without a search", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T05:30:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const { router } = open("");
    expect(await screen.findByRole("heading", { name: "Forecast 11/23/2026" })).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe(`?date=${DAY}`));
    expect(router.state.historyAction).toBe("REPLACE");
    expect(await rows()).toHaveLength(2);
  });

  it("lists items and quantities, sorts and filters them, and shows the count", async () => {
    const { user } = open();
    expect(await rows()).toEqual([
      ["Salad", "1,240"],
      ["Soup", "70"],
    ]);
    await user.click(screen.getByRole("button", { name: /^Quantity/ }));
    expect(await rows()).toEqual([
      ["Soup", "70"],
      ["Salad", "1,240"],
    ]);
    await user.type(screen.getByRole("searchbox", { name: "Find items" }), "sou");
    await screen.findByText("1 of 2 items, 70 units");
    screen.getByRole("button", { name: "Tuesday 11/24/2026: 9 units" });
  });

  it("escapes a formula in the exported file", async () => {
    const formula = '=HYPERLINK("http://larder.example")';
    const { user } = open(undefined, { [`GET /forecast/view/${DAY}`]: () => ({ items: [row(formula, 4)] }) });
    const saved = stubDownload();
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(await saved()).toContain(`"'${formula.replaceAll('"', '""')}",4,2026-11-22`);
  });

  it("opens a dialog for an item with its history, and saves the new quantity", async () => {
    const { user, edits } = open(undefined, { "PUT /forecast/update": () => row("Soup", 80) });
    await user.click(await screen.findByRole("button", { name: "Soup" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Soup on 11/23/2026" }));
    await dialog.findByText("60 → 70");
    const field = dialog.getByRole("spinbutton", { name: "Quantity" });
    await user.clear(field);
    dialog.getByRole("button", { name: "Save changes", description: "Quantity cannot be empty" });
    await user.type(field, "80");
    await user.click(dialog.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(edits()).toEqual([{ item: "Soup", quantity: 80, date: DAY, seen: 70 }]);
  });

  it("shows a conflict and keeps the typed quantity", async () => {
    const message = "Another user changed Soup to 75. Your change was not saved.";
    const { user } = open(undefined, {
      "PUT /forecast/update": () => {
        throw new ServerError("Conflict", message, { current: row("Soup", 75) });
      },
    });
    await user.click(await screen.findByRole("button", { name: "Soup" }));
    const field = await screen.findByRole("spinbutton", { name: "Quantity" });
    await user.clear(field);
    await user.type(field, "80");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText(message);
    expect(field).toHaveProperty("value", "80");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("disables saving without UpdateForecast", async () => {
    const { user, edits } = open(undefined, {}, "read-only");
    await user.click(await screen.findByRole("button", { name: "Soup" }));
    await user.click(await screen.findByRole("button", { name: "Save changes", description: /UpdateForecast/ }));
    expect(edits()).toEqual([]);
  });

  it("retries a failed load and shows a day without a forecast", async () => {
    let down = true;
    const { user } = open(undefined, {
      [`GET /forecast/view/${DAY}`]: () => {
        if (down) throw new ServerError("Internal", "");
        return { items: [] };
      },
    });
    await screen.findByText("Unable to load the forecast, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("No forecast for 11/23/2026");
  });
});

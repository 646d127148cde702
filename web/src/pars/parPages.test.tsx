import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../test/server";
import { stubWorkers } from "../../test/worker";
import { UPLOAD_ID, createdUpload, uploadRecord } from "../../test/restResponses";
import type { ParMap } from "../api/schema";
import { addDays, businessDay } from "../lib/day";
import { clearCache } from "../lib/storage";
import { serveCheck } from "../uploads/checkWorker";
import { parCheck } from "./upload/parCheck";

const TAGS = { type: "FRIDGE", routingTag: "CHI-1", fulfillmentCenter: "CHI", parkToFridgeInstructions: "Dock 3" };
const LOCATIONS = [
  { id: "IL_0001", ...TAGS },
  { id: "IL_0002", ...TAGS },
  { id: "NO_TAG", ...TAGS, routingTag: null },
];
const DAY = businessDay();
const HEADER = "location,dropOffDate,deliveryDate,stockingIndex,item,par,overCapacityAmount,jit,priorityBoost";
const row = (
  location = "IL_0001",
  item = "Salad",
  over: string | number = 2,
  index: string | number = 1,
  jit = "true",
) => `${location},${DAY},${DAY},${index},${item},6,${over},${jit},`;
const csv = (...rows: readonly string[]) => new File([[HEADER, ...rows].join("\n")], "pars.csv", { type: "text/csv" });
const stored = (location: string, items: Readonly<Record<string, number>>) => ({
  stockingId: `${DAY}#${location}#1`,
  deliveryDate: DAY,
  jit: true,
  items: Object.entries(items).map(([itemName, count]) => ({
    itemName,
    count,
    overCapacityAmount: 2,
    priorityBoost: false,
  })),
});

/** The errors of a rejected file by group. */
const errorGroups = () => within(screen.getByRole("list", { name: "Errors by group" }));

const written = ({ input }: { input: readonly ParMap[] }) =>
  input.map(({ dropOffDate, location, stockingIndex }) => ({
    group: `${dropOffDate}#${location}#${stockingIndex}`,
    outcome: "CREATED",
    errors: [],
  }));

const RECORD = uploadRecord({
  folder: "par-allocation-uploads",
  fileName: "pars.csv",
  user: "ann@larder.example",
  at: "2026-11-21T10:00:00Z",
  kind: "pars",
  state: "PARTIAL",
  written: 2,
  unchanged: 0,
  failed: 1,
});

const common: Record<string, Handler> = {
  ParOpsLocations: () => ({ opsLocations: { locations: LOCATIONS, nextToken: null } }),
  opsLocations: () => ({ locations: LOCATIONS.map((line) => ({ ...line, route: null, stop: 0 })), nextToken: null }),
  ordersByDay: () => ({ items: [], nextToken: null }),
  pars: () => ({ items: [], nextToken: null }),
  uploadParMaps: written,
  "GET /uploads?folder=par-allocation-uploads": () => ({ items: [] }),
  "POST /uploads": () => createdUpload("/storage/u-1"),
  [`POST /uploads/${UPLOAD_ID}/outcome`]: () => uploadRecord(),
};

function open(address: string, handlers: Record<string, Handler> = {}, profile: ServerOptions["profile"] = "admin") {
  const app = renderApp(address, { profile, handlers: { ...common, ...handlers } });
  const choose = async (file: File) => app.user.upload(await screen.findByLabelText("CSV file"), file);
  const inputsOf = <Input,>(name: string) =>
    app.server.calls.filter((call) => call.name === name).map(({ input }) => input as Input);
  const send = async () => app.user.click(await screen.findByRole("button", { name: "Upload Pars" }));
  return { ...app, choose, inputsOf, send };
}

beforeEach(async () => {
  await clearCache();
  stubWorkers({ "pars.worker.ts": (scope) => serveCheck(parCheck, scope as never) });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

describe("pars upload at /pars/upload (PAR-1 to PAR-6)", () => {
  it("loads the locations and the orders of 15 days in 16 steps before it shows the file picker", async () => {
    let respond: (() => void) | undefined;
    const { inputsOf } = open("/pars/upload", {
      ParOpsLocations: () =>
        new Promise((resolve) => {
          respond = () => resolve({ opsLocations: { locations: LOCATIONS, nextToken: null } });
        }),
    });
    await screen.findByText("Loading locations and orders… 94%");
    expect(screen.queryByLabelText("CSV file")).toBeNull();
    respond?.();
    await screen.findByLabelText("CSV file");
    const days = Array.from({ length: 15 }, (_, days) => addDays(DAY, days));
    const calls = inputsOf<Record<string, unknown>>("ordersByDay");
    expect(calls).toHaveLength(15);
    expect(new Set(calls.map(({ productionDate }) => productionDate))).toEqual(new Set(days));
    expect(
      calls.every(({ deliveryDate, productionDate, count }) => deliveryDate === productionDate && count === 1000),
    ).toBe(true);
  });

  it("previews the changes, sends the groups, and stores the file after the upload", async () => {
    const { choose, send, inputsOf, server } = open("/pars/upload", {
      pars: () => ({ items: [stored("IL_0001", { Salad: 6, Wrap: 4, Juice: 1 })], nextToken: null }),
    });
    await choose(csv(row(), row("IL_0001", "Wrap"), row("IL_0002", "Salad", 2.5, "", "false")));
    await screen.findByText("3 rows: 1 added, 1 changed, 1 unchanged, 0 rejected");
    await screen.findByText(/^1 saved item will be removed because the file does not contain it/);
    await send();
    await screen.findByText("Upload Complete");
    const [{ input }] = inputsOf<{ input: readonly ParMap[] }>("uploadParMaps") as [{ input: readonly ParMap[] }];
    expect(input).toEqual([
      {
        location: "IL_0001",
        dropOffDate: DAY,
        deliveryDate: DAY,
        jit: true,
        stockingIndex: 1,
        parsAndItems: [
          { pars: 6, itemName: "Salad" },
          { pars: 6, itemName: "Wrap" },
        ],
        overCapacityAmountsAndItems: [
          { overCapacityAmount: 2, itemName: "Salad" },
          { overCapacityAmount: 2, itemName: "Wrap" },
        ],
        priorityBoostItems: [],
      },
      {
        location: "IL_0002",
        dropOffDate: DAY,
        deliveryDate: DAY,
        jit: false,
        stockingIndex: 1,
        parsAndItems: [{ pars: 6, itemName: "Salad" }],
        overCapacityAmountsAndItems: [{ overCapacityAmount: 2.5, itemName: "Salad" }],
        priorityBoostItems: [],
      },
    ]);
    // The file is cleared after the upload.
    expect(screen.queryByRole("button", { name: "Upload Pars" })).toBeNull();
    screen.getByRole("button", { name: "Upload another file" });
    await waitFor(() => expect(inputsOf("PUT /storage/u-1")).toHaveLength(1));
    const names = server.calls.map(({ name }) => name);
    expect(names.indexOf("PUT /storage/u-1")).toBeGreaterThan(names.indexOf("uploadParMaps"));
  });

  it("reads all pages of the locations and of each day's orders", async () => {
    const pageOf = (nextToken: string | null) => (nextToken === null ? 0 : 1);
    const { choose } = open("/pars/upload", {
      ParOpsLocations: ({ nextToken }: { nextToken: string | null }) => ({
        opsLocations: [
          { locations: LOCATIONS.slice(0, 1), nextToken: "2" },
          { locations: LOCATIONS.slice(1), nextToken: null },
        ][pageOf(nextToken)],
      }),
      ordersByDay: ({ productionDate, nextToken }: { productionDate: string; nextToken: string | null }) =>
        [
          { items: [], nextToken: "2" },
          { items: [{ locationId: "IL_0002", dropOffDate: productionDate, stockingIndex: 1 }], nextToken: null },
        ][pageOf(nextToken)],
    });
    await choose(csv(row("IL_0001"), row("IL_0002")));
    await screen.findByText("Validation Errors (1)");
    screen.getByText(`${DAY}#IL_0002#1 - has an error:`);
    errorGroups().getByText(/There is already a fridge order for this dropOffDate, location, and stockingIndex./);
  });

  it("lists the errors by group and clears the file", async () => {
    const { choose, inputsOf } = open("/pars/upload", {
      ordersByDay: ({ productionDate }: { productionDate: string }) => ({
        items: productionDate === DAY ? [{ locationId: "IL_0002", dropOffDate: DAY, stockingIndex: 1 }] : [],
        nextToken: null,
      }),
    });
    await choose(
      csv(row("IL_0001", "Salad", -1), row("IL_0002", "Wrap", 1, ""), row("NO_TAG"), row("IL_0001", "Wrap")),
    );
    await screen.findByText("Validation Errors (3)");
    screen.getByText(`${DAY}#IL_0001#1 - has an error:`);
    errorGroups().getByText(/Over Capacity Amount issue with Salad. Accepted values any number 0 or greater./);
    screen.getByText(`${DAY}#IL_0002#1 - has an error:`);
    errorGroups().getByText(/There is already a fridge order for this dropOffDate, location, and stockingIndex./);
    errorGroups().getByText(/Error with Routing Tag for NO_TAG/);
    expect(screen.queryByRole("button", { name: "Upload Pars" })).toBeNull();
    screen.getByLabelText("CSV file");
    expect(inputsOf("uploadParMaps")).toEqual([]);
  });

  it("lets the user correct and exclude rows, checks them at once, and sends the corrected rows (PAR-8)", async () => {
    const { choose, send, user, inputsOf } = open("/pars/upload");
    const [misspelled, other] = ["IL_OOO1", "IL_0002"];
    await choose(
      csv(
        row(misspelled, "Salad"),
        row(misspelled, "Wrap"),
        row(misspelled, "Juice", 2, 2),
        row(other, "Salad", -1),
        row(other, "Wrap", "x"),
      ),
    );
    await screen.findByText("Validation Errors (4)");
    const cell = (name: string) => screen.findByRole("textbox", { name });
    // The location of the other rows with the same value changes too, also of those without an error.
    await user.clear(await cell("location, line 2"));
    await user.type(await cell("location, line 2"), "IL_0001{Enter}");
    await screen.findByText("Validation Errors (2)");
    await user.clear(await cell("overCapacityAmount, line 5"));
    await user.type(await cell("overCapacityAmount, line 5"), "3");
    await user.tab();
    await screen.findByText("Validation Errors (1)");
    await user.click(await screen.findByRole("button", { name: "Exclude line 6" }));
    await screen.findByText("4 rows: 4 added, 0 changed, 0 unchanged, 0 rejected");
    screen.getByText("4 rows corrected on this page");
    screen.getByText("1 row excluded on this page");
    await send();
    await screen.findByText("Upload Complete");
    const sent = inputsOf<{ input: readonly ParMap[] }>("uploadParMaps").flatMap(({ input }) => input);
    expect(
      sent.map(({ location, stockingIndex, parsAndItems }) => [location, stockingIndex, parsAndItems.length]),
    ).toEqual([
      ["IL_0001", 1, 2],
      ["IL_0001", 2, 1],
      ["IL_0002", 1, 1],
    ]);
  });

  it("lists the first errors of a group with many errors and counts all of them", async () => {
    const { choose } = open("/pars/upload");
    await choose(csv(...Array.from({ length: 100 }, (_, index) => row("Nowhere", `Item ${index}`, -1))));
    await screen.findByText("Validation Errors (101)");
    errorGroups().getByText(/Over Capacity Amount issue with Item 28\./);
    expect(errorGroups().queryByText(/Over Capacity Amount issue with Item 29\./)).toBeNull();
    screen.getByText("And 71 more errors");
  });

  it("shows an alert for a CSV parse error (PAR-5)", async () => {
    const { choose } = open("/pars/upload");
    await choose(csv(row(), row("IL_0002", '"Salad')));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Issue uploading CSV. Please try again. Error: Line 3: a quotation mark is out of place or not closed. The following lines cannot be read. ",
    );
  });

  it("shows an alert for a file of another format (PAR-5)", async () => {
    const { choose } = open("/pars/upload");
    await choose(new File(["a,b\n1,2"], "other.csv", { type: "text/csv" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toMatch(/^Issue uploading CSV\. Please try again\. Error: This is not a pars file/);
  });

  it.each([
    ["BOM and CRLF", (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`],
    ["semicolons", (text: string) => text.replaceAll(",", ";")],
    ["quotes", (text: string) => text.replaceAll(/[^,\n]+/g, '"$&"')],
    ["blank lines", (text: string) => text.replaceAll("\n", "\n\n,,\n")],
    [
      "columns in another order",
      (text: string) =>
        text
          .split("\n")
          .map((line) => line.split(",").reverse().join(","))
          .join("\n"),
    ],
  ])("reads a file with %s", async (_, change) => {
    const { choose } = open("/pars/upload");
    const text = [HEADER, row(), row("IL_0002")].join("\n");
    await choose(new File([change(text)], "pars.csv", { type: "text/csv" }));
    await screen.findByText("2 rows: 2 added, 0 changed, 0 unchanged, 0 rejected");
  });

  it("reads a UTF-16 file from Excel", async () => {
    const { choose } = open("/pars/upload");
    const text = [HEADER, row()].join("\r\n").replaceAll(",", "\t");
    const bytes = new Uint8Array(2 + 2 * text.length);
    bytes.set([0xff, 0xfe]);
    [...text].forEach((character, index) => bytes.set([character.charCodeAt(0), 0], 2 + 2 * index));
    await choose(new File([bytes], "pars.csv", { type: "text/csv" }));
    await screen.findByText("1 row: 1 added, 0 changed, 0 unchanged, 0 rejected");
  });

  it("rejects a file without rows", async () => {
    const { choose } = open("/pars/upload");
    await choose(csv());
    expect((await screen.findByRole("alert")).textContent).toContain("The file has a header but no rows");
  });

  it("sends 500 groups per call and previews the first 1,000 rows", async () => {
    const { choose, send, inputsOf } = open("/pars/upload");
    await choose(csv(...Array.from({ length: 1001 }, (_, index) => row("IL_0001", "Salad", 1, index))));
    // The highest stockingIndex is 1000.
    await screen.findByText("First 1,000 of 1,001");
    await send();
    await screen.findByText("Upload Complete");
    const sizes = inputsOf<{ input: readonly ParMap[] }>("uploadParMaps").map(({ input }) => input.length);
    expect(sizes.sort((one, other) => other - one)).toEqual([500, 500, 1]);
  });

  it("has nothing to upload when the same file is selected again", async () => {
    const sent: ParMap[] = [];
    const { choose, send, user } = open("/pars/upload", {
      uploadParMaps: (input: { input: readonly ParMap[] }) => {
        sent.push(...input.input);
        return written(input);
      },
      pars: () => ({ items: sent.length > 0 ? [stored("IL_0001", { Salad: 6 })] : [], nextToken: null }),
    });
    await choose(csv(row()));
    await send();
    await screen.findByText("Upload Complete");
    await user.click(screen.getByRole("button", { name: "Upload another file" }));
    await choose(csv(row()));
    await screen.findByText("1 row: 0 added, 0 changed, 1 unchanged, 0 rejected");
    screen.getByRole("button", { name: "Upload Pars", description: "Everything in this file is already saved" });
    expect(sent).toHaveLength(1);
  });

  it("halts on a lost connection, and stores the file after resume completes the upload", async () => {
    let cut = true;
    const { choose, send, user, inputsOf } = open("/pars/upload", {
      uploadParMaps: (input: { input: readonly ParMap[] }) => {
        if (cut) throw new TypeError("Failed to fetch");
        return written(input);
      },
    });
    await choose(csv(...Array.from({ length: 501 }, (_, index) => row("IL_0001", "Salad", 1, index))));
    await send();
    const resume = await screen.findByRole("button", { name: "Resume" }, { timeout: 15_000 });
    screen.getByText("Connection lost");
    expect(inputsOf("PUT /storage/u-1")).toEqual([]);
    cut = false;
    await user.click(resume);
    await screen.findByText("Upload Complete");
    await waitFor(() => expect(inputsOf("PUT /storage/u-1")).toHaveLength(1));
  });

  it("sends a formula unchanged and escapes it in the downloaded file", async () => {
    const formula = '=HYPERLINK("http://larder.example")';
    const quoted = `"${formula.replaceAll('"', '""')}"`;
    const { choose, send, inputsOf, user } = open("/pars/upload");
    const saved = stubDownload();
    await choose(csv(row("IL_0001", quoted, -1)));
    await user.click(await screen.findByRole("button", { name: "Download rejected rows" }));
    expect(await saved()).toContain(`"'${formula.replaceAll('"', '""')}",6,-1,true,`);
    await choose(csv(row("IL_0001", quoted)));
    await send();
    await screen.findByText("Upload Complete");
    const [{ input }] = inputsOf<{ input: readonly ParMap[] }>("uploadParMaps") as [{ input: readonly ParMap[] }];
    expect(input[0]?.parsAndItems).toEqual([{ pars: 6, itemName: formula }]);
  });

  it("shows a falsy result as a failure that can be retried", async () => {
    let broken = true;
    const { choose, send, user, inputsOf } = open("/pars/upload", {
      uploadParMaps: (input: { input: readonly ParMap[] }) => (broken ? null : written(input)),
    });
    await choose(csv(row()));
    await send();
    await screen.findByText("Issue uploading CSV. Please try again.");
    expect(inputsOf("PUT /storage/u-1")).toEqual([]);
    broken = false;
    await user.click(screen.getByRole("button", { name: `Retry ${DAY}#IL_0001#1` }));
    await screen.findByText("Upload Complete");
  });

  it("shows the server's message when a call fails", async () => {
    const { choose, send } = open("/pars/upload", {
      uploadParMaps: () => {
        throw new ServerError("Conflict", "Another user is uploading");
      },
    });
    await choose(csv(row()));
    await send();
    await screen.findByText("Something has failed. Pars were not uploaded. Another user is uploading");
  });

  it("names a rejected group with its reasons", async () => {
    const { choose, send } = open("/pars/upload", {
      uploadParMaps: () => [
        { group: `${DAY}#IL_0001#1`, outcome: "REFUSED", errors: ["Error with Routing Tag for IL_0001"] },
      ],
    });
    await choose(csv(row()));
    await send();
    await screen.findByText(`${DAY}#IL_0001#1 - has an error: Error with Routing Tag for IL_0001`);
  });

  it("counts the stored groups and retries only the rejected ones", async () => {
    let broken = true;
    const { choose, send, inputsOf, user } = open("/pars/upload", {
      uploadParMaps: (input: { input: readonly ParMap[] }) =>
        written(input).map((result, index) =>
          broken && index === 1 ? { ...result, outcome: "REFUSED", errors: ["Another user uploaded first"] } : result,
        ),
      "GET /uploads?folder=par-allocation-uploads": () => ({ items: [RECORD] }),
    });
    await choose(csv(row("IL_0001"), row("IL_0001", "Wrap", 2, 2), row("IL_0002")));
    await send();
    await screen.findByText("Some rows failed");
    screen.getByText(/^3 of 3 rows sent: 2 saved/);
    screen.getByText(/, 1 failed/);
    screen.getByText(`${DAY}#IL_0001#2 - has an error: Another user uploaded first`);
    const outcome = { folder: "par-allocation-uploads", kind: "pars", unchanged: 0 };
    await waitFor(() =>
      expect(inputsOf(`POST /uploads/${UPLOAD_ID}/outcome`)).toEqual([{ ...outcome, written: 2, failed: 1 }]),
    );
    expect(within(await screen.findByRole("region", { name: "Past uploads" })).getByText("Partial")).toBeDefined();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry all 1 failed" }));
    await screen.findByText("Upload Complete");
    const calls = inputsOf<{ input: readonly ParMap[] }>("uploadParMaps").map(({ input }) => input);
    expect(calls.map((groups) => groups.map(({ location, stockingIndex }) => `${location}#${stockingIndex}`))).toEqual([
      ["IL_0001#1", "IL_0001#2", "IL_0002#1"],
      ["IL_0001#2"],
    ]);
    await waitFor(() =>
      expect(inputsOf(`POST /uploads/${UPLOAD_ID}/outcome`).at(-1)).toEqual({ ...outcome, written: 3, failed: 0 }),
    );
  });

  it("shows an error when the outcome cannot be recorded", async () => {
    const { choose, send } = open("/pars/upload", {
      [`POST /uploads/${UPLOAD_ID}/outcome`]: () => {
        throw new ServerError("Invalid", "kind should be another one");
      },
    });
    await choose(csv(row()));
    await send();
    await screen.findByText(/^The result of this upload could not be recorded\. kind should be another one/);
  });

  it("creates the upload record at the end if that failed at the start", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let starts = 0;
    const { choose, send, inputsOf } = open("/pars/upload", {
      "POST /uploads": () => {
        starts += 1;
        if (starts === 1) throw new ServerError("Internal", "");
        return createdUpload("/storage/u-1");
      },
    });
    await choose(csv(row()));
    await send();
    await screen.findByText("Upload Complete");
    await waitFor(() => expect(inputsOf(`POST /uploads/${UPLOAD_ID}/outcome`)).toHaveLength(1));
  });

  it("only logs a failure to store the file (UPL-5)", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { choose, send } = open("/pars/upload", { "PUT /storage/u-1": () => 403 });
    await choose(csv(row()));
    await send();
    await screen.findByText("Upload Complete");
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("starts no further steps after a failed one", async () => {
    const { inputsOf } = open("/pars/upload", {
      ordersByDay: ({ productionDate }: { readonly productionDate: string }) => {
        if (productionDate === DAY) throw new ServerError("Internal", "");
        return { items: [], nextToken: null };
      },
    });
    await screen.findByText("Unable to load locations and orders, Please check your internet and your permissions");
    expect(inputsOf("ordersByDay").length).toBeLessThan(15);
  });

  it("loads again after a failed load and a retry", async () => {
    let down = true;
    const { user } = open("/pars/upload", {
      ordersByDay: () => {
        if (down) throw new ServerError("Internal", "");
        return { items: [], nextToken: null };
      },
    });
    await screen.findByText("Unable to load locations and orders, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByLabelText("CSV file");
  });

  it("shows no file picker without UploadPars", async () => {
    open("/pars/upload", {}, "read-only");
    await screen.findByText("You don't have permission to upload a pars file");
  });
});

describe("pars view at /pars/list (PAR-7)", () => {
  const par = (itemName: string, count: number, overCapacityAmount: number) => ({
    itemName,
    count,
    overCapacityAmount,
  });
  const found = (...stockings: readonly (readonly ReturnType<typeof par>[])[]) => ({
    ParsOfJitLocations: () => ({
      jitLocations: {
        items: stockings.map((pars, index) => ({ stockingId: `${index}`, stockingIndex: index + 1, jit: true, pars })),
        nextToken: null,
      },
    }),
  });
  const cells = async () => {
    const table = within(await screen.findByRole("table", { name: "Pars" }));
    return table.getAllByRole("row").map((line) =>
      within(line)
        .queryAllByRole("cell")
        .map(({ textContent }) => textContent),
    );
  };

  it("searches by location and date, and lists the items with par and over capacity amount", async () => {
    const { user, inputsOf, router } = open("/pars/list", found([par("Salad", 6, 2.5), par("Wrap", 4, 0)]));
    await user.type(await screen.findByLabelText("Location"), "il_0001");
    await user.tab();
    await user.click(screen.getByRole("button", { name: "Search" }));
    expect((await cells()).slice(1)).toEqual([
      ["Salad", "6", "2.5"],
      ["Wrap", "4", "0"],
    ]);
    expect(inputsOf("ParsOfJitLocations")).toEqual([
      { input: { dropOffDate: DAY, location: "IL_0001" }, nextToken: null },
    ]);
    expect(router.state.location.search).toBe(`?location=IL_0001&date=${DAY}`);
    for (const name of ["Item", "Par", "Over Capacity Amount"]) screen.getByRole("columnheader", { name });
  });

  it("shows today's pars of the last location without a search", async () => {
    const { user, router } = open("/pars/list", found([par("Salad", 6, 2.5)]));
    await user.type(await screen.findByLabelText("Location"), "il_0001");
    await user.tab();
    await user.click(screen.getByRole("button", { name: "Search" }));
    await cells();
    await act(() => router.navigate("/pars/list"));
    // The field keeps its text and its focus, because it contains the location from the start.
    const field = screen.getByLabelText("Location");
    expect(field).toHaveValue("IL_0001");
    await waitFor(() => expect(router.state.location.search).toBe(`?location=IL_0001&date=${DAY}`));
    expect(screen.getByLabelText("Location")).toBe(field);
    expect(router.state.historyAction).toBe("REPLACE");
    expect((await cells()).slice(1)).toEqual([["Salad", "6", "2.5"]]);
  });

  it("sorts the locations without regard to case", async () => {
    const ids = ["b_2", "A_1", "a_3", "B_1", "C_0"];
    const { user } = open("/pars/list", {
      opsLocations: () => ({
        locations: ids.map((id) => ({ id, ...TAGS, route: null, stop: 0 })),
        nextToken: null,
      }),
    });
    await user.click(await screen.findByPlaceholderText("Type to search"));
    const options = await screen.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual(["A_1", "a_3", "B_1", "b_2", "C_0"]);
  });

  it("escapes a formula in the exported file", async () => {
    const { user } = open(`/pars/list?location=IL_0001&date=${DAY}`, found([par("=1+1", 6, 2.5)]));
    const saved = stubDownload();
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(await saved()).toContain("'=1+1,6,2.5");
  });

  it("shows the stocking of each item when the day has two", async () => {
    open(`/pars/list?location=IL_0001&date=${DAY}`, found([par("Salad", 6, 0)], [par("Salad", 2, 0)]));
    expect((await cells()).slice(1)).toEqual([
      ["1", "Salad", "6", "0"],
      ["2", "Salad", "2", "0"],
    ]);
  });

  it.each([
    ["nothing is found", found()],
    ["the stocking has no pars", found([])],
    [
      "the query fails",
      {
        ParsOfJitLocations: () => {
          throw new ServerError("Internal", "");
        },
      },
    ],
  ])("shows an alert when %s", async (_, handlers) => {
    open(`/pars/list?location=IL_0001&date=${DAY}`, handlers);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("There was an issue finding pars at that date/location combination");
  });

  it("shows an error at the field for an unknown location", async () => {
    const { user } = open("/pars/list");
    await user.type(await screen.findByPlaceholderText("Type to search"), "Nowhere");
    await user.click(screen.getByRole("button", { name: "Search" }));
    await screen.findByText("There is no location Nowhere");
  });

  it("hides pars from users without permission", async () => {
    open("/pars/list", {}, "no-permissions");
    await screen.findByText("You don't have permission to view pars");
  });
});

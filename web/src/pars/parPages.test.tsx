import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { Refusal, type Answer, type ServerOptions } from "../../test/server";
import { stubWorkers } from "../../test/worker";
import type { ParMap } from "../api/schema";
import { addDays, businessDay } from "../ui/day";
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

const written = ({ input }: { input: readonly ParMap[] }) =>
  input.map(({ dropOffDate, location, stockingIndex }) => ({
    group: `${dropOffDate}#${location}#${stockingIndex}`,
    outcome: "CREATED",
    errors: [],
  }));

const RECORD = {
  uploadId: "u-1",
  fileName: "pars.csv",
  user: "ann@larder.example",
  at: "2026-11-21T10:00:00Z",
  kind: "pars",
  state: "PARTIAL",
  written: 2,
  unchanged: 0,
  failed: 1,
};

const common: Record<string, Answer> = {
  ParOpsLocations: () => ({ opsLocations: { locations: LOCATIONS, nextToken: null } }),
  opsLocations: () => ({ locations: LOCATIONS.map((line) => ({ ...line, route: null, stop: 0 })), nextToken: null }),
  ordersByDay: () => ({ items: [], nextToken: null }),
  pars: () => ({ items: [], nextToken: null }),
  uploadParMaps: written,
  "GET /uploads?folder=par-allocation-uploads": () => ({ items: [], nextToken: null }),
  "POST /uploads": () => ({ uploadId: "u-1", url: "/kept/u-1", key: "par-allocation-uploads/u-1-pars.csv" }),
  "POST /uploads/u-1/outcome": () => ({}),
};

function open(address: string, answers: Record<string, Answer> = {}, profile: ServerOptions["profile"] = "admin") {
  const app = renderApp(address, { profile, answers: { ...common, ...answers } });
  const choose = async (file: File) => app.user.upload(await screen.findByLabelText("CSV file"), file);
  const asked = <Input,>(name: string) =>
    app.server.calls.filter((call) => call.name === name).map(({ input }) => input as Input);
  const send = async () => app.user.click(await screen.findByRole("button", { name: "Upload Pars" }));
  return { ...app, choose, asked, send };
}

beforeEach(() => {
  stubWorkers({ "pars.worker.ts": (scope) => serveCheck(parCheck, scope as never) });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

describe("spec 2, Pars upload at /pars/upload", () => {
  it("loads in 16 steps: the locations, and the orders of today and the next 14 days; then a file is chosen", async () => {
    let answer: (() => void) | undefined;
    const { asked } = open("/pars/upload", {
      ParOpsLocations: () =>
        new Promise((resolve) => {
          answer = () => resolve({ opsLocations: { locations: LOCATIONS, nextToken: null } });
        }),
    });
    await screen.findByText("Loading locations and orders… 94 %");
    expect(screen.queryByLabelText("CSV file")).toBeNull();
    answer?.();
    await screen.findByLabelText("CSV file");
    const days = Array.from({ length: 15 }, (_, days) => addDays(DAY, days));
    const calls = asked<Record<string, unknown>>("ordersByDay");
    expect(calls).toHaveLength(15);
    expect(new Set(calls.map(({ productionDate }) => productionDate))).toEqual(new Set(days));
    expect(
      calls.every(({ deliveryDate, productionDate, count }) => deliveryDate === productionDate && count === 1000),
    ).toBe(true);
  });

  it("shows what would change, sends groups, says so, and copies the file after the upload", async () => {
    const { choose, send, asked, server } = open("/pars/upload", {
      pars: () => ({ items: [stored("IL_0001", { Salad: 6, Wrap: 4, Juice: 1 })], nextToken: null }),
    });
    await choose(csv(row(), row("IL_0001", "Wrap"), row("IL_0002", "Salad", 2.5, "", "false")));
    await screen.findByText("3 rows: 1 added, 1 changed, 1 unchanged, 0 refused");
    await screen.findByText(/^1 item that is stored now of the file's stockings will be removed/);
    await send();
    await screen.findByText("Upload Complete");
    const [{ input }] = asked<{ input: readonly ParMap[] }>("uploadParMaps") as [{ input: readonly ParMap[] }];
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
    // The file is cleared: what comes next is another one.
    expect(screen.queryByRole("button", { name: "Upload Pars" })).toBeNull();
    screen.getByRole("button", { name: "Upload another file" });
    await waitFor(() => expect(asked("PUT /kept/u-1")).toHaveLength(1));
    const names = server.calls.map(({ name }) => name);
    expect(names.indexOf("PUT /kept/u-1")).toBeGreaterThan(names.indexOf("uploadParMaps"));
  });

  it("reads all pages of the locations and of a day's orders", async () => {
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
    screen.getByText(/There is already a fridge order for this dropOffDate, location, and stockingIndex./);
  });

  it("errors are listed by group under their titles, and the file is cleared", async () => {
    const { choose, asked } = open("/pars/upload", {
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
    screen.getByText(/Over Capacity Amount issue with Salad. Accepted values any number 0 or greater./);
    screen.getByText(`${DAY}#IL_0002#1 - has an error:`);
    screen.getByText(/There is already a fridge order for this dropOffDate, location, and stockingIndex./);
    screen.getByText(/Error with Routing Tag for NO_TAG/);
    expect(screen.queryByRole("button", { name: "Upload Pars" })).toBeNull();
    screen.getByLabelText("CSV file");
    expect(asked("uploadParMaps")).toEqual([]);
  });

  it("of a group with many errors the first are listed, and all are counted", async () => {
    const { choose } = open("/pars/upload");
    await choose(csv(...Array.from({ length: 100 }, (_, index) => row("Nowhere", `Item ${index}`, -1))));
    await screen.findByText("Validation Errors (101)");
    screen.getByText(/Over Capacity Amount issue with Item 28\./);
    expect(screen.queryByText(/Over Capacity Amount issue with Item 29\./)).toBeNull();
    screen.getByText("And 71 more errors");
  });

  it("a CSV parse error is an alert in the spec's words", async () => {
    const { choose } = open("/pars/upload");
    await choose(csv(row(), row("IL_0002", '"Salad')));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Issue uploading CSV. Please try again. Error: Line 3: a quotation mark is out of place or not closed, so that what follows cannot be read ",
    );
  });

  it("what is no pars file is an alert in the spec's words", async () => {
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
    await screen.findByText("2 rows: 2 added, 0 changed, 0 unchanged, 0 refused");
  });

  it("reads UTF-16, as Excel writes it", async () => {
    const { choose } = open("/pars/upload");
    const text = [HEADER, row()].join("\r\n").replaceAll(",", "\t");
    const bytes = new Uint8Array(2 + 2 * text.length);
    bytes.set([0xff, 0xfe]);
    [...text].forEach((character, place) => bytes.set([character.charCodeAt(0), 0], 2 + 2 * place));
    await choose(new File([bytes], "pars.csv", { type: "text/csv" }));
    await screen.findByText("1 row: 1 added, 0 changed, 0 unchanged, 0 refused");
  });

  it("a file without rows is refused", async () => {
    const { choose } = open("/pars/upload");
    await choose(csv());
    expect((await screen.findByRole("alert")).textContent).toContain("The file has a header and no lines below it");
  });

  it("spec 9: 500 groups a call, and the first 1,000 rows are shown", async () => {
    const { choose, send, asked } = open("/pars/upload");
    await choose(csv(...Array.from({ length: 1001 }, (_, index) => row("IL_0001", "Salad", 1, index))));
    // The highest stockingIndex is 1000.
    await screen.findByText("The first 1,000 of 1,001");
    await send();
    await screen.findByText("Upload Complete");
    const sizes = asked<{ input: readonly ParMap[] }>("uploadParMaps").map(({ input }) => input.length);
    expect(sizes.sort((one, other) => other - one)).toEqual([500, 500, 1]);
  });

  it("the same file twice changes nothing the second time", async () => {
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
    await screen.findByText("1 row: 0 added, 0 changed, 1 unchanged, 0 refused");
    screen.getByRole("button", { name: "Upload Pars", description: "Everything in the file is stored already" });
    expect(sent).toHaveLength(1);
  });

  it("a connection that is cut halts it; resumed, all is sent, and the file is copied then", async () => {
    let cut = true;
    const { choose, send, user, asked } = open("/pars/upload", {
      uploadParMaps: (input: { input: readonly ParMap[] }) => {
        if (cut) throw new TypeError("Failed to fetch");
        return written(input);
      },
    });
    await choose(csv(...Array.from({ length: 501 }, (_, index) => row("IL_0001", "Salad", 1, index))));
    await send();
    const resume = await screen.findByRole("button", { name: "Resume" }, { timeout: 15_000 });
    screen.getByText("The connection is lost");
    expect(asked("PUT /kept/u-1")).toEqual([]);
    cut = false;
    await user.click(resume);
    await screen.findByText("Upload Complete");
    await waitFor(() => expect(asked("PUT /kept/u-1")).toHaveLength(1));
  });

  it("what is a formula to a spreadsheet is sent as it is written, and harmless in what is downloaded", async () => {
    const formula = '=HYPERLINK("http://larder.example")';
    const quoted = `"${formula.replaceAll('"', '""')}"`;
    const { choose, send, asked, user } = open("/pars/upload");
    const saved = stubDownload();
    await choose(csv(row("IL_0001", quoted, -1)));
    await user.click(await screen.findByRole("button", { name: "Download refused rows" }));
    expect(await saved()).toContain(`"'${formula.replaceAll('"', '""')}",6,-1,true,`);
    await choose(csv(row("IL_0001", quoted)));
    await send();
    await screen.findByText("Upload Complete");
    const [{ input }] = asked<{ input: readonly ParMap[] }>("uploadParMaps") as [{ input: readonly ParMap[] }];
    expect(input[0]?.parsAndItems).toEqual([{ pars: 6, itemName: formula }]);
  });

  it("a falsy result is a failure, and its call is sent again alone", async () => {
    let broken = true;
    const { choose, send, user, asked } = open("/pars/upload", {
      uploadParMaps: (input: { input: readonly ParMap[] }) => (broken ? null : written(input)),
    });
    await choose(csv(row()));
    await send();
    await screen.findByText("Issue uploading CSV. Please try again.");
    expect(asked("PUT /kept/u-1")).toEqual([]);
    broken = false;
    await user.click(screen.getByRole("button", { name: `Retry ${DAY}#IL_0001#1` }));
    await screen.findByText("Upload Complete");
  });

  it("an exception says that pars were not uploaded, and why", async () => {
    const { choose, send } = open("/pars/upload", {
      uploadParMaps: () => {
        throw new Refusal("Conflict", "Somebody else is uploading");
      },
    });
    await choose(csv(row()));
    await send();
    await screen.findByText("Something has failed. Pars were not uploaded. Somebody else is uploading");
  });

  it("a group that the server refuses is named with its reasons", async () => {
    const { choose, send } = open("/pars/upload", {
      uploadParMaps: () => [
        { group: `${DAY}#IL_0001#1`, outcome: "REFUSED", errors: ["Error with Routing Tag for IL_0001"] },
      ],
    });
    await choose(csv(row()));
    await send();
    await screen.findByText(`${DAY}#IL_0001#1 - has an error: Error with Routing Tag for IL_0001`);
  });

  it("counts groups as the server stored them, and sends the rejected ones again alone", async () => {
    let broken = true;
    const { choose, send, asked, user } = open("/pars/upload", {
      uploadParMaps: (input: { input: readonly ParMap[] }) =>
        written(input).map((result, index) =>
          broken && index === 1 ? { ...result, outcome: "REFUSED", errors: ["Another user was quicker"] } : result,
        ),
      "GET /uploads?folder=par-allocation-uploads": () => ({ items: [RECORD], nextToken: null }),
    });
    await choose(csv(row("IL_0001"), row("IL_0001", "Wrap", 2, 2), row("IL_0002")));
    await send();
    await screen.findByText("Sent, except what failed");
    screen.getByText(/^3 of 3 lines sent: 2 written/);
    screen.getByText(/, 1 failed/);
    screen.getByText(`${DAY}#IL_0001#2 - has an error: Another user was quicker`);
    const outcome = { folder: "par-allocation-uploads", kind: "pars", unchanged: 0 };
    await waitFor(() => expect(asked("POST /uploads/u-1/outcome")).toEqual([{ ...outcome, written: 2, failed: 1 }]));
    expect(within(await screen.findByRole("region", { name: "Past uploads" })).getByText("In part")).toBeDefined();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry all 1 failed" }));
    await screen.findByText("Upload Complete");
    const calls = asked<{ input: readonly ParMap[] }>("uploadParMaps").map(({ input }) => input);
    expect(calls.map((groups) => groups.map(({ location, stockingIndex }) => `${location}#${stockingIndex}`))).toEqual([
      ["IL_0001#1", "IL_0001#2", "IL_0002#1"],
      ["IL_0001#2"],
    ]);
    await waitFor(() =>
      expect(asked("POST /uploads/u-1/outcome").at(-1)).toEqual({ ...outcome, written: 3, failed: 0 }),
    );
  });

  it("an outcome that cannot be recorded is shown", async () => {
    const { choose, send } = open("/pars/upload", {
      "POST /uploads/u-1/outcome": () => {
        throw new Refusal("Invalid", "kind should be another one");
      },
    });
    await choose(csv(row()));
    await send();
    await screen.findByText(/^Past uploads does not show the result of this upload\. kind should be another one/);
  });

  it("an upload that could not be started is recorded when it ends", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let starts = 0;
    const { choose, send, asked } = open("/pars/upload", {
      "POST /uploads": () => {
        starts += 1;
        if (starts === 1) throw new Refusal("Internal", "");
        return { uploadId: "u-1", url: "/kept/u-1", key: "k" };
      },
    });
    await choose(csv(row()));
    await send();
    await screen.findByText("Upload Complete");
    await waitFor(() => expect(asked("POST /uploads/u-1/outcome")).toHaveLength(1));
  });

  it("a failure to copy the file is logged only", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { choose, send } = open("/pars/upload", { "PUT /kept/u-1": () => 403 });
    await choose(csv(row()));
    await send();
    await screen.findByText("Upload Complete");
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("what could not be loaded can be loaded again", async () => {
    let down = true;
    const { user } = open("/pars/upload", {
      ordersByDay: () => {
        if (down) throw new Refusal("Internal", "");
        return { items: [], nextToken: null };
      },
    });
    await screen.findByText("Unable to load locations and orders, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByLabelText("CSV file");
  });

  it("without UploadPars nothing can be uploaded", async () => {
    open("/pars/upload", {}, "read-only");
    await screen.findByText("Your permissions do not let you upload a pars file");
  });
});

describe("spec 2, Pars view at /pars/list", () => {
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

  it("a location and a date, today at first, are searched; the items have par and over capacity amount", async () => {
    const { user, asked, router } = open("/pars/list", found([par("Salad", 6, 2.5), par("Wrap", 4, 0)]));
    await user.type(await screen.findByLabelText("Location"), "il_0001");
    await user.click(screen.getByRole("button", { name: "Search" }));
    expect((await cells()).slice(1)).toEqual([
      ["Salad", "6", "2.5"],
      ["Wrap", "4", "0"],
    ]);
    expect(asked("ParsOfJitLocations")).toEqual([
      { input: { dropOffDate: DAY, location: "IL_0001" }, nextToken: null },
    ]);
    expect(router.state.location.search).toBe(`?location=IL_0001&date=${DAY}`);
    for (const name of ["Item", "Par", "Over Capacity Amount"]) screen.getByRole("columnheader", { name });
  });

  it("locations are sorted whatever their letters' case", async () => {
    const ids = ["b_2", "A_1", "a_3", "B_1", "C_0"];
    open("/pars/list", {
      opsLocations: () => ({
        locations: ids.map((id) => ({ id, ...TAGS, route: null, stop: 0 })),
        nextToken: null,
      }),
    });
    await waitFor(() =>
      expect([...document.querySelectorAll("datalist option")].map((option) => option.getAttribute("value"))).toEqual([
        "A_1",
        "a_3",
        "B_1",
        "b_2",
        "C_0",
      ]),
    );
  });

  it("what is a formula to a spreadsheet is harmless in what is exported", async () => {
    const { user } = open(`/pars/list?location=IL_0001&date=${DAY}`, found([par("=1+1", 6, 2.5)]));
    const saved = stubDownload();
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(await saved()).toContain("'=1+1,6,2.5");
  });

  it("two stockings of a day are told apart", async () => {
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
      "it fails",
      {
        ParsOfJitLocations: () => {
          throw new Refusal("Internal", "");
        },
      },
    ],
  ])("an alert where %s", async (_, answers) => {
    open(`/pars/list?location=IL_0001&date=${DAY}`, answers);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("There was an issue finding pars at that date/location combination");
  });

  it("a location that is not there is told at the field", async () => {
    const { user } = open("/pars/list");
    await waitFor(() => expect(document.querySelectorAll("datalist option")).toHaveLength(3));
    await user.type(screen.getByLabelText("Location"), "Nowhere");
    await user.click(screen.getByRole("button", { name: "Search" }));
    await screen.findByText("There is no location Nowhere");
  });

  it("who may not see routes sees no pars", async () => {
    open("/pars/list", {}, "no-permissions");
    await screen.findByText("Your permissions do not let you see pars");
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../test/server";
import { stubWorkers } from "../../test/worker";
import { UPLOAD_ID, createdUpload, uploadRecord, withoutNulls } from "../../test/restResponses";
import type { LocationRoutesFilter, RouteStopInput } from "../api/schema";
import { FRIDGE } from "../locations/detail/fridge.fixture";
import { serveCheck } from "../uploads/checkWorker";
import { driverCheck } from "./drivers/driverCheck";
import type { RouteStop } from "./locationRoutes";
import { scheduleCheck } from "./schedule/scheduleCheck";
import { buildRouteStop } from "./view/stops.fixture";

const LOCATIONS = [
  { id: "IL_0001", type: "FRIDGE", route: "amber", stop: 1 },
  { id: "IL_0002", type: "FRIDGE", route: null, stop: 0 },
  { id: "NY_0003", type: "WHOLESALE", route: "birch", stop: 4 },
];
const STARTED = createdUpload("/kept/u-1");
const stored = () => withoutNulls(FRIDGE);

interface PageRequest {
  readonly nextToken: string | null;
}

const common: Record<string, Handler> = {
  // Two pages: the upload must read both.
  opsLocations: ({ nextToken }: PageRequest) =>
    nextToken === null
      ? { locations: LOCATIONS.slice(0, 2), nextToken: "2" }
      : { locations: LOCATIONS.slice(2), nextToken: null },
  "GET /uploads?folder=routes-upload": () => ({ items: [] }),
  "POST /uploads": () => STARTED,
  [`POST /uploads/${UPLOAD_ID}/outcome`]: () => uploadRecord(),
};

const file = (text: string, name = "drivers.csv") => new File([text], name, { type: "text/csv" });

function open(address: string, handlers: Record<string, Handler> = {}, profile: ServerOptions["profile"] = "admin") {
  const app = renderApp(address, { profile, handlers: { ...common, ...handlers } });
  const choose = async (chosen: File) => app.user.upload(await screen.findByLabelText("CSV file"), chosen);
  const inputsOf = (name: string) => app.server.calls.filter((call) => call.name === name).map(({ input }) => input);
  const send = async (name = "Upload Drivers") => app.user.click(await screen.findByRole("button", { name }));
  return { ...app, choose, inputsOf, send };
}
async function readPreview() {
  const table = within(await screen.findByRole("table", { name: "Rows in this file" }));
  await table.findAllByRole("cell");
  const [, ...rows] = table.getAllByRole("row");
  return rows.map((row) =>
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  );
}

beforeEach(() => {
  stubWorkers({
    "drivers.worker.ts": (scope) => serveCheck(driverCheck, scope as never),
    "schedule.worker.ts": (scope) => serveCheck(scheduleCheck, scope as never),
  });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

describe("driver and route upload at /locations/update_routes (RTE-4)", () => {
  const DRIVERS = "id,route,stop\nIL_0001,Amber,1\nIL_0002,Cedar,7\nNY_0003,Birch,5\n";

  it("previews the changes before it sends anything", async () => {
    const { choose, inputsOf } = open("/locations/update_routes");
    await choose(file(DRIVERS));
    await screen.findByText("3 rows: 1 added, 1 changed, 1 unchanged, 0 rejected");
    expect(await readPreview()).toEqual([
      ["2", "IL_0001", "Amber", "1", "Unchanged", ""],
      ["3", "IL_0002", "Cedar", "7", "Added", "No route"],
      ["4", "NY_0003", "Birch", "5", "Changed", "birch, stop 4"],
    ]);
    expect(inputsOf("POST /uploads")).toEqual([]);
  });

  it("stores the file, then sends each changed row to the operation of its location type, with the route in lowercase", async () => {
    const { choose, send, inputsOf, server } = open("/locations/update_routes", {
      "PATCH /locations/IL_0002": stored,
      "PATCH /locations/wholesale/NY_0003": stored,
    });
    await choose(file(DRIVERS));
    await send();
    await screen.findByText("Upload complete");
    const sent = server.calls.map(({ name }) => name).filter((name) => /^(POST|PUT|PATCH)/.test(name));
    expect(sent.slice(0, 2)).toEqual(["POST /uploads", "PUT /kept/u-1"]);
    expect(sent).not.toContain("PATCH /locations/IL_0001");
    expect(inputsOf("POST /uploads")).toEqual([
      { folder: "routes-upload", fileName: "drivers.csv", contentType: "text/csv", contentLength: DRIVERS.length },
    ]);
    expect(inputsOf("PUT /kept/u-1")).toEqual([DRIVERS]);
    expect(inputsOf("PATCH /locations/IL_0002")).toEqual([{ route: "cedar", stop: 7 }]);
    expect(inputsOf("PATCH /locations/wholesale/NY_0003")).toEqual([{ route: "birch", stop: 5 }]);
    await waitFor(() =>
      expect(inputsOf(`POST /uploads/${UPLOAD_ID}/outcome`)).toEqual([
        { folder: "routes-upload", kind: "drivers", written: 2, unchanged: 1, failed: 0 },
      ]),
    );
  });

  it("does not send a file without changes", async () => {
    const { choose } = open("/locations/update_routes");
    await choose(file("id,route,stop\nIL_0001,amber,1"));
    await screen.findByRole("button", {
      name: "Upload Drivers",
      description: "Everything in this file is already saved",
    });
  });

  it("blocks a file with an invalid row until the user chooses to upload the valid rows only", async () => {
    const { choose, user, inputsOf } = open("/locations/update_routes", { "PATCH /locations/IL_0002": stored });
    await choose(file("id,route,stop\nIL_0002,cedar,7\nIL_9999,cedar,8\n"));
    const why = "1 row was rejected. Correct the file and choose it again.";
    const button = await screen.findByRole("button", { name: "Upload Drivers", description: why });
    await user.click(button);
    expect(inputsOf("POST /uploads")).toEqual([]);
    expect(await readPreview()).toEqual([["3", "IL_9999", "cedar", "8", "Rejected", "There is no location IL_9999"]]);

    await user.click(screen.getByRole("button", { name: "Upload 1 valid row" }));
    await user.click(await screen.findByRole("button", { name: "Upload 1 row" }));
    await screen.findByText("Upload complete");
    await waitFor(() =>
      expect(inputsOf(`POST /uploads/${UPLOAD_ID}/outcome`)).toEqual([
        { folder: "routes-upload", kind: "drivers", written: 1, unchanged: 0, failed: 1 },
      ]),
    );
  });

  it("downloads the rejected rows with line and reason", async () => {
    const saved = stubDownload();
    const { choose, user } = open("/locations/update_routes");
    await choose(file("stop,id,route\n7,IL_0002,cedar\n2.5,=IL_9999,cedar\n"));
    await user.click(await screen.findByRole("button", { name: "Download rejected rows" }));
    expect(await saved()).toBe(
      "\uFEFFid,route,stop,line,reason\r\n'=IL_9999,cedar,2.5,3,There is no location =IL_9999. stop cannot be a decimal number\r\n",
    );
  });

  it("lists a failed row with the server's message, and retries only that row", async () => {
    let broken = true;
    const { choose, send, user, inputsOf } = open("/locations/update_routes", {
      "PATCH /locations/IL_0002": () => {
        if (broken) throw new ServerError("Invalid", "", { errors: [{ field: "route", message: "No such route" }] });
        return stored();
      },
      "PATCH /locations/wholesale/NY_0003": stored,
    });
    await choose(file(DRIVERS));
    await send();
    await screen.findByText("Some rows failed");
    within(screen.getByRole("list", { name: "Failed" })).getByText("No such route");
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry IL_0002" }));
    await screen.findByText("Upload complete");
    expect(inputsOf("PATCH /locations/wholesale/NY_0003")).toHaveLength(1);
    await waitFor(() =>
      expect(inputsOf(`POST /uploads/${UPLOAD_ID}/outcome`)).toEqual([
        { folder: "routes-upload", kind: "drivers", written: 1, unchanged: 1, failed: 1 },
        { folder: "routes-upload", kind: "drivers", written: 2, unchanged: 1, failed: 0 },
      ]),
    );
  });

  it("only logs a failed copy of the file (UPL-5)", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { choose, send } = open("/locations/update_routes", {
      "PUT /kept/u-1": () => 403,
      "PATCH /locations/IL_0002": stored,
    });
    await choose(file("id,route,stop\nIL_0002,cedar,7"));
    await send();
    await screen.findByText("Upload complete");
    expect(log).toHaveBeenCalledOnce();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("asks for confirmation before leaving during an upload", async () => {
    let respond: (() => void) | undefined;
    const { choose, send, user, router } = open("/locations/update_routes", {
      "PATCH /locations/IL_0002": () => new Promise((resolve) => (respond = () => resolve(stored()))),
    });
    await choose(file("id,route,stop\nIL_0002,cedar,7"));
    await send();
    await screen.findByText("Uploading…");
    void router.navigate("/locations/update_weekly_routes");
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    expect(router.state.location.pathname).toBe("/locations/update_routes");
    const unload = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    respond?.();
    await screen.findByText("Upload complete");
    await router.navigate("/locations/update_weekly_routes");
    await screen.findByRole("heading", { level: 1, name: "Upload Routes" });
  });

  it("shows a failure to load the locations, and retries with the same file", async () => {
    let down = true;
    const { choose, user } = open("/locations/update_routes", {
      opsLocations: () => {
        if (down) throw new ServerError("Internal", "");
        return { locations: LOCATIONS, nextToken: null };
      },
    });
    await choose(file(DRIVERS));
    await screen.findByText("Unable to load locations, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("3 rows: 1 added, 1 changed, 1 unchanged, 0 rejected");
  });

  it("names a file of the other format and links to its upload", async () => {
    const { choose, user } = open("/locations/update_routes");
    await choose(
      file("date,market,id,route,stop,stockingIndex,stopType\n2026-11-23,MW,IL_0001,amber,1,1,STOCK", "week.csv"),
    );
    await screen.findByText(/This is a route and stop schedule, not a driver and route file/);
    await user.click(screen.getByRole("link", { name: "Go to Upload Routes" }));
    await screen.findByRole("heading", { level: 1, name: "Upload Routes" });
  });

  it("lists past uploads with file, user, time and result", async () => {
    open("/locations/update_routes", {
      "GET /uploads?folder=routes-upload": () => ({
        items: [
          uploadRecord({
            fileName: "week 47.csv",
            kind: "routes",
            state: "PARTIAL",
            written: 10,
            unchanged: 20,
            failed: 3,
          }),
        ],
      }),
    });
    const cells = within(await screen.findByRole("table")).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent).slice(1)).toEqual([
      "week 47.csv",
      "logistics@larder.example",
      "routes",
      "Partial",
      "10",
      "20",
      "3",
    ]);
  });

  it("offers no upload without UploadRoutes", async () => {
    open("/locations/update_routes", {}, "read-only");
    await screen.findByText("You don't have permission to upload a driver and route file");
    expect(screen.queryByLabelText("CSV file")).toBeNull();
  });
});

describe("route and stop schedule upload at /locations/update_weekly_routes (RTE-5)", () => {
  const HEADER = "date,market,id,route,stop,stockingIndex,stopType";
  const row = (date: string, id: string, route: string, stop: number, type = "STOCK") =>
    `${date},MW,${id},${route},${stop},1,${type}`;

  /** Handlers that replace all stops of a route and day, as the server does. */
  function createStopStore(initial: readonly RouteStop[] = []) {
    const groups = new Map<string, readonly RouteStopInput[]>();
    const keyOf = ({ stockingDate, route }: RouteStopInput) => `${stockingDate} ${route}`;
    for (const stop of initial) groups.set(keyOf(stop), [...(groups.get(keyOf(stop)) ?? []), stop]);
    return {
      locationRoutes: ({ filter }: { filter: LocationRoutesFilter }) => ({
        routes: [...groups.values()].flat().filter(({ stockingDate }) => stockingDate === filter.stockingDate),
        nextToken: null,
      }),
      createRouteStops: ({ input }: { input: readonly RouteStopInput[] }) => {
        const [first] = input as [RouteStopInput];
        const same = JSON.stringify(groups.get(keyOf(first))) === JSON.stringify(input);
        groups.set(keyOf(first), input);
        return { outcome: same ? "UNCHANGED" : "CREATED" };
      },
    };
  }

  it("sends one list per date and route, with the route in lowercase, integers, and the stopType in uppercase", async () => {
    const { choose, send, inputsOf } = open("/locations/update_weekly_routes", createStopStore());
    const text = [
      HEADER,
      row("2026-11-23", "IL_0001", "Amber", 1),
      row("2026-11-23", "IL_0002", "AMBER", 2, "removal"),
      row("2026-11-24", "IL_0001", "Amber", 1),
    ];
    await choose(file(text.join("\r\n"), "week.csv"));
    await send();
    await screen.findByText("Upload complete");
    const entry = {
      stockingDate: "2026-11-23",
      market: "MW",
      id: "IL_0001",
      route: "amber",
      stop: 1,
      stockingIndex: 1,
      stopType: "STOCK",
    };
    expect(inputsOf("createRouteStops")).toEqual([
      { input: [entry, { ...entry, id: "IL_0002", stop: 2, stopType: "REMOVAL" }] },
      { input: [{ ...entry, stockingDate: "2026-11-24" }] },
    ]);
    expect(inputsOf("locationRoutes")).toEqual(
      ["2026-11-23", "2026-11-24"].map((stockingDate) => ({
        filter: { stockingDate, calculateTotes: false },
        nextToken: null,
      })),
    );
  });

  it("reports no changes when the same file is uploaded again", async () => {
    const { choose, send, user } = open("/locations/update_weekly_routes", createStopStore());
    const week = file(
      [HEADER, row("2026-11-23", "IL_0001", "amber", 1), row("2026-11-24", "IL_0001", "amber", 1)].join("\n"),
      "week.csv",
    );
    await choose(week);
    await send();
    await screen.findByText("Upload complete");
    await user.click(screen.getByRole("button", { name: "Upload another file" }));
    await choose(week);
    await screen.findByText("2 rows: 0 added, 0 changed, 2 unchanged, 0 rejected");
    await screen.findByRole("button", {
      name: "Upload Drivers",
      description: "Everything in this file is already saved",
    });
  });

  it("sends all stops of a route if one changes, and lists the removed stops before", async () => {
    const stored = [
      buildRouteStop({ stockingDate: "2026-11-23" }),
      buildRouteStop({ stockingDate: "2026-11-23", id: "IL_0002", stop: 2 }),
      buildRouteStop({ stockingDate: "2026-11-23", id: "NY_0003", stop: 3 }),
    ];
    const { choose, send, inputsOf } = open("/locations/update_weekly_routes", createStopStore(stored));
    await choose(
      file(
        [HEADER, row("2026-11-23", "IL_0001", "amber", 1), row("2026-11-23", "IL_0002", "amber", 9)].join("\n"),
        "week.csv",
      ),
    );
    await screen.findByText(/^1 stored stop of these routes and days will be removed/);
    expect((await readPreview()).map((cells) => [cells[0], cells[3], ...cells.slice(-2)])).toEqual([
      ["2", "IL_0001", "Unchanged", ""],
      ["3", "IL_0002", "Changed", "stop 2"],
      ["–", "NY_0003", "Removed", "Not in the file"],
    ]);
    await send();
    await screen.findByText("Upload complete");
    expect(
      (inputsOf("createRouteStops") as { input: RouteStopInput[] }[])[0]?.input.map(({ id, stop }) => [id, stop]),
    ).toEqual([
      ["IL_0001", 1],
      ["IL_0002", 9],
    ]);
  });

  it("sends no stop of a route with an invalid row", async () => {
    const { choose, user, inputsOf } = open("/locations/update_weekly_routes", createStopStore());
    const text = [
      HEADER,
      row("2026-11-23", "IL_0001", "amber", 1),
      row("2026-11-23", "IL_9999", "amber", 2),
      row("2026-11-23", "IL_0002", "birch", 1),
    ];
    await choose(file(text.join("\n"), "week.csv"));
    await screen.findByText("3 rows: 1 added, 0 changed, 0 unchanged, 2 rejected");
    await user.click(screen.getByRole("button", { name: "Upload 1 valid row" }));
    await user.click(await screen.findByRole("button", { name: "Upload 1 row" }));
    await screen.findByText("Upload complete");
    expect(
      (inputsOf("createRouteStops") as { input: RouteStopInput[] }[]).map(({ input }) =>
        input.map(({ route }) => route),
      ),
    ).toEqual([["birch"]]);
  });

  it("resumes a stopped upload where it stopped", async () => {
    const pending: (() => void)[] = [];
    const { choose, send, user, inputsOf } = open("/locations/update_weekly_routes", {
      ...createStopStore(),
      createRouteStops: () => new Promise((resolve) => pending.push(() => resolve({ outcome: "CREATED" }))),
    });
    const routes = Array.from({ length: 10 }, (_, index) => row("2026-11-23", "IL_0001", `r${index}`, 1));
    await choose(file([HEADER, ...routes].join("\n"), "week.csv"));
    await send();
    await waitFor(() => expect(pending).toHaveLength(6));
    await user.click(screen.getByRole("button", { name: "Stop" }));
    pending.splice(0).forEach((respond) => respond());
    await screen.findByText("Stopped");
    screen.getByText(/^6 of 10 rows sent/);
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await waitFor(() => expect(pending).toHaveLength(4));
    pending.splice(0).forEach((respond) => respond());
    await screen.findByText("Upload complete");
    expect(inputsOf("createRouteStops")).toHaveLength(10);
  });
});

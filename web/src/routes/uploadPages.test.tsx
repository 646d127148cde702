import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { Refusal, type Answer, type ServerOptions } from "../../test/server";
import { stubWorkers } from "../../test/worker";
import type { LocationRoutesFilter, RouteStopInput } from "../api/schema";
import { serveCheck } from "../uploads/checkWorker";
import { driverCheck } from "./drivers/driverCheck";
import type { RouteStop } from "./locationRoutes";
import { scheduleCheck } from "./schedule/scheduleCheck";
import { stopAt } from "./view/stops.fixture";

const LOCATIONS = [
  { id: "IL_0001", type: "FRIDGE", route: "amber", stop: 1 },
  { id: "IL_0002", type: "FRIDGE", route: null, stop: 0 },
  { id: "NY_0003", type: "WHOLESALE", route: "birch", stop: 4 },
];
const STARTED = { uploadId: "u-1", url: "/kept/u-1", key: "routes-upload/2026-11-21/u-1-drivers.csv" };

interface Ask {
  readonly nextToken: string | null;
}

const common: Record<string, Answer> = {
  // Two pages: all of them are asked for.
  opsLocations: ({ nextToken }: Ask) =>
    nextToken === null
      ? { locations: LOCATIONS.slice(0, 2), nextToken: "2" }
      : { locations: LOCATIONS.slice(2), nextToken: null },
  "GET /uploads?folder=routes-upload": () => ({ items: [], nextToken: null }),
  "POST /uploads": () => STARTED,
  "POST /uploads/u-1/outcome": () => ({}),
};

const file = (text: string, name = "drivers.csv") => new File([text], name, { type: "text/csv" });

function open(address: string, answers: Record<string, Answer> = {}, profile: ServerOptions["profile"] = "admin") {
  const app = renderApp(address, { profile, answers: { ...common, ...answers } });
  const choose = async (chosen: File) => app.user.upload(await screen.findByLabelText("CSV file"), chosen);
  const asked = (name: string) => app.server.calls.filter((call) => call.name === name).map(({ input }) => input);
  const send = async (name = "Upload Drivers") => app.user.click(await screen.findByRole("button", { name }));
  return { ...app, choose, asked, send };
}
async function previewed() {
  const table = within(await screen.findByRole("table", { name: "Lines of the file" }));
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

describe("spec 2.8, driver and route upload at /locations/update_routes", () => {
  const DRIVERS = "id,route,stop\nIL_0001,Amber,1\nIL_0002,Cedar,7\nNY_0003,Birch,5\n";

  it("shows what would change before anything is sent", async () => {
    const { choose, asked } = open("/locations/update_routes");
    await choose(file(DRIVERS));
    await screen.findByText("3 rows: 1 added, 1 changed, 1 unchanged, 0 refused");
    expect(await previewed()).toEqual([
      ["2", "IL_0001", "Amber", "1", "Unchanged", ""],
      ["3", "IL_0002", "Cedar", "7", "Added", "No route"],
      ["4", "NY_0003", "Birch", "5", "Changed", "birch, stop 4"],
    ]);
    expect(asked("POST /uploads")).toEqual([]);
  });

  it("keeps the file, then sends each changed row: FRIDGE and WHOLESALE each by its call, the route in lower case", async () => {
    const { choose, send, asked, server } = open("/locations/update_routes", {
      "PATCH /locations/IL_0002": () => ({}),
      "PATCH /locations/wholesale/NY_0003": () => ({}),
    });
    await choose(file(DRIVERS));
    await send();
    await screen.findByText("Everything is written");
    const sent = server.calls.map(({ name }) => name).filter((name) => /^(POST|PUT|PATCH)/.test(name));
    expect(sent.slice(0, 2)).toEqual(["POST /uploads", "PUT /kept/u-1"]);
    expect(sent).not.toContain("PATCH /locations/IL_0001");
    expect(asked("POST /uploads")).toEqual([
      { folder: "routes-upload", fileName: "drivers.csv", contentType: "text/csv", contentLength: DRIVERS.length },
    ]);
    expect(asked("PUT /kept/u-1")).toEqual([DRIVERS]);
    expect(asked("PATCH /locations/IL_0002")).toEqual([{ id: "IL_0002", route: "cedar", stop: 7 }]);
    expect(asked("PATCH /locations/wholesale/NY_0003")).toEqual([{ id: "NY_0003", route: "birch", stop: 5 }]);
    await waitFor(() =>
      expect(asked("POST /uploads/u-1/outcome")).toEqual([
        { folder: "routes-upload", kind: "drivers", written: 2, unchanged: 1, failed: 0 },
      ]),
    );
  });

  it("a file that changes nothing is not sent", async () => {
    const { choose } = open("/locations/update_routes");
    await choose(file("id,route,stop\nIL_0001,amber,1"));
    await screen.findByRole("button", {
      name: "Upload Drivers",
      description: "Everything in the file is stored already",
    });
  });

  it("a file with a refused row is refused whole, with line and reason, unless somebody does without", async () => {
    const { choose, user, asked } = open("/locations/update_routes", { "PATCH /locations/IL_0002": () => ({}) });
    await choose(file("id,route,stop\nIL_0002,cedar,7\nIL_9999,cedar,8\n"));
    const why = "1 row is refused: correct the file and choose it again";
    const button = await screen.findByRole("button", { name: "Upload Drivers", description: why });
    await user.click(button);
    expect(asked("POST /uploads")).toEqual([]);
    expect(await previewed()).toEqual([["3", "IL_9999", "cedar", "8", "Refused", "There is no location IL_9999"]]);

    await user.click(screen.getByRole("button", { name: "Upload the 1 valid row" }));
    await user.click(await screen.findByRole("button", { name: "Upload 1 row" }));
    await screen.findByText("Everything is written");
    await waitFor(() =>
      expect(asked("POST /uploads/u-1/outcome")).toEqual([
        { folder: "routes-upload", kind: "drivers", written: 1, unchanged: 0, failed: 1 },
      ]),
    );
  });

  it("refused rows can be downloaded, to be mended and uploaded", async () => {
    const saved = stubDownload();
    const { choose, user } = open("/locations/update_routes");
    await choose(file("stop,id,route\n7,IL_0002,cedar\n2.5,=IL_9999,cedar\n"));
    await user.click(await screen.findByRole("button", { name: "Download refused rows" }));
    expect(await saved()).toBe(
      "\uFEFFid,route,stop,line,reason\r\n'=IL_9999,cedar,2.5,3,There is no location =IL_9999. stop cannot be a decimal number\r\n",
    );
  });

  it("a row that failed stays with the server's words, and is sent again alone", async () => {
    let broken = true;
    const { choose, send, user, asked } = open("/locations/update_routes", {
      "PATCH /locations/IL_0002": () => {
        if (broken) throw new Refusal("Invalid", "", { errors: [{ field: "route", message: "No such route" }] });
        return {};
      },
      "PATCH /locations/wholesale/NY_0003": () => ({}),
    });
    await choose(file(DRIVERS));
    await send();
    await screen.findByText("Sent, except what failed");
    within(screen.getByRole("list", { name: "Failed" })).getByText("No such route");
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry IL_0002" }));
    await screen.findByText("Everything is written");
    expect(asked("PATCH /locations/wholesale/NY_0003")).toHaveLength(1);
    await waitFor(() =>
      expect(asked("POST /uploads/u-1/outcome")).toEqual([
        { folder: "routes-upload", kind: "drivers", written: 1, unchanged: 1, failed: 1 },
        { folder: "routes-upload", kind: "drivers", written: 2, unchanged: 1, failed: 0 },
      ]),
    );
  });

  it("spec 8, storage upload errors are logged only", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { choose, send } = open("/locations/update_routes", {
      "PUT /kept/u-1": () => 403,
      "PATCH /locations/IL_0002": () => ({}),
    });
    await choose(file("id,route,stop\nIL_0002,cedar,7"));
    await send();
    await screen.findByText("Everything is written");
    expect(log).toHaveBeenCalledOnce();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("leaving while sending asks first", async () => {
    let answer: (() => void) | undefined;
    const { choose, send, user, router } = open("/locations/update_routes", {
      "PATCH /locations/IL_0002": () => new Promise((resolve) => (answer = () => resolve({}))),
    });
    await choose(file("id,route,stop\nIL_0002,cedar,7"));
    await send();
    await screen.findByText("Sending…");
    void router.navigate("/locations/update_weekly_routes");
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    expect(router.state.location.pathname).toBe("/locations/update_routes");
    const unload = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    answer?.();
    await screen.findByText("Everything is written");
    await router.navigate("/locations/update_weekly_routes");
    await screen.findByRole("heading", { level: 1, name: "Upload Routes" });
  });

  it("what the file is compared with could not be loaded: says so, and tries again with the same file", async () => {
    let down = true;
    const { choose, user } = open("/locations/update_routes", {
      opsLocations: () => {
        if (down) throw new Refusal("Internal", "");
        return { locations: LOCATIONS, nextToken: null };
      },
    });
    await choose(file(DRIVERS));
    await screen.findByText("Unable to load locations, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("3 rows: 1 added, 1 changed, 1 unchanged, 0 refused");
  });

  it("a wrong file is named plainly, with the way to where it belongs", async () => {
    const { choose, user } = open("/locations/update_routes");
    await choose(
      file("date,market,id,route,stop,stockingIndex,stopType\n2026-11-23,MW,IL_0001,amber,1,1,STOCK", "week.csv"),
    );
    await screen.findByText(/This is a route and stop schedule, not a driver and route file/);
    await user.click(screen.getByRole("link", { name: "Go to Upload Routes" }));
    await screen.findByRole("heading", { level: 1, name: "Upload Routes" });
  });

  it("past uploads are listed with file, who, when and outcome", async () => {
    const at = "2026-11-20T15:04:00Z";
    const record = { uploadId: "u-0", fileName: "week 47.csv", user: "logistics@larder.example", at };
    open("/locations/update_routes", {
      "GET /uploads?folder=routes-upload": () => ({
        items: [{ ...record, kind: "routes", state: "PARTIAL", written: 10, unchanged: 20, failed: 3 }],
        nextToken: null,
      }),
    });
    const cells = within(await screen.findByRole("table")).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent).slice(1)).toEqual([
      "week 47.csv",
      "logistics@larder.example",
      "routes",
      "In part",
      "10",
      "20",
      "3",
    ]);
  });

  it("without UploadRoutes nothing can be uploaded", async () => {
    open("/locations/update_routes", {}, "read-only");
    await screen.findByText("Your permissions do not let you upload a driver and route file");
    expect(screen.queryByLabelText("CSV file")).toBeNull();
  });
});

describe("spec 2.8, route and stop schedule upload at /locations/update_weekly_routes", () => {
  const HEADER = "date,market,id,route,stop,stockingIndex,stopType";
  const row = (date: string, id: string, route: string, stop: number, type = "STOCK") =>
    `${date},MW,${id},${route},${stop},1,${type}`;

  /** A server that replaces a route's day whole, as the real one does. */
  function storing(initial: readonly RouteStop[] = []) {
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

  it("spec 7: sends a list per date and route, with route in lower case, numbers as integers and stopType in upper case", async () => {
    const { choose, send, asked } = open("/locations/update_weekly_routes", storing());
    const text = [
      HEADER,
      row("2026-11-23", "IL_0001", "Amber", 1),
      row("2026-11-23", "IL_0002", "AMBER", 2, "removal"),
      row("2026-11-24", "IL_0001", "Amber", 1),
    ];
    await choose(file(text.join("\r\n"), "week.csv"));
    await send();
    await screen.findByText("Everything is written");
    const entry = {
      stockingDate: "2026-11-23",
      market: "MW",
      id: "IL_0001",
      route: "amber",
      stop: 1,
      stockingIndex: 1,
      stopType: "STOCK",
    };
    expect(asked("createRouteStops")).toEqual([
      { input: [entry, { ...entry, id: "IL_0002", stop: 2, stopType: "REMOVAL" }] },
      { input: [{ ...entry, stockingDate: "2026-11-24" }] },
    ]);
    expect(asked("locationRoutes")).toEqual(
      ["2026-11-23", "2026-11-24"].map((stockingDate) => ({
        filter: { stockingDate, calculateTotes: false },
        nextToken: null,
      })),
    );
  });

  it("a second upload of the same file changes nothing", async () => {
    const { choose, send, user } = open("/locations/update_weekly_routes", storing());
    const week = file(
      [HEADER, row("2026-11-23", "IL_0001", "amber", 1), row("2026-11-24", "IL_0001", "amber", 1)].join("\n"),
      "week.csv",
    );
    await choose(week);
    await send();
    await screen.findByText("Everything is written");
    await user.click(screen.getByRole("button", { name: "Upload another file" }));
    await choose(week);
    await screen.findByText("2 rows: 0 added, 0 changed, 2 unchanged, 0 refused");
    await screen.findByRole("button", {
      name: "Upload Drivers",
      description: "Everything in the file is stored already",
    });
  });

  it("a route is sent whole when one of its stops is another, and what it loses is told before", async () => {
    const stored = [
      stopAt({ stockingDate: "2026-11-23" }),
      stopAt({ stockingDate: "2026-11-23", id: "IL_0002", stop: 2 }),
      stopAt({ stockingDate: "2026-11-23", id: "NY_0003", stop: 3 }),
    ];
    const { choose, send, asked } = open("/locations/update_weekly_routes", storing(stored));
    await choose(
      file(
        [HEADER, row("2026-11-23", "IL_0001", "amber", 1), row("2026-11-23", "IL_0002", "amber", 9)].join("\n"),
        "week.csv",
      ),
    );
    await screen.findByText(/^1 stop that is stored now on the file's routes and days will be removed/);
    expect((await previewed()).map((cells) => [cells[0], cells[3], ...cells.slice(-2)])).toEqual([
      ["2", "IL_0001", "Unchanged", ""],
      ["3", "IL_0002", "Changed", "stop 2"],
      ["–", "NY_0003", "Removed", "Not in the file"],
    ]);
    await send();
    await screen.findByText("Everything is written");
    expect(
      (asked("createRouteStops") as { input: RouteStopInput[] }[])[0]?.input.map(({ id, stop }) => [id, stop]),
    ).toEqual([
      ["IL_0001", 1],
      ["IL_0002", 9],
    ]);
  });

  it("a route with a refused line is never sent in part", async () => {
    const { choose, user, asked } = open("/locations/update_weekly_routes", storing());
    const text = [
      HEADER,
      row("2026-11-23", "IL_0001", "amber", 1),
      row("2026-11-23", "IL_9999", "amber", 2),
      row("2026-11-23", "IL_0002", "birch", 1),
    ];
    await choose(file(text.join("\n"), "week.csv"));
    await screen.findByText("3 rows: 1 added, 0 changed, 0 unchanged, 2 refused");
    await user.click(screen.getByRole("button", { name: "Upload the 1 valid row" }));
    await user.click(await screen.findByRole("button", { name: "Upload 1 row" }));
    await screen.findByText("Everything is written");
    expect(
      (asked("createRouteStops") as { input: RouteStopInput[] }[]).map(({ input }) => input.map(({ route }) => route)),
    ).toEqual([["birch"]]);
  });

  it("stopped, it goes on where it stopped when resumed", async () => {
    const held: (() => void)[] = [];
    const { choose, send, user, asked } = open("/locations/update_weekly_routes", {
      ...storing(),
      createRouteStops: () => new Promise((resolve) => held.push(() => resolve({ outcome: "CREATED" }))),
    });
    const routes = Array.from({ length: 10 }, (_, index) => row("2026-11-23", "IL_0001", `r${index}`, 1));
    await choose(file([HEADER, ...routes].join("\n"), "week.csv"));
    await send();
    await waitFor(() => expect(held).toHaveLength(6));
    await user.click(screen.getByRole("button", { name: "Stop" }));
    held.splice(0).forEach((answer) => answer());
    await screen.findByText("Stopped");
    screen.getByText(/^6 of 10 lines sent/);
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await waitFor(() => expect(held).toHaveLength(4));
    held.splice(0).forEach((answer) => answer());
    await screen.findByText("Everything is written");
    expect(asked("createRouteStops")).toHaveLength(10);
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { Refusal, type Answer, type ServerOptions } from "../../test/server";
import { stubWorkers } from "../../test/worker";
import type { PlanogramUpdateInput } from "../api/schema";
import { serveCheck } from "../uploads/checkWorker";
import { planogramCheck } from "./check/planogramCheck";
import type { PlanogramEntry } from "./planograms";

const entry = (slot: string, vendItemName: string, activeHour: string): PlanogramEntry => ({
  slot,
  vendItemName,
  activeHour,
  physicalFridgeConfig: "6x8",
  scheduledBy: "ann@larder.example",
  scheduledAt: "2026-11-01T12:00:00.000Z",
});

const OFFICE = [
  entry("0:0", "Soup", "2020-01-06T11:00:00.000Z"),
  entry("0:1", "Salad", "2020-01-06T11:00:00.000Z"),
  entry("0:1", "Wrap", "2099-01-05T11:00:00.000Z"),
];

const STARTED = { uploadId: "u-1", url: "/kept/u-1", key: "planogram-uploads/2026-11-21/u-1-p.csv" };

interface Asked {
  readonly layoutName: string;
  readonly at: string | null;
}

const common: Record<string, Answer> = {
  getPlanogramNames: () => ["OFFICE", "dummy"],
  planogram: ({ layoutName, at }: Asked) => {
    const when = at ?? "2026-11-21T12:00:00.000Z";
    if (layoutName !== "OFFICE") return null;
    return {
      layoutName,
      at: when,
      effective: OFFICE.filter(({ activeHour }) => activeHour <= when),
      scheduled: OFFICE.filter(({ activeHour }) => activeHour > when),
      nextToken: null,
    };
  },
  planogramHistory: () => ({ items: [], nextToken: null }),
  "GET /uploads?folder=planogram-uploads": () => ({ items: [], nextToken: null }),
  "POST /uploads": () => STARTED,
  "POST /uploads/u-1/outcome": () => ({}),
  schedulePlanogramUpdate: ({ input }: { input: readonly unknown[] }) => ({
    successCount: input.length,
    errors: [],
    totalCount: input.length,
  }),
};

const HEADER = "layoutName,slot,vendItemName,activeHour";
const CREATE_HEADER = "layoutName,slot,vendItemName,physical fridge config";
const HOUR = "12/01/2098 05:00:00";
const file = (...lines: readonly string[]) => new File([lines.join("\n")], "menu.csv", { type: "text/csv" });

function open(
  address = "/planograms",
  answers: Record<string, Answer> = {},
  profile: ServerOptions["profile"] = "admin",
) {
  const app = renderApp(address, { profile, answers: { ...common, ...answers } });
  const choose = async (chosen: File) => app.user.upload(await screen.findByLabelText("CSV file"), chosen);
  const sent = () =>
    app.server.calls
      .filter(({ name }) => name === "schedulePlanogramUpdate")
      .map(({ input }) => (input as { input: PlanogramUpdateInput[] }).input);
  const submit = async () => app.user.click(await screen.findByRole("button", { name: "Submit" }));
  return { ...app, choose, sent, submit };
}

const cellsOf = (name: string) =>
  within(screen.getByRole("table", { name }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent)
    .filter((text) => text !== "");

beforeEach(() => {
  stubWorkers({
    "updates.worker.ts": (scope) => serveCheck(planogramCheck("UPDATE"), scope as never),
    "creations.worker.ts": (scope) => serveCheck(planogramCheck("CREATE"), scope as never),
  });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

describe("spec 2, planogram scheduling at /planograms", () => {
  it("asks for the request in the spec's words, and the tooltip says Central time", async () => {
    const { user } = open();
    const select = await screen.findByRole("combobox", { name: "Request" });
    expect(
      within(select)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Update Existing Planogram", "Create New Planogram"]);
    await user.hover(screen.getByRole("button", { name: "About activeHour" }));
    expect(screen.getByRole("tooltip").textContent).toContain("Central time");
    await user.selectOptions(select, "Create New Planogram");
    await screen.findByText(/^Create New Planogram: Makes layouts/);
  });

  it("before Submit shows the layout as its fridge has it, with what the file changes", async () => {
    const { choose, sent, user } = open();
    await choose(file(HEADER, `OFFICE,0:0,Noodles,${HOUR}`, `OFFICE,0:1,Salad,${HOUR}`, `OFFICE,1:0,Tea,${HOUR}`));
    await screen.findByText("3 rows: 1 added, 1 changed, 1 unchanged, 0 refused");
    await screen.findByText("2 of 3 slots differ from what the layout would show without the file.");
    expect(cellsOf("OFFICE with the file")).toEqual(["ChangedNoodlesInstead of: Soup", "Salad", "NewTea"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "At" }), "Now");
    await screen.findByText("0 of 2 slots differ from what the layout would show without the file.");
    await user.selectOptions(
      screen.getByRole("combobox", { name: "At" }),
      "Mon, Jan 5, 2099, 5:00 AM CST (scheduled before)",
    );
    expect(cellsOf("OFFICE with the file")).toEqual(["ChangedNoodlesInstead of: Soup", "Wrap", "NewTea"]);
    expect(sent()).toEqual([]);
  });

  it("spec 7, updates are sent in batches of 100, Central time as ISO", async () => {
    const { choose, submit, sent, server } = open();
    const rows = Array.from({ length: 250 }, (_, index) => `OFFICE,${index}:0,Soup,${HOUR}`);
    await choose(file(HEADER, ...rows));
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 250.");
    expect(sent().map((input) => input.length)).toEqual([100, 100, 50]);
    expect(sent()[0]?.[0]).toEqual({
      requestType: "UPDATE",
      layoutName: "OFFICE",
      slot: "0:0",
      vendItemName: "Soup",
      activeHour: "2098-12-01T11:00:00.000Z",
    });
    expect(screen.getByRole("progressbar", { name: "Batches done" })).toHaveProperty("value", 3);
    await waitFor(() =>
      expect(server.calls.find(({ name }) => name === "POST /uploads/u-1/outcome")?.input).toEqual({
        folder: "planogram-uploads",
        kind: "planograms",
        written: 250,
        unchanged: 0,
        failed: 0,
      }),
    );
  });

  it("spec 7, creations are grouped by layoutName, and activeHour is set to now", async () => {
    const { choose, submit, sent } = open("/planograms?type=CREATE");
    const before = new Date().toISOString();
    await choose(file(CREATE_HEADER, "NEW_A,0:0,Soup,6x8", "NEW_B,0:0,Tea,6x8", "NEW_A,0:1,Salad,6x8"));
    await screen.findByText("3 rows: 3 added, 0 changed, 0 unchanged, 0 refused");
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 3.");
    expect(sent().map((input) => input.map(({ layoutName, slot }) => `${layoutName} ${slot}`))).toEqual([
      ["NEW_A 0:0", "NEW_A 0:1"],
      ["NEW_B 0:0"],
    ]);
    for (const { requestType, physicalFridgeConfig, activeHour } of sent().flat()) {
      expect([requestType, physicalFridgeConfig]).toEqual(["CREATE", "6x8"]);
      expect(activeHour && activeHour >= before).toBe(true);
    }
  });

  it("spec 4, the progress bar advances per batch", async () => {
    const held: (() => void)[] = [];
    const { choose, submit } = open("/planograms", {
      schedulePlanogramUpdate: ({ input }: { input: readonly unknown[] }) =>
        new Promise((resolve) =>
          held.push(() => resolve({ successCount: input.length, errors: [], totalCount: input.length })),
        ),
    });
    await choose(file(HEADER, ...Array.from({ length: 250 }, (_, row) => `OFFICE,${row}:0,Soup,${HOUR}`)));
    await submit();
    await waitFor(() => expect(held).toHaveLength(3));
    const bar = screen.getByRole("progressbar", { name: "Batches done" });
    expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["0", "3"]);
    for (const done of ["1", "2"]) {
      held.shift()?.();
      await waitFor(() => expect(bar.getAttribute("value")).toBe(done));
      expect(screen.queryByText(/^Total of successfully/)).toBeNull();
    }
    held.shift()?.();
    await screen.findByText("Total of successfully validated and processed records: 250.");
  });

  it("errors block, with the line and in the spec's words", async () => {
    const { choose, sent, user } = open();
    const lines = [
      `OFFICE,0:0,Soup,${HOUR}`,
      `OFFICE,0:0,Tea,${HOUR}`,
      "OFFICE,0:1,Soup",
      `OFFICE,A1,,${HOUR}`,
      "OFFICE,0:2,Soup,2098-12-01",
      `ELSEWHERE,0:0,Soup,${HOUR}`,
    ];
    await choose(file(HEADER, ...lines));
    const panel = within(await screen.findByRole("alert"));
    panel.getByText("Please fix the following errors and reupload your file:");
    expect(panel.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Duplicated records: Lines 2 and 3",
      "Line 4: At least one input missing...",
      "Line 5, slot: Slot is not in format <integer>:<integer>.",
      "Line 5, vendItemName: Value cannot be empty.",
      "Line 6, activeHour: The activeHour is not in format MM/DD/YYYY hh:mm:ss.",
      "Line 7: There is no planogram ELSEWHERE. Create it first.",
    ]);
    await user.click(
      screen.getByRole("button", { name: "Submit", description: "Fix the errors and upload the file again" }),
    );
    expect(sent()).toEqual([]);
  });

  it("warnings do not block: the same layoutName and slot repeated", async () => {
    const { choose, submit } = open();
    await choose(file(HEADER, `OFFICE,0:0,Soup,${HOUR}`, "OFFICE,0:0,Tea,12/02/2098 05:00:00"));
    await screen.findByText("Repeated layoutName and slot: Lines 2 and 3");
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 2.");
  });

  it.each([
    ["a header alone", HEADER],
    ["nothing", ""],
  ])("a file with %s: No rows found...", async (_, text) => {
    const { choose } = open();
    await choose(file(text));
    const panel = within(await screen.findByRole("alert"));
    panel.getByText("Please fix the following errors and reupload your file:");
    panel.getByText("No rows found...");
  });

  it("a file is read whatever its marks, line ends, delimiter, quotes, blank lines and order of columns", async () => {
    const { choose, submit, sent } = open();
    const text = `\uFEFFactiveHour;slot;vendItemName;layoutName\r\n\r\n${HOUR};0:0;"Soup; hot";OFFICE\r\n;;;\r\n`;
    await choose(new File([text], "menu.csv"));
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 1.");
    expect(sent()[0]?.[0]).toMatchObject({ layoutName: "OFFICE", slot: "0:0", vendItemName: "Soup; hot" });
  });

  it("a file of the other kind leads to where it belongs", async () => {
    const { choose, user } = open();
    await choose(file(CREATE_HEADER, "NEW_A,0:0,Soup,6x8"));
    await user.click(await screen.findByRole("button", { name: "Go to Create New Planogram" }));
    await screen.findByText(/^Create New Planogram: Makes layouts/);
  });

  it("spec 8, the backend's errors are listed per batch beside what was stored", async () => {
    const { choose, submit } = open("/planograms", {
      schedulePlanogramUpdate: () => ({ successCount: 1, errors: ["OFFICE 0:1: No"], totalCount: 2 }),
    });
    await choose(file(HEADER, `OFFICE,0:0,Soup,${HOUR}`, `OFFICE,0:1,Tea,${HOUR}`));
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 1.");
    within(screen.getByRole("alert")).getByText("OFFICE 0:1: No");
  });

  it("the same file twice: the second time nothing of it is a change", async () => {
    const stored = [...OFFICE];
    const { choose, submit, user } = open("/planograms", {
      planogram: ({ layoutName, at }: Asked) => ({
        layoutName,
        at,
        effective: stored.filter(({ activeHour }) => activeHour <= String(at)),
        scheduled: stored.filter(({ activeHour }) => activeHour > String(at)),
        nextToken: null,
      }),
      schedulePlanogramUpdate: ({ input }: { input: readonly PlanogramUpdateInput[] }) => {
        stored.push(...input.map((row) => entry(String(row.slot), String(row.vendItemName), String(row.activeHour))));
        return { successCount: input.length, errors: [], totalCount: input.length };
      },
    });
    const twice = file(HEADER, `OFFICE,0:0,Noodles,${HOUR}`, `OFFICE,1:0,Tea,${HOUR}`);
    await choose(twice);
    await screen.findByText("2 rows: 1 added, 1 changed, 0 unchanged, 0 refused");
    await submit();
    await user.click(await screen.findByRole("button", { name: "Upload another file" }));
    await choose(twice);
    await screen.findByText("2 rows: 0 added, 0 changed, 2 unchanged, 0 refused");
    await screen.findByText("0 of 3 slots differ from what the layout would show without the file.");
  });

  it("a connection that is cut in the middle: what was stored stays, Resume sends the rest", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let up = true;
    const taken: string[] = [];
    const { choose, submit, user } = open("/planograms", {
      schedulePlanogramUpdate: ({ input }: { input: readonly PlanogramUpdateInput[] }) => {
        if (!up) throw new Refusal("Unavailable", "");
        up = taken.length !== 100;
        taken.push(...input.map(({ slot }) => String(slot)));
        return { successCount: input.length, errors: [], totalCount: input.length };
      },
    });
    const slots = Array.from({ length: 750 }, (_, row) => `${row}:0`);
    await choose(file(HEADER, ...slots.map((slot) => `OFFICE,${slot},Soup,${HOUR}`)));
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 200.");
    const unable = "Unable to schedule planograms, Please check your internet and your permissions";
    expect(screen.getAllByText(unable).length).toBeGreaterThan(2);
    up = true;
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await screen.findByText("Total of successfully validated and processed records: 750.");
    screen.getByText("8 of 8 batches done");
    expect(taken.toSorted()).toEqual(slots.toSorted());
  });

  it("a formula in a file is text: it is shown and sent as it stands", async () => {
    const { choose, submit, sent } = open();
    await choose(file(HEADER, `OFFICE,0:0,=HYPERLINK(1),${HOUR}`));
    await screen.findByRole("table", { name: "OFFICE with the file" });
    expect(cellsOf("OFFICE with the file")[0]).toBe("Changed=HYPERLINK(1)Instead of: Soup");
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 1.");
    expect(sent()[0]?.[0]?.vendItemName).toBe("=HYPERLINK(1)");
  });

  it("of layouts that there are not nothing is asked, however many a file names", async () => {
    const { choose, server } = open();
    await choose(file(HEADER, ...Array.from({ length: 40 }, (_, at) => `NOWHERE_${at},0:0,Soup,${HOUR}`)));
    await screen.findByText("40 rows: 0 added, 0 changed, 0 unchanged, 40 refused");
    expect(server.calls.filter(({ name }) => name === "planogram")).toEqual([]);
  });

  it("spec 8, a batch that failed is logged, and sent again alone", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let broken = true;
    const { choose, submit, sent, user } = open("/planograms", {
      schedulePlanogramUpdate: ({ input }: { input: readonly PlanogramUpdateInput[] }) => {
        if (broken && input[0]?.slot === "100:0") throw new Refusal("Internal", "It broke");
        return { successCount: input.length, errors: [], totalCount: input.length };
      },
    });
    const rows = Array.from({ length: 150 }, (_, index) => `OFFICE,${index}:0,Soup,${HOUR}`);
    await choose(file(HEADER, ...rows));
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 100.");
    expect(log).toHaveBeenCalledWith("A batch of planogram rows was not answered", expect.anything());
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry Rows 101 to 150" }));
    await screen.findByText("Total of successfully validated and processed records: 150.");
    expect(sent().map((input) => input.length)).toEqual([100, 50, 50]);
  });

  it("what the file is compared with could not be loaded: says so, and tries again with the same file", async () => {
    let down = true;
    const { choose, user } = open("/planograms", {
      planogram: (asked: Asked) => {
        if (down) throw new Refusal("Internal", "");
        return common.planogram?.(asked as never);
      },
    });
    await choose(file(HEADER, `OFFICE,0:0,Soup,${HOUR}`));
    await screen.findByText("Unable to load planograms, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("1 row: 0 added, 0 changed, 1 unchanged, 0 refused");
  });

  it("without SchedulePlanogram planograms can be looked at and not scheduled", async () => {
    open("/planograms?layout=OFFICE", {}, "read-only");
    await screen.findByText("Your permissions do not let you schedule planograms");
    expect(screen.queryByLabelText("CSV file")).toBeNull();
    await screen.findByRole("table", { name: "OFFICE now" });
  });
});

describe("any layout's planogram", () => {
  it("now and next, with what differs from now; the address keeps which", async () => {
    const { user, router } = open();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Planogram" }), "OFFICE");
    await screen.findByText("2 slots · Physical fridge config: 6x8");
    expect(cellsOf("OFFICE now")).toEqual(["Soup", "Salad"]);
    await user.click(screen.getByRole("button", { name: "Next: Mon, Jan 5, 2099, 5:00 AM CST" }));
    await screen.findByText("2 slots, 1 differs from now · Physical fridge config: 6x8");
    expect(cellsOf("OFFICE Mon, Jan 5, 2099, 5:00 AM CST")).toEqual(["Soup", "ChangedWrapNow: Salad"]);
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get("at")).toBe("2099-01-05T11:00:00.000Z"),
    );
    expect(new URLSearchParams(router.state.location.search).get("layout")).toBe("OFFICE");
  });

  it("at a time that is past", async () => {
    open("/planograms?layout=OFFICE&at=2019-06-01T10:00:00.000Z");
    await screen.findByText("2 slots, 2 differ from now");
    expect(cellsOf("OFFICE Sat, Jun 1, 2019, 5:00 AM CDT")).toEqual(["EmptyNow: Soup", "EmptyNow: Salad"]);
  });

  it("one that changed for years comes in pages, and the later ones hold", async () => {
    const at = "2026-11-21T12:00:00.000Z";
    const later = { ...entry("0:1", "Wrap", "2026-11-16T11:00:00.000Z"), physicalFridgeConfig: null };
    const pages: Readonly<Record<string, unknown>> = {
      first: { layoutName: "OFFICE", at, effective: OFFICE.slice(0, 2), scheduled: [], nextToken: "second" },
      second: { layoutName: "OFFICE", at, effective: [later], scheduled: [], nextToken: "third" },
      third: {
        layoutName: "OFFICE",
        at,
        effective: [],
        scheduled: [entry("0:0", "Tea", "2099-01-05T11:00:00.000Z")],
        nextToken: null,
      },
    };
    const { server } = open("/planograms?layout=OFFICE", {
      planogram: ({ nextToken }: { readonly nextToken: string | null }) => pages[nextToken ?? "first"],
    });
    await screen.findByText("2 slots · Physical fridge config: 6x8");
    expect(cellsOf("OFFICE now")).toEqual(["Soup", "Wrap"]);
    screen.getByRole("button", { name: "Next: Mon, Jan 5, 2099, 5:00 AM CST" });
    const asked = server.calls.filter(({ name }) => name === "planogram").map(({ input }) => (input as Asked).at);
    expect(asked).toEqual([null, at, at]);
  });

  it("one that there is not", async () => {
    open("/planograms?layout=NOWHERE");
    await screen.findByText("There is no planogram NOWHERE");
  });

  it("who scheduled what, when and in place of what", async () => {
    const change = { slot: "0:0", activeHour: "2026-11-23T11:00:00.000Z", from: "Soup", to: "Tea" };
    const at = "2026-11-05T18:00:00.000Z";
    const { user } = open("/planograms?layout=OFFICE", {
      planogramHistory: () => ({
        items: [{ id: "1", at, user: "ann@larder.example", event: "SCHEDULED", changes: [change] }],
        nextToken: null,
      }),
    });
    const summary = await screen.findByText(/ann@larder.example scheduled 1 slot from Mon, Nov 23, 2026, 5:00 AM CST/);
    await user.click(summary);
    const [, row] = within(summary.closest("details") as HTMLElement).getAllByRole("row");
    expect(row?.textContent).toBe("0:0TeaSoupMon, Nov 23, 2026, 5:00 AM CST");
  });

  it("who may not see planograms is told so", async () => {
    open("/planograms", {}, "no-permissions");
    await screen.findByText("Your permissions do not let you see planograms");
  });
});

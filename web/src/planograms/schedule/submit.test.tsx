import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ServerError } from "../../../test/server";
import type { PlanogramUpdateInput } from "../../api/schema";
import { stubWorkers } from "../../../test/worker";
import { UPLOAD_ID } from "../../../test/restResponses";
import {
  CREATE_HEADER,
  entry,
  file,
  HEADER,
  HOUR,
  OFFICE,
  open,
  scheduled,
  stubTableHeight,
  WORKERS,
  type PlanogramInput,
} from "../planograms.fixture";

beforeEach(() => {
  stubWorkers(WORKERS);
  stubTableHeight();
});

describe("submitting a planogram file (PLN-3)", () => {
  it("sends updates in batches of 100, with Central time converted to ISO instants", async () => {
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
      expect(server.calls.find(({ name }) => name === `POST /uploads/${UPLOAD_ID}/outcome`)?.input).toEqual({
        folder: "planogram-uploads",
        kind: "planograms",
        written: 250,
        unchanged: 0,
        failed: 0,
      }),
    );
  });

  it("groups new planograms by layoutName and sets activeHour to now", async () => {
    const { choose, submit, sent } = open("/planograms?type=CREATE");
    const before = new Date().toISOString();
    await choose(file(CREATE_HEADER, "NEW_A,0:0,Soup,6x8", "NEW_B,0:0,Tea,6x8", "NEW_A,0:1,Salad,6x8"));
    await screen.findByText("3 rows: 3 added, 0 changed, 0 unchanged, 0 rejected");
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

  it("advances the progress bar per batch", async () => {
    const pendingResponses: (() => void)[] = [];
    const { choose, submit } = open("/planograms", {
      schedulePlanogramUpdate: ({ input }: { input: readonly unknown[] }) =>
        new Promise((resolve) => pendingResponses.push(() => resolve(scheduled(input)))),
    });
    await choose(file(HEADER, ...Array.from({ length: 250 }, (_, row) => `OFFICE,${row}:0,Soup,${HOUR}`)));
    await submit();
    await waitFor(() => expect(pendingResponses).toHaveLength(3));
    const bar = screen.getByRole("progressbar", { name: "Batches done" });
    expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["0", "3"]);
    for (const done of ["1", "2"]) {
      pendingResponses.shift()?.();
      await waitFor(() => expect(bar.getAttribute("value")).toBe(done));
      expect(screen.queryByText(/^Total of successfully/)).toBeNull();
    }
    pendingResponses.shift()?.();
    await screen.findByText("Total of successfully validated and processed records: 250.");
  });

  it("lists rejected rows and retries only these", async () => {
    let broken = true;
    const { choose, submit, sent, user, server } = open("/planograms", {
      schedulePlanogramUpdate: ({ input }: { input: readonly unknown[] }) =>
        scheduled(input, broken ? { 1: "No" } : {}),
    });
    const outcomes = () =>
      server.calls.filter(({ name }) => name === `POST /uploads/${UPLOAD_ID}/outcome`).map(({ input }) => input);
    await choose(file(HEADER, `OFFICE,0:0,Soup,${HOUR}`, `OFFICE,0:1,Tea,${HOUR}`));
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 1.");
    within(screen.getByRole("alert")).getByText("OFFICE 0:1: No");
    const record = { folder: "planogram-uploads", kind: "planograms", unchanged: 0 };
    await waitFor(() => expect(outcomes()).toEqual([{ ...record, written: 1, failed: 1 }]));
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry Rows 1 to 2" }));
    await screen.findByText("Total of successfully validated and processed records: 2.");
    expect(sent().map((input) => input.map(({ slot }) => slot))).toEqual([["0:0", "0:1"], ["0:1"]]);
    await waitFor(() => expect(outcomes().at(-1)).toEqual({ ...record, written: 2, failed: 0 }));
  });

  it("shows no changes when the same file is selected again", async () => {
    const stored = [...OFFICE];
    const { choose, submit, user } = open("/planograms", {
      planogram: ({ layoutName, at }: PlanogramInput) => ({
        layoutName,
        at,
        effective: stored.filter(({ activeHour }) => activeHour <= String(at)),
        scheduled: stored.filter(({ activeHour }) => activeHour > String(at)),
        nextToken: null,
      }),
      schedulePlanogramUpdate: ({ input }: { input: readonly PlanogramUpdateInput[] }) => {
        stored.push(...input.map((row) => entry(String(row.slot), String(row.vendItemName), String(row.activeHour))));
        return scheduled(input);
      },
    });
    const menu = file(HEADER, `OFFICE,0:0,Noodles,${HOUR}`, `OFFICE,1:0,Tea,${HOUR}`);
    await choose(menu);
    await screen.findByText("2 rows: 1 added, 1 changed, 0 unchanged, 0 rejected");
    await submit();
    await user.click(await screen.findByRole("button", { name: "Upload another file" }));
    await choose(menu);
    await screen.findByText("2 rows: 0 added, 0 changed, 2 unchanged, 0 rejected");
    await screen.findByText("This file changes 0 of 3 slots.");
  });

  it("keeps the saved rows when the connection is lost, and sends the others after resume", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let connected = true;
    const savedSlots: string[] = [];
    const { choose, submit, user } = open("/planograms", {
      schedulePlanogramUpdate: ({ input }: { input: readonly PlanogramUpdateInput[] }) => {
        if (!connected) throw new ServerError("Unavailable", "");
        connected = savedSlots.length !== 100;
        savedSlots.push(...input.map(({ slot }) => String(slot)));
        return scheduled(input);
      },
    });
    const slots = Array.from({ length: 750 }, (_, row) => `${row}:0`);
    await choose(file(HEADER, ...slots.map((slot) => `OFFICE,${slot},Soup,${HOUR}`)));
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 200.");
    const failureMessage = "Unable to schedule planograms, Please check your internet and your permissions";
    expect(screen.getAllByText(failureMessage).length).toBeGreaterThan(2);
    connected = true;
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await screen.findByText("Total of successfully validated and processed records: 750.");
    screen.getByText("8 of 8 batches done");
    expect(savedSlots.toSorted()).toEqual(slots.toSorted());
  });

  it("logs a failed batch and retries it separately", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let broken = true;
    const { choose, submit, sent, user } = open("/planograms", {
      schedulePlanogramUpdate: ({ input }: { input: readonly PlanogramUpdateInput[] }) => {
        if (broken && input[0]?.slot === "100:0") throw new ServerError("Internal", "It broke");
        return scheduled(input);
      },
    });
    const rows = Array.from({ length: 150 }, (_, index) => `OFFICE,${index}:0,Soup,${HOUR}`);
    await choose(file(HEADER, ...rows));
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 100.");
    expect(log).toHaveBeenCalledWith("A batch of planogram rows failed", expect.anything());
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry Rows 101 to 150" }));
    await screen.findByText("Total of successfully validated and processed records: 150.");
    expect(sent().map((input) => input.length)).toEqual([100, 50, 50]);
  });
});

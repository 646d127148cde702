import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../test/server";
import { addDays, businessDay } from "../lib/day";
import * as csv from "../lib/csv";

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

const entry = (id: string, objectId: string) => ({
  id,
  at: "2026-11-23T18:00:00Z",
  user: "ann@larder.example",
  area: "COUPONS",
  kind: "COUPON",
  objectId,
  day: null,
  part: null,
  event: "ISSUED",
  changes: [],
  changeCount: 0,
  reason: "Late delivery",
  note: null,
});

interface LogInput {
  readonly from: string;
  readonly to: string;
  readonly nextToken: string | null;
}

/** Three pages: the second one has no entries. */
const PAGES: Readonly<Record<string, unknown>> = {
  "1": { items: [entry("a", "AAAA")], nextToken: "2" },
  "2": { items: [], nextToken: "3" },
  "3": { items: [entry("b", "BBBB")], nextToken: null },
};
const activityLog = ({ nextToken }: LogInput) => PAGES[nextToken ?? "1"];

function open(path: string, handlers: Record<string, Handler>, profile: ServerOptions["profile"] = "admin") {
  const app = renderApp(path, { profile, handlers });
  const inputs = (name: string) => app.server.calls.filter((call) => call.name === name).map(({ input }) => input);
  return { ...app, inputs };
}

describe("the activity log at /activity (ACT-2)", () => {
  it("shows who changed what in the last seven days", async () => {
    const { inputs } = open("/activity", { activityLog });
    const table = within(await screen.findByRole("table", { name: "Activity Log" }));
    const row = within(await table.findByRole("row", { name: /AAAA/ }));
    expect(row.getByText("ann@larder.example")).toBeDefined();
    expect(row.getByText("Issued")).toBeDefined();
    expect(row.getByText("Reason: Late delivery")).toBeDefined();
    expect(row.getByRole("link", { name: "Coupon AAAA" }).getAttribute("href")).toBe("/coupons?text=AAAA");
    const today = businessDay();
    expect(inputs("activityLog")[0]).toMatchObject({ from: addDays(today, -6), to: today });
  });

  it("continues after a page without entries", async () => {
    const { user, inputs } = open("/activity", { activityLog });
    await user.click(await screen.findByRole("button", { name: "Show earlier changes" }));
    expect(await screen.findByRole("link", { name: "Coupon BBBB" })).toBeDefined();
    expect(inputs("activityLog")).toHaveLength(3);
    expect(screen.queryByRole("button", { name: "Show earlier changes" })).toBeNull();
  });

  it("sends the filters, and applies a typed person only on Enter", async () => {
    const { user, inputs } = open("/activity?area=COUPONS&object=AAAA", { activityLog });
    await user.type(await screen.findByRole("textbox", { name: "Who" }), "ann@larder.example");
    expect(inputs("activityLog")).toHaveLength(1);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(inputs("activityLog")).toHaveLength(2));
    expect(inputs("activityLog")).toMatchObject([
      { filter: { area: "COUPONS", user: null, object: "AAAA" } },
      { filter: { area: "COUPONS", user: "ann@larder.example", object: "AAAA" } },
    ]);
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(inputs("activityLog")).toHaveLength(3));
    expect(inputs("activityLog")[2]).toMatchObject({ filter: { area: null, user: null, object: null } });
  });

  it("exports all pages, not only the loaded ones (ACT-3)", async () => {
    const download = vi.spyOn(csv, "downloadCsv").mockImplementation(() => undefined);
    const { user } = open("/activity", { activityLog });
    await screen.findByRole("link", { name: "Coupon AAAA" });
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    await waitFor(() => expect(download).toHaveBeenCalledOnce());
    const [name, text] = download.mock.calls[0] ?? [];
    expect(name).toMatch(/^activity-.*\.csv$/);
    expect(text?.split("\r\n").slice(0, 3).join("\n")).toMatch(/^Time,Who,Area,Object,[^\n]*\n.*AAAA.*\n.*BBBB/);
  });

  it("requests nothing for a reversed range", async () => {
    const { inputs } = open("/activity?from=2026-11-23&to=2026-11-22", { activityLog });
    expect(await screen.findByText("The last day cannot be before the first day")).toBeDefined();
    expect(inputs("activityLog")).toEqual([]);
  });

  it("names the missing permission", async () => {
    open("/activity", {}, "read-only");
    expect(await screen.findByText("Your permissions do not include ReadActivityLog")).toBeDefined();
  });
});

const note = (id: string, values: Readonly<Record<string, unknown>> = {}) => ({
  id,
  kind: "ROUTE",
  objectId: "amber",
  text: `Note ${id}`,
  author: "ann@larder.example",
  createdAt: "2026-11-23T18:00:00Z",
  until: null,
  doneAt: null,
  doneBy: null,
  ...values,
});
const list = (items: readonly unknown[]) => ({ items, nextToken: null });

/** Returns the notes of the requested kind. The screen requests each kind separately. */
const openNotes =
  (...notes: readonly ReturnType<typeof note>[]) =>
  (input: { readonly kind: string }) =>
    list(notes.filter(({ kind }) => kind === input.kind));

describe("the open handover notes at /activity/notes (ACT-6)", () => {
  it("lists the notes on fridges and routes, and removes a note that is done", async () => {
    const { user, inputs } = open("/activity/notes", {
      openHandoverNotes: openNotes(note("r"), note("f", { kind: "FRIDGE", objectId: "CHI_0001" })),
      completeHandoverNote: () => note("r", { doneAt: "2026-11-23T19:00:00Z", doneBy: "ann@larder.example" }),
    });
    const table = within(await screen.findByRole("table", { name: "Open handover notes" }));
    expect(await table.findByRole("link", { name: "CHI_0001" })).toBeDefined();
    await user.click(table.getByRole("button", { name: "Done: Note r" }));
    await waitFor(() => expect(table.queryByText("Note r")).toBeNull());
    expect(table.getByText("Note f")).toBeDefined();
    expect(inputs("completeHandoverNote")).toEqual([{ id: "r" }]);
  });

  it("disables Done without WriteHandoverNote", async () => {
    open("/activity/notes", { openHandoverNotes: openNotes(note("r")) }, "read-only");
    const done = await screen.findByRole("button", { name: "Done: Note r" });
    expect(done.getAttribute("aria-disabled")).toBe("true");
  });
});

describe("the handover notes on the overview of a fridge (ACT-5)", () => {
  const openFridge = (handlers: Record<string, Handler>) => {
    const app = renderApp("/locations/overview/IL_0001", { profile: "admin", sample: true, handlers });
    const added = () => app.server.calls.filter(({ name }) => name === "addHandoverNote").map(({ input }) => input);
    return { ...app, added };
  };

  it("adds a note and shows it first, and sends the same id again after a lost response", async () => {
    let attempts = 0;
    const { user, added } = openFridge({
      handoverNotes: () => list([]),
      addHandoverNote: ({ input }: { readonly input: { readonly id: string; readonly text: string } }) => {
        attempts += 1;
        if (attempts === 1) throw new ServerError("Conflict", "Try again");
        return note(input.id, input);
      },
    });
    const panel = within(await screen.findByRole("region", { name: "Handover notes" }));
    expect(await panel.findByText("No open notes")).toBeDefined();
    await user.click(await panel.findByRole("button", { name: "Add note" }));
    expect(await panel.findByText("Enter a note")).toBeDefined();
    await user.type(panel.getByRole("textbox", { name: "New note" }), "Key at the desk");
    await user.click(panel.getByRole("button", { name: "Add note" }));
    expect(await panel.findByText("Try again")).toBeDefined();
    await user.click(panel.getByRole("button", { name: "Add note" }));
    expect(
      await within(await panel.findByRole("list", { name: "Open notes" })).findByText("Key at the desk"),
    ).toBeDefined();
    const [first, second] = added();
    expect(first).toMatchObject({
      input: { kind: "FRIDGE", objectId: "IL_0001", text: "Key at the desk", until: null },
    });
    expect(second).toEqual(first);
  });
});

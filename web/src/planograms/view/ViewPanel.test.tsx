import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { cellsOf, entry, OFFICE, open, stubTableHeight, type PlanogramInput } from "../planograms.fixture";

beforeEach(stubTableHeight);

describe("the planogram of a layout (PLN-4)", () => {
  it("shows the current and the next state, marks the differences, and keeps the time in the address", async () => {
    const { user, router } = open();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Planogram" }), "OFFICE");
    await screen.findByText("2 slots · Physical fridge config: 6x8");
    expect(cellsOf("OFFICE now")).toEqual(["Soup", "Salad"]);
    await user.click(screen.getByRole("button", { name: "Next: Mon, 01/05/2099 5:00 AM CST" }));
    await screen.findByText("2 slots, 1 differs from now · Physical fridge config: 6x8");
    expect(cellsOf("OFFICE Mon, 01/05/2099 5:00 AM CST")).toEqual(["Soup", "ChangedWrapNow: Salad"]);
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get("at")).toBe("2099-01-05T11:00:00.000Z"),
    );
    expect(new URLSearchParams(router.state.location.search).get("layout")).toBe("OFFICE");
  });

  it("shows a past state", async () => {
    open("/planograms?layout=OFFICE&at=2019-06-01T10:00:00.000Z");
    await screen.findByText("2 slots, 2 differ from now");
    expect(cellsOf("OFFICE Sat, 06/01/2019 5:00 AM CDT")).toEqual(["EmptyNow: Soup", "EmptyNow: Salad"]);
  });

  it("merges the pages of a long planogram, and later pages win", async () => {
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
    screen.getByRole("button", { name: "Next: Mon, 01/05/2099 5:00 AM CST" });
    const times = server.calls
      .filter(({ name }) => name === "planogram")
      .map(({ input }) => (input as PlanogramInput).at);
    expect(times).toEqual([null, null, null]);
  });

  it("reports an unknown layout", async () => {
    open("/planograms?layout=NOWHERE");
    await screen.findByText("There is no planogram NOWHERE");
  });

  it("shows the history with user, time, new and previous item", async () => {
    const change = { slot: "0:0", activeHour: "2026-11-23T11:00:00.000Z", from: "Soup", to: "Tea" };
    const at = "2026-11-05T18:00:00.000Z";
    const { user } = open("/planograms?layout=OFFICE", {
      planogramHistory: () => ({
        items: [{ id: "1", at, user: "ann@larder.example", event: "SCHEDULED", changes: [change] }],
        nextToken: null,
      }),
    });
    const summary = await screen.findByText(/ann@larder.example scheduled 1 slot from Mon, 11\/23\/2026 5:00 AM CST/);
    await user.click(summary);
    const [, row] = within(summary.closest("details") as HTMLElement).getAllByRole("row");
    expect(row?.textContent).toBe("0:0TeaSoupMon, 11/23/2026 5:00 AM CST");
  });

  it("shows a permission message to users without permission", async () => {
    open("/planograms", {}, "no-permissions");
    await screen.findByText("You don't have permission to view planograms");
  });
});

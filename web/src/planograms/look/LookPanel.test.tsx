import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { cellsOf, entry, OFFICE, open, standTall, type Asked } from "../planograms.fixture";

beforeEach(standTall);

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
    expect(asked).toEqual([null, null, null]);
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

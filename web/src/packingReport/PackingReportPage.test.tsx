import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { stubDownload } from "../../test/download";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../test/server";

const REPORT = "GET /pars/report/20261123";
const LAYOUT = {
  version: 3,
  bays: [
    { zone: "1", bay: "A", items: ["Salad"] },
    { zone: "1", bay: "B", items: ["Wrap"] },
  ],
};
const at = (location: string, driver: string | null, data_ids: Record<string, number>) => ({
  location,
  driver,
  data_ids,
});

function open(
  handlers: Record<string, Handler> = {},
  search = "?date=2026-11-23",
  profile: ServerOptions["profile"] = "admin",
) {
  const app = renderApp(`/pars/prodreport${search}`, {
    profile,
    handlers: {
      [REPORT]: () => ({
        locations: [at("IL_0002", "chi_bo", { Wrap: 2, Soup: 1 }), at("IL_0001", "chi_ana", { Salad: 3, Wrap: 0 })],
        nextToken: "2",
      }),
      [`${REPORT}?nextToken=2`]: () => ({ locations: [at("IL_0002", "chi_bo", { Wrap: 4 })] }),
      "GET /pars/zones": () => LAYOUT,
      ...handlers,
    },
  });
  const edits = () => app.server.calls.filter(({ name }) => name.startsWith("PUT")).map(({ input }) => input);
  return { ...app, edits };
}

async function rows(label: string) {
  const table = within(await screen.findByRole("table", { name: label }));
  const [header, ...lines] = table.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent));
  expect(header).toEqual(["Zone", "Bay", "Item", "Need"]);
  return lines;
}

describe("packing slip report (PKG-1)", () => {
  it("shows today without a search", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T05:30:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const { router } = open({}, "");
    expect(await screen.findByRole("heading", { name: "Packing Slip Report 11/23/2026" })).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-23"));
    expect(router.state.historyAction).toBe("REPLACE");
    expect(await screen.findByRole("table", { name: "Summary of 2 locations" })).toBeVisible();
  });

  it("shows a message to users without permission", async () => {
    open({}, undefined, "no-permissions");
    expect(
      await screen.findByRole("heading", { name: "You don't have permission to view the packing slip report" }),
    ).toBeVisible();
  });

  it("sums all locations in the Summary, and puts items without a zone in zone 'other', bay B", async () => {
    open();
    expect(await rows("Summary of 2 locations")).toEqual([
      ["1", "A", "Salad", "3"],
      ["1", "B", "Wrap", "6"],
      ["other", "B", "Soup", "1"],
    ]);
  });

  it("shows the driver and the items with a need above 0 of each location", async () => {
    const { user, router } = open();
    const list = within(await screen.findByRole("list", { name: "Locations of the report" }));
    expect(list.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "SummaryAll locations",
      "IL_0001chi_ana",
      "IL_0002chi_bo",
    ]);
    await user.click(list.getByRole("button", { name: /IL_0001/ }));
    expect(await rows("IL_0001")).toEqual([["1", "A", "Salad", "3"]]);
    screen.getByText("Driver chi_ana");
    await waitFor(() => expect(router.state.location.search).toContain("location=IL_0001"));
  });

  it("filters the locations and the Summary by driver", async () => {
    const { user } = open();
    await user.type(await screen.findByRole("searchbox", { name: "Find a location or driver" }), "bo");
    await screen.findByText("1 of 2 locations");
    expect(await rows("Summary of 1 location")).toEqual([
      ["1", "B", "Wrap", "6"],
      ["other", "B", "Soup", "1"],
    ]);
  });

  it("prints the summary and each location, and renders them only for printing", async () => {
    const { user } = open();
    let printed: (string | null)[] = [];
    vi.stubGlobal("print", () => {
      printed = [...document.querySelectorAll("[data-printed-report] h2")].map((heading) => heading.textContent);
    });
    await user.click(await screen.findByRole("button", { name: "Print all 2" }));
    expect(printed).toEqual([
      "Summary · 11/23/2026",
      "IL_0001 · Driver chi_ana · 11/23/2026",
      "IL_0002 · Driver chi_bo · 11/23/2026",
    ]);
    window.dispatchEvent(new Event("afterprint"));
    await waitFor(() => expect(document.querySelector("[data-printed-report]")).toBeNull());
  });

  it("exports the needs of each location as CSV and neutralizes formulas", async () => {
    const { user } = open({ [REPORT]: () => ({ locations: [at("IL_0001", "chi_ana", { Salad: 3, "=1+1": 2 })] }) });
    const saved = stubDownload();
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(await saved()).toBe(
      "\uFEFFLocation,Driver,Zone,Bay,Item,Need\r\nIL_0001,chi_ana,1,A,Salad,3\r\nIL_0001,chi_ana,other,B,'=1+1,2\r\n",
    );
  });

  it("returns to the date picker on 'Choose Another Date'", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Choose Another Date" }));
    await screen.findByRole("button", { name: "Search" });
  });

  it("shows a load failure with Retry, and 'No Data for this date'", async () => {
    let down = true;
    const { user } = open({
      [REPORT]: () => {
        if (down) throw new ServerError("Internal", "");
        return { locations: [] };
      },
    });
    await screen.findByText("Unable to load the report, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("No Data for this date");
  });
});

describe("zones and bays are editable data", () => {
  it("edits the items of a bay as lines, and lists items without a zone", async () => {
    const { user, edits } = open({
      "PUT /pars/zones": () => ({
        version: 4,
        bays: [{ zone: "1", bay: "A", items: ["Salad", "Soup"] }, LAYOUT.bays[1]],
      }),
    });
    await user.click(await screen.findByRole("button", { name: "Edit zones and bays" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Zones and bays" }));
    dialog.getByText("Soup");
    await user.type(dialog.getByRole("textbox", { name: "Items" }), "\n Soup \n");
    await user.click(dialog.getByRole("button", { name: "Save bay" }));
    await waitFor(() => expect(edits()).toEqual([{ zone: "1", bay: "A", items: ["Salad", "Soup"], version: 3 }]));
    await dialog.findByRole("button", { name: "Save bay", description: "No unsaved changes" });
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect((await rows("Summary of 2 locations"))[1]).toEqual(["1", "A", "Soup", "1"]);
  });

  it("shows the server's error, and keeps the typed items after switching bays", async () => {
    const { user } = open({
      "PUT /pars/zones": () => {
        throw new ServerError("Invalid", "Wrap is already in zone 1, bay B");
      },
    });
    await user.click(await screen.findByRole("button", { name: "Edit zones and bays" }));
    const items = await screen.findByRole("textbox", { name: "Items" });
    await user.type(items, "\nWrap");
    await user.click(screen.getByRole("button", { name: "Save bay" }));
    await screen.findByText("Wrap is already in zone 1, bay B");
    const bay = screen.getByRole("combobox", { name: "Zone and bay" });
    await user.selectOptions(bay, "Zone 1, bay B");
    await user.selectOptions(bay, "Zone 1, bay A");
    expect(screen.getByRole("textbox", { name: "Items" })).toHaveProperty("value", "Salad\nWrap");
  });

  it("asks before unsaved items of any bay are discarded", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Edit zones and bays" }));
    await user.type(await screen.findByRole("textbox", { name: "Items" }), "\nSoup");
    await user.selectOptions(screen.getByRole("combobox", { name: "Zone and bay" }), "Zone 1, bay B");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Zone and bay" }), "Zone 1, bay A");
    const items = screen.getByRole("textbox", { name: "Items" });
    expect(items).toHaveValue("Salad\nSoup");
    await user.clear(items);
    await user.type(items, "Salad");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows the other bays' saved items after a conflict, and keeps the typed items", async () => {
    let layout = LAYOUT;
    const { user, edits } = open({
      "GET /pars/zones": () => layout,
      "PUT /pars/zones": () => {
        layout = {
          version: 4,
          bays: [LAYOUT.bays[0] as (typeof LAYOUT.bays)[number], { zone: "1", bay: "B", items: ["Wrap", "Juice"] }],
        };
        throw new ServerError("Conflict", "The zones were changed by another user");
      },
    });
    await user.click(await screen.findByRole("button", { name: "Edit zones and bays" }));
    await user.type(await screen.findByRole("textbox", { name: "Items" }), "\nSoup");
    await user.click(screen.getByRole("button", { name: "Save bay" }));
    await screen.findByText("The zones were changed by another user");
    const bay = screen.getByRole("combobox", { name: "Zone and bay" });
    await within(bay).findByRole("option", { name: "Zone 1, bay B (2)" });
    expect(screen.getByRole("textbox", { name: "Items" })).toHaveValue("Salad\nSoup");
    await user.selectOptions(bay, "Zone 1, bay B");
    expect(screen.getByRole("textbox", { name: "Items" })).toHaveValue("Wrap\nJuice");
    expect(edits()).toHaveLength(1);
  });

  it("shows the zones read-only without UploadPars", async () => {
    const { user, edits } = open({}, undefined, "read-only");
    await user.click(await screen.findByRole("button", { name: "Zones and bays" }));
    await user.click(await screen.findByRole("button", { name: "Save bay", description: /UploadPars/ }));
    expect(edits()).toEqual([]);
  });
});

import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ServerError } from "../../test/server";
import { stubWorkers } from "../../test/worker";
import {
  cellsOf,
  defaultHandlers,
  CREATE_HEADER,
  file,
  HEADER,
  HOUR,
  open,
  stubTableHeight,
  WORKERS,
  type PlanogramInput,
} from "./planograms.fixture";

beforeEach(() => {
  stubWorkers(WORKERS);
  stubTableHeight();
});

describe("planogram scheduling at /planograms (PLN-1 to PLN-3)", () => {
  it("offers both requests, and the tooltip names Central time", async () => {
    const { user } = open();
    const select = await screen.findByRole("combobox", { name: "Request" });
    expect(
      within(select)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Update Existing Planogram", "Create New Planogram"]);
    // The pointer comes from another element.
    await user.hover(select);
    await user.hover(screen.getByRole("button", { name: "About activeHour" }));
    expect((await screen.findByRole("tooltip")).textContent).toContain("Central time");
    await user.selectOptions(select, "Create New Planogram");
    await screen.findByText(/^Create New Planogram: Creates layouts/);
  });

  it("previews the layout with the changes of the file before submit", async () => {
    const { choose, sent, user } = open();
    await choose(file(HEADER, `OFFICE,0:0,Noodles,${HOUR}`, `OFFICE,0:1,Salad,${HOUR}`, `OFFICE,1:0,Tea,${HOUR}`));
    await screen.findByText("3 rows: 1 added, 1 changed, 1 unchanged, 0 rejected");
    await screen.findByText("This file changes 2 of 3 slots.");
    expect(cellsOf("OFFICE with the file")).toEqual(["ChangedNoodlesWas: Soup", "Salad", "NewTea"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "At" }), "Now");
    await screen.findByText("This file changes 0 of 2 slots.");
    await user.selectOptions(
      screen.getByRole("combobox", { name: "At" }),
      "Mon, 01/05/2099 5:00 AM CST (already scheduled)",
    );
    expect(cellsOf("OFFICE with the file")).toEqual(["ChangedNoodlesWas: Soup", "Wrap", "NewTea"]);
    expect(sent()).toEqual([]);
  });

  it("blocks a file with errors and lists them with their lines", async () => {
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

  it("lists the first errors of many and counts the others", async () => {
    const { choose, user } = open();
    await choose(file(HEADER, ...Array.from({ length: 1200 }, (_, row) => `OFFICE,${row},Soup,${HOUR}`)));
    const panel = within(await screen.findByRole("alert"));
    expect(panel.getAllByRole("listitem")).toHaveLength(20);
    await user.click(panel.getByRole("button", { name: "Show 1,000 of 1,200" }));
    expect(panel.getAllByRole("listitem")).toHaveLength(1000);
    panel.getByText("And 200 more");
  });

  it("submits a file with a repeated layoutName and slot despite the warning", async () => {
    const { choose, submit } = open();
    await choose(file(HEADER, `OFFICE,0:0,Soup,${HOUR}`, "OFFICE,0:0,Tea,12/02/2098 05:00:00"));
    await screen.findByText("Repeated layoutName and slot: Lines 2 and 3");
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 2.");
  });

  it.each([
    ["only a header", HEADER],
    ["no text", ""],
  ])("rejects a file with %s", async (_, text) => {
    const { choose } = open();
    await choose(file(text));
    const panel = within(await screen.findByRole("alert"));
    panel.getByText("Please fix the following errors and reupload your file:");
    panel.getByText("No rows found...");
  });

  it("reads a file with any byte order mark, line ends, delimiter, quotes, blank lines and column order", async () => {
    const { choose, submit, sent } = open();
    const text = `\uFEFFactiveHour;slot;vendItemName;layoutName\r\n\r\n${HOUR};0:0;"Soup; hot";OFFICE\r\n;;;\r\n`;
    await choose(new File([text], "menu.csv"));
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 1.");
    expect(sent()[0]?.[0]).toMatchObject({ layoutName: "OFFICE", slot: "0:0", vendItemName: "Soup; hot" });
  });

  it("offers the other request for a file of the other format", async () => {
    const { choose, user } = open();
    await choose(file(CREATE_HEADER, "NEW_A,0:0,Soup,6x8"));
    await user.click(await screen.findByRole("button", { name: "Go to Create New Planogram" }));
    await screen.findByText(/^Create New Planogram: Creates layouts/);
  });

  it("shows and sends a formula as text", async () => {
    const { choose, submit, sent } = open();
    await choose(file(HEADER, `OFFICE,0:0,=HYPERLINK(1),${HOUR}`));
    await screen.findByRole("table", { name: "OFFICE with the file" });
    expect(cellsOf("OFFICE with the file")[0]).toBe("Changed=HYPERLINK(1)Was: Soup");
    await submit();
    await screen.findByText("Total of successfully validated and processed records: 1.");
    expect(sent()[0]?.[0]?.vendItemName).toBe("=HYPERLINK(1)");
  });

  it("does not query unknown layouts", async () => {
    const { choose, server } = open();
    await choose(file(HEADER, ...Array.from({ length: 40 }, (_, at) => `NOWHERE_${at},0:0,Soup,${HOUR}`)));
    await screen.findByText("40 rows: 0 added, 0 changed, 0 unchanged, 40 rejected");
    expect(server.calls.filter(({ name }) => name === "planogram")).toEqual([]);
  });

  it("shows a failed load and retries it with the same file", async () => {
    let down = true;
    const { choose, user } = open("/planograms", {
      planogram: (input: PlanogramInput) => {
        if (down) throw new ServerError("Internal", "");
        return defaultHandlers.planogram?.(input as never);
      },
    });
    await choose(file(HEADER, `OFFICE,0:0,Soup,${HOUR}`));
    await screen.findByText("Unable to load planograms, Please check your internet and your permissions");
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("1 row: 0 added, 0 changed, 1 unchanged, 0 rejected");
  });

  it("shows planograms but no file picker without SchedulePlanogram", async () => {
    open("/planograms?layout=OFFICE", {}, "read-only");
    await screen.findByText("You don't have permission to schedule planograms");
    expect(screen.queryByLabelText("CSV file")).toBeNull();
    await screen.findByRole("table", { name: "OFFICE now" });
  });
});

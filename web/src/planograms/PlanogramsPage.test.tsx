import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../../test/server";
import { stubWorkers } from "../../test/worker";
import {
  cellsOf,
  common,
  CREATE_HEADER,
  file,
  HEADER,
  HOUR,
  open,
  standTall,
  WORKERS,
  type Asked,
} from "./planograms.fixture";

beforeEach(() => {
  stubWorkers(WORKERS);
  standTall();
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

  it("of many errors some are listed first, and the rest is counted", async () => {
    const { choose, user } = open();
    await choose(file(HEADER, ...Array.from({ length: 1200 }, (_, row) => `OFFICE,${row},Soup,${HOUR}`)));
    const panel = within(await screen.findByRole("alert"));
    expect(panel.getAllByRole("listitem")).toHaveLength(20);
    await user.click(panel.getByRole("button", { name: "Show 1,000 of 1,200" }));
    expect(panel.getAllByRole("listitem")).toHaveLength(1000);
    panel.getByText("And 200 more");
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

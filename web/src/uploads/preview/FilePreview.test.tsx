import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { UploadKind } from "../kind";
import type { CheckedLine, Outcome } from "../rules/checked";
import { FilePreview } from "./FilePreview";

const line = (number: number | null, outcome: Outcome, id: string, stop: string, note = ""): CheckedLine<null> => ({
  line: number,
  outcome,
  cells: [id, stop],
  stored: outcome === "rejected" ? null : note,
  reasons: outcome === "rejected" ? [note] : [],
  value: null,
});
const LINES = [
  line(2, "added", "IL_10", "3", "new"),
  line(3, "rejected", "IL_9", "x", "There is no location IL_9"),
  line(4, "changed", "IL_2", "20", "amber, stop 3"),
  line(null, "removed", "IL_7", "1", "Not in the file"),
];
const KIND: UploadKind<null, null, null> = {
  name: "test",
  wording: { title: "Test", description: "", example: [], submit: "Send" },
  format: { name: "test file", columns: ["id", "stop"], otherFormats: [] },
  rules: { startWorker: () => new Worker("") },
  comparison: { load: () => Promise.resolve(null), failureMessage: "" },
  operation: {
    requiredActions: ["UploadRoutes"],
    plan: () => [],
    send: () => Promise.resolve("written"),
    failureMessage: "",
    refreshQueries: () => Promise.resolve(),
  },
};

async function open(show: string) {
  const file = { name: "stops.csv", content: new Blob(), header: ["id", "stop"], notes: [], lines: LINES };
  render(<FilePreview kind={KIND} checked={file} results={new Map()} />);
  const user = userEvent.setup();
  await user.click(
    within(screen.getByRole("group", { name: "Filter by outcome" })).getByRole("button", { name: show }),
  );
  return user;
}

const ids = () =>
  screen
    .queryAllByRole("cell")
    .filter((cell) => cell.dataset.column === "id")
    .map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());

describe("FilePreview", () => {
  it("shows rejected rows first", () => {
    const file = { name: "stops.csv", content: new Blob(), header: ["id", "stop"], notes: [], lines: LINES };
    render(<FilePreview kind={KIND} checked={file} results={new Map()} />);
    expect(ids()).toEqual(["IL_9"]);
  });

  it.each([
    ["All 4", "", ["IL_10", "IL_9", "IL_2", "IL_7"]],
    ["Rejected 1", "", ["IL_9"]],
    ["Unchanged 0", "", []],
    ["All 4", "il_1", ["IL_10"]],
    ["All 4", "AMBER", ["IL_2"]],
    ["All 4", "no location", ["IL_9"]],
  ])("of %s rows that contain %j shows %j", async (show, text, expected) => {
    const user = await open(show);
    if (text) await user.type(screen.getByLabelText("Search this file"), text);
    expect(ids()).toEqual(expected);
  });

  it.each([
    ["Line", ["IL_10", "IL_9", "IL_2", "IL_7"], ["IL_7", "IL_2", "IL_9", "IL_10"]],
    ["id", ["IL_2", "IL_7", "IL_9", "IL_10"], ["IL_10", "IL_9", "IL_7", "IL_2"]],
    ["stop", ["IL_7", "IL_10", "IL_2", "IL_9"], ["IL_9", "IL_2", "IL_10", "IL_7"]],
    ["Reason or saved value", ["IL_2", "IL_10", "IL_7", "IL_9"], ["IL_9", "IL_7", "IL_10", "IL_2"]],
  ])("sorts by %s, in reverse, and in the order of the file again", async (header, ascending, descending) => {
    const user = await open("All 4");
    const button = screen.getByRole("button", { name: header });
    await user.click(button);
    expect(ids()).toEqual(ascending);
    await user.click(button);
    expect(ids()).toEqual(descending);
    await user.click(button);
    expect(ids()).toEqual(["IL_10", "IL_9", "IL_2", "IL_7"]);
  });
});

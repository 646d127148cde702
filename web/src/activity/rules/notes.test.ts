import { describe, expect, it } from "vitest";
import { isOpen, sortOpen, textError, untilError, withNote, type HandoverNote } from "./notes";

const TODAY = "2026-11-23";
const note = (values: Partial<HandoverNote> = {}): HandoverNote => ({
  id: "1",
  kind: "FRIDGE",
  objectId: "CHI_0001",
  text: "Key at the desk",
  author: "ann@larder.example",
  createdAt: "2026-11-23T18:00:00Z",
  until: null,
  doneAt: null,
  doneBy: null,
  ...values,
});

describe("a handover note (ACT-5)", () => {
  it.each([
    ["without a last day", {}, true],
    ["on its last day", { until: TODAY }, true],
    ["after its last day", { until: "2026-11-22" }, false],
    ["that is done", { doneAt: "2026-11-23T19:00:00Z" }, false],
  ])("%s is open: %s", (_, values, expected) => expect(isOpen(note(values), TODAY)).toBe(expected));

  it.each([
    ["  ", "Enter a note"],
    ["a", undefined],
    ["😀".repeat(1000), undefined],
    ["a".repeat(1001), "A note can have at most 1000 characters"],
  ])("has 1 to 1000 characters", (text, expected) => expect(textError(text)).toBe(expected));

  it.each([
    ["", undefined],
    ["11/23/2026", undefined],
    ["2026-11-24", undefined],
    ["2026-11-22", "The last day cannot be in the past"],
    ["tomorrow", "Enter a date such as 11/21/2026"],
  ])("with the last day %j has the error %s", (until, expected) => expect(untilError(until, TODAY)).toBe(expected));
});

describe("a list of notes", () => {
  it("has a new note first, and a changed note in its place", () => {
    const [first, second] = [note(), note({ id: "2" })];
    expect(withNote([first], second).map(({ id }) => id)).toEqual(["2", "1"]);
    expect(withNote([first, second], note({ id: "2", text: "New" })).map(({ text }) => text)).toEqual([
      "Key at the desk",
      "New",
    ]);
  });

  it("has the earliest last day first", () => {
    const notes = [
      note({ id: "b", objectId: "CHI_0010" }),
      note({ id: "a", objectId: "CHI_0002" }),
      note({ id: "c", until: "2026-11-30" }),
    ];
    expect(sortOpen(notes).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });
});

import { expect, it } from "vitest";
import cases from "../../../functions/uploads/cases/uploads.json";
import { FOLDER_OF, MAX_MEGABYTES, STATE_LABELS } from "./kinds";

it("kinds, folders, limits and states match those of the server", () => {
  expect(FOLDER_OF).toEqual(Object.fromEntries(cases.kinds.map(({ kind, folder }) => [kind, folder])));
  expect(MAX_MEGABYTES).toEqual(
    Object.fromEntries(cases.folders.map(({ folder, largestMegabytes }) => [folder, largestMegabytes])),
  );
  expect(Object.keys(STATE_LABELS)).toEqual(cases.states);
});

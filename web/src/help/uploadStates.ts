/** The states of an upload (docs/requirements/uploads.md). */
import { STATE_LABELS, type UploadStatus } from "../uploads/kinds";
import type { Definition } from "./definition";

const define = (state: UploadStatus, meaning: string, rule: string): Definition => ({
  label: STATE_LABELS[state],
  meaning,
  rule,
});

export const UPLOAD_STATES: Readonly<Record<UploadStatus, Definition>> = {
  STARTED: define(
    "STARTED",
    "The upload has no result yet. It is in progress, or it was interrupted.",
    "The upload is recorded and its result is not.",
  ),
  FINISHED: define("FINISHED", "The file is saved.", "Every row was saved or unchanged."),
  PARTIAL: define("PARTIAL", "Only a part of the file is saved.", "Some rows were saved and some failed."),
  FAILED: define("FAILED", "Nothing of the file is saved.", "No row was saved and at least one failed."),
  REFUSED: define(
    "REFUSED",
    "Nothing of the file is saved. The list of reasons opens from the state.",
    "The server found errors in the file and rejected all of it.",
  ),
};

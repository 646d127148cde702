/** The two files of this area (spec of planning and reporting, section 5), which people take for one another. */
import type { PlanogramRequestType } from "../api/schema";
import type { FileFormat, OtherFormat } from "../uploads/rules/sheet";

/** What the browser sends: the enum's names. */
export type RequestType = `${PlanogramRequestType}`;

export const UPDATE_COLUMNS = ["layoutName", "slot", "vendItemName", "activeHour"] as const;
/** In the spec's words; 'physicalFridgeConfig' is taken for the last one as well. */
export const CREATE_COLUMNS = ["layoutName", "slot", "vendItemName", "physical fridge config"] as const;
export type FileColumn = (typeof UPDATE_COLUMNS)[number] | (typeof CREATE_COLUMNS)[number];

export const PLANOGRAMS = "/planograms";

/** What people choose between, in the spec's words. */
export const REQUEST_LABELS: Readonly<Record<RequestType, string>> = {
  UPDATE: "Update Existing Planogram",
  CREATE: "Create New Planogram",
};

const UPDATES: OtherFormat = {
  name: "file of planogram updates",
  columns: UPDATE_COLUMNS,
  to: PLANOGRAMS,
  screen: REQUEST_LABELS.UPDATE,
};
const CREATIONS: OtherFormat = {
  name: "file of new planograms",
  columns: CREATE_COLUMNS,
  to: `${PLANOGRAMS}?type=CREATE`,
  screen: REQUEST_LABELS.CREATE,
};

/** Spec, section 5. */
const NO_ROWS = "No rows found...";

export const FORMATS: Readonly<Record<RequestType, FileFormat<FileColumn>>> = {
  UPDATE: { name: UPDATES.name, columns: UPDATE_COLUMNS, others: [CREATIONS], noLines: NO_ROWS },
  CREATE: { name: CREATIONS.name, columns: CREATE_COLUMNS, others: [UPDATES], noLines: NO_ROWS },
};

/** What comes of a file without any text. */
export const EMPTY_FILE = "The file is empty";
export { NO_ROWS };

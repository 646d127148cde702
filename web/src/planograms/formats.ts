/** The two file formats of planograms, which users confuse (docs/requirements/planning.md, PLN-1). */
import { paths, withQuery } from "../lib/paths";
import type { PlanogramRequestType } from "../api/schema";
import type { FileFormat, OtherFormat } from "../uploads/rules/sheet";

/** The values of the GraphQL enum. */
export type RequestType = `${PlanogramRequestType}`;
export const REQUEST_TYPES = ["UPDATE", "CREATE"] as const satisfies readonly RequestType[];

export const UPDATE_COLUMNS = ["layoutName", "slot", "vendItemName", "activeHour"] as const;
/** The last column can also be named 'physicalFridgeConfig'. */
export const CREATE_COLUMNS = ["layoutName", "slot", "vendItemName", "physical fridge config"] as const;
export type FileColumn = (typeof UPDATE_COLUMNS)[number] | (typeof CREATE_COLUMNS)[number];

/** The options of the request select. */
export const REQUEST_LABELS: Readonly<Record<RequestType, string>> = {
  UPDATE: "Update Existing Planogram",
  CREATE: "Create New Planogram",
};

const UPDATES: OtherFormat = {
  name: "planogram update file",
  columns: UPDATE_COLUMNS,
  to: paths.planograms,
  screen: REQUEST_LABELS.UPDATE,
};
const CREATIONS: OtherFormat = {
  name: "new planogram file",
  columns: CREATE_COLUMNS,
  to: withQuery(paths.planograms, { type: "CREATE" }),
  screen: REQUEST_LABELS.CREATE,
};

/** docs/requirements/planning.md, PLN-2. */
export const NO_ROWS = "No rows found...";

export const FORMATS: Readonly<Record<RequestType, FileFormat<FileColumn>>> = {
  UPDATE: { name: UPDATES.name, columns: UPDATE_COLUMNS, otherFormats: [CREATIONS], noRowsMessage: NO_ROWS },
  CREATE: { name: CREATIONS.name, columns: CREATE_COLUMNS, otherFormats: [UPDATES], noRowsMessage: NO_ROWS },
};

/** The message of `decode` for a file without text. */
export const EMPTY_FILE = "The file is empty";

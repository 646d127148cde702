/**
 * The kinds of uploads, the folders of their files, and the states of an upload. The server has the same lists.
 * `functions/uploads/cases/uploads.json` tests both.
 */

/** The folder of each kind. The server requires the permission of the folder. */
export const FOLDER_OF = {
  drivers: "routes-upload",
  routes: "routes-upload",
  pars: "par-allocation-uploads",
  forecast: "forecast-uploads",
  planograms: "planogram-uploads",
  prices: "item-price-uploads",
} as const;
export type Kind = keyof typeof FOLDER_OF;
export type Folder = (typeof FOLDER_OF)[Kind];

/** Maximum file size of each folder, in megabytes. */
export const MAX_MEGABYTES: Readonly<Record<Folder, number>> = {
  "routes-upload": 50,
  "par-allocation-uploads": 50,
  "forecast-uploads": 5,
  "planogram-uploads": 50,
  "item-price-uploads": 50,
};

/** The label of each state. */
export const STATE_LABELS = {
  STARTED: "Not finished",
  FINISHED: "Finished",
  PARTIAL: "Partial",
  FAILED: "Failed",
  REFUSED: "Rejected",
} as const;
export type UploadStatus = keyof typeof STATE_LABELS;

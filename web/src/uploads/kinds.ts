/**
 * The kinds of uploads, the folders that keep their files, and the states of an upload. The server has the same lists:
 * `functions/uploads/cases/uploads.json` holds both to them.
 */

/** Each kind with the folder of its files. The server requires the folder's own action. */
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

/** The largest file of each folder, in megabytes. */
export const LARGEST_MEGABYTES: Readonly<Record<Folder, number>> = {
  "routes-upload": 50,
  "par-allocation-uploads": 50,
  "forecast-uploads": 5,
  "planogram-uploads": 50,
  "item-price-uploads": 50,
};

/** Each state as people read it. */
export const STATE_LABELS = {
  STARTED: "Not finished",
  FINISHED: "Finished",
  PARTIAL: "In part",
  FAILED: "Failed",
  REFUSED: "Refused",
} as const;
export type UploadStatus = keyof typeof STATE_LABELS;

/** The forecast upload: stores the file, and the server parses it (docs/requirements/planning.md, FCT-1 to FCT-3). */
import { ApiError, isTransient } from "../../api/errors";
import { rest } from "../../api/rest";
import { putFile } from "../../api/storage";
import { lineErrorText, readUpload, type UploadDetail } from "../../uploads/records";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Chunk, ChunkOutcome } from "../../uploads/rules/chunk";
import type { SentFile, Upload } from "../../uploads/upload";
import { FORECAST_KEY, readForecasts, UNABLE_TO_LOAD } from "../forecasts";
import { FORECAST_FORMAT } from "../formats";
import { keyOf, type ForecastLine, type KnownForecasts } from "./forecastCheck";
import { HoldoverNotice } from "./HoldoverNotice";

const FOLDER = "forecast-uploads";
const CONTENT_TYPE = "text/csv";
/** Maximum length of a file name. */
const MAX_FILE_NAME_LENGTH = 255;
/** Polling for the result, in milliseconds and attempts. */
const POLL_INTERVAL = 1_000;
const MAX_POLLS = 90;
/** Maximum number of errors in the message. "Past uploads" has all of them. */
const MAX_ERRORS = 5;

interface UploadUrlResponse {
  readonly body: { readonly url: string; readonly uploadId: string };
}

export const forecastUpload: Upload<KnownForecasts, ForecastLine, null> = {
  title: "Forecast Upload",
  submitLabel: "Upload Forecast",
  kind: "forecast",
  requiredActions: ["UpdateForecast"],
  format: FORECAST_FORMAT,
  csvOnlyMessage: "Please upload a .csv file",
  description:
    "Sets the forecast quantity of each item for its allocation day. Items and days that are not in the file do not change.",
  example: ["Harvest Salad", "2026/11/23", "120", "2026/11/22"],
  parsedByServer: true,
  Notice: HoldoverNotice,
  startWorker: () => new Worker(new URL("./forecast.worker.ts", import.meta.url), { type: "module" }),
  loadKnown: async (days, signal) => {
    const rows = await readForecasts(days, signal);
    return new Map(rows.map((row) => [keyOf(row.date, row.item), row]));
  },
  loadFailureMessage: UNABLE_TO_LOAD,
  plan: planForecast,
  send: (_, file) => sendForecast(file),
  sendFailureMessage: "Unable to upload the forecast, Please check your internet and your permissions",
  refreshQueries: (client) => client.invalidateQueries({ queryKey: [FORECAST_KEY] }),
};

/** Sends the file as one chunk, or nothing if no line changes. */
export function planForecast(lines: readonly CheckedLine<ForecastLine>[]): readonly Chunk<null>[] {
  const count = lines.filter(({ outcome }) => outcome === "added" || outcome === "changed").length;
  return count === 0 ? [] : [{ label: "The file", lines: count, payload: null }];
}

async function sendForecast({ name, content }: SentFile): Promise<ChunkOutcome<null>> {
  const fileName = encodeURIComponent(name.slice(-MAX_FILE_NAME_LENGTH));
  const { body } = await rest<UploadUrlResponse>(
    "GET",
    `/forecast/upload/url?fileName=${fileName}&contentLength=${content.size}`,
  );
  await putFile(body.url, content, CONTENT_TYPE);
  return outcomeOf(await waitForResult(body.uploadId));
}

/** Waits until the server has parsed the file. */
async function waitForResult(uploadId: string): Promise<UploadDetail> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    try {
      const upload = await readUpload(FOLDER, uploadId);
      if (upload.state !== "STARTED") return upload;
    } catch (error) {
      // The file is stored. Sending it again would not return the result sooner.
      if (!isTransient(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  throw new ApiError(
    "internal",
    "The file was stored but has not been processed yet. Check past uploads in a few minutes.",
  );
}

function outcomeOf({ state, written, errors = [] }: UploadDetail): ChunkOutcome<null> {
  if (state === "FINISHED") return written ? "written" : "unchanged";
  const shown = errors.slice(0, MAX_ERRORS).map(lineErrorText);
  const more = errors.length > MAX_ERRORS ? ["Past uploads shows all errors."] : [];
  throw new ApiError("invalid", ["The file was rejected. No rows were saved.", ...shown, ...more].join(" "));
}

/** The forecast upload: stores the file, and the server parses it (docs/requirements/planning.md, FCT-1 to FCT-3). */
import { ApiError, isTransient } from "../../api/errors";
import { rest } from "../../api/rest";
import { putFile } from "../../api/putFile";
import { lineErrorText, readUpload, type UploadRecord } from "../../uploads/records";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Chunk, ChunkOutcome } from "../../uploads/rules/chunk";
import type { SentFile, UploadKind } from "../../uploads/kind";
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

export const forecastUpload: UploadKind<KnownForecasts, ForecastLine, null> = {
  name: "forecast",
  wording: {
    title: "Forecast Upload",
    description:
      "Sets the forecast quantity of each item for its allocation day. Items and days that are not in the file do not change.",
    example: ["Harvest Salad", "2026/11/23", "120", "2026/11/22"],
    submit: "Upload Forecast",
  },
  format: FORECAST_FORMAT,
  rules: {
    startWorker: () => new Worker(new URL("./forecast.worker.ts", import.meta.url), { type: "module" }),
    csvOnlyMessage: "Please upload a .csv file",
  },
  comparison: {
    load: async (days, signal) => {
      const rows = await readForecasts(days, signal);
      return new Map(rows.map((row) => [keyOf(row.date, row.item), row]));
    },
    failureMessage: UNABLE_TO_LOAD,
  },
  operation: {
    requiredActions: ["UpdateForecast"],
    plan: planForecast,
    send: (_, file) => sendForecast(file),
    failureMessage: "Unable to upload the forecast, Please check your internet and your permissions",
    refreshQueries: (client) => client.invalidateQueries({ queryKey: [FORECAST_KEY] }),
  },
  history: { kind: "forecast", stores: "operation" },
  views: { Notice: HoldoverNotice },
};

/** Sends the file as one chunk, or nothing if no line changes. */
function planForecast(lines: readonly CheckedLine<ForecastLine>[]): readonly Chunk<null>[] {
  const count = lines.filter(({ outcome }) => outcome === "added" || outcome === "changed").length;
  return count === 0 ? [] : [{ label: "The file", lines: count, payload: null }];
}

async function sendForecast({ name, content }: SentFile): Promise<ChunkOutcome<null>> {
  const query = { fileName: name.slice(-MAX_FILE_NAME_LENGTH), contentLength: content.size };
  const { body } = await rest("GET /forecast/upload/url", { query });
  await putFile(body.url, content, CONTENT_TYPE);
  return outcomeOf(await waitForResult(body.uploadId));
}

/** Waits until the server has parsed the file. */
async function waitForResult(uploadId: string): Promise<UploadRecord> {
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

function outcomeOf({ state, written, errors = [] }: UploadRecord): ChunkOutcome<null> {
  if (state === "FINISHED") return written ? "written" : "unchanged";
  const shown = errors.slice(0, MAX_ERRORS).map(lineErrorText);
  const more = errors.length > MAX_ERRORS ? ["Past uploads shows all errors."] : [];
  throw new ApiError("invalid", ["The file was rejected. No rows were saved.", ...shown, ...more].join(" "));
}

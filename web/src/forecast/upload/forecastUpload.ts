/** The forecast upload (spec of planning and reporting, sections 2 and 7): the file is put away, and Larder reads it. */
import { ApiError, isTransient } from "../../api/errors";
import { rest } from "../../api/rest";
import { putFile } from "../../api/storage";
import { lineErrorText, readUpload, type UploadDetail } from "../../uploads/records";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Chunk, ChunkOutcome } from "../../uploads/rules/chunk";
import type { SentFile, Upload } from "../../uploads/upload";
import { FORECAST, readForecasts, UNABLE_TO_LOAD } from "../forecasts";
import { FORECAST_FORMAT } from "../formats";
import { keyOf, type ForecastLine, type KnownForecasts } from "./forecastCheck";
import { HoldoverNotice } from "./HoldoverNotice";

const FOLDER = "forecast-uploads";
const CONTENT_TYPE = "text/csv";
/** The most characters of a file's name. */
const LONGEST_NAME = 255;
/** Looking for what became of the file. */
const PAUSE = 1_000;
const LOOKS = 90;
/** Reasons that are told at once; the others are with the past uploads. */
const TOLD = 5;

interface ForecastAddress {
  readonly body: { readonly url: string; readonly uploadId: string };
}

export const forecastUpload: Upload<KnownForecasts, ForecastLine, null> = {
  title: "Forecast Upload",
  button: "Upload Forecast",
  kind: "forecast",
  needs: ["UpdateForecast"],
  format: FORECAST_FORMAT,
  onlyCsv: "Please upload a .csv file",
  about:
    "Says how many of each item are forecast for the day on which they are allocated. Items and days that the file does not name stay as they are.",
  example: ["Harvest Salad", "2026/11/23", "120", "2026/11/22"],
  whole: true,
  Notice: HoldoverNotice,
  startWorker: () => new Worker(new URL("./forecast.worker.ts", import.meta.url), { type: "module" }),
  loadKnown: async (days, signal) => {
    const rows = await readForecasts(days, signal);
    return new Map(rows.map((row) => [keyOf(row.date, row.item), row]));
  },
  unableToLoad: UNABLE_TO_LOAD,
  plan: planForecast,
  send: (_, file) => sendForecast(file),
  unableToSend: "Unable to upload the forecast, Please check your internet and your permissions",
  afterwards: (client) => client.invalidateQueries({ queryKey: [FORECAST] }),
};

/** All of the file together, where anything of it is new. */
export function planForecast(lines: readonly CheckedLine<ForecastLine>[]): readonly Chunk<null>[] {
  const count = lines.filter(({ outcome }) => outcome === "added" || outcome === "changed").length;
  return count === 0 ? [] : [{ label: "The file", lines: count, payload: null }];
}

async function sendForecast({ name, content }: SentFile): Promise<ChunkOutcome<null>> {
  const fileName = encodeURIComponent(name.slice(-LONGEST_NAME));
  const { body } = await rest<ForecastAddress>(
    "GET",
    `/forecast/upload/url?fileName=${fileName}&contentLength=${content.size}`,
  );
  await putFile(body.url, content, CONTENT_TYPE);
  return outcomeOf(await ended(body.uploadId));
}

/** The upload once its file was read. */
async function ended(uploadId: string): Promise<UploadDetail> {
  for (let look = 0; look < LOOKS; look += 1) {
    try {
      const upload = await readUpload(FOLDER, uploadId);
      if (upload.state !== "STARTED") return upload;
    } catch (error) {
      // The file is there: to send it again would not tell sooner what became of it.
      if (!isTransient(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new ApiError("internal", "The file is there, but was not read yet. Look at the past uploads in a while.");
}

function outcomeOf({ state, written, errors = [] }: UploadDetail): ChunkOutcome<null> {
  if (state === "FINISHED") return written ? "written" : "unchanged";
  const told = errors.slice(0, TOLD).map(lineErrorText);
  const more = errors.length > TOLD ? ["The others are listed with the past uploads."] : [];
  throw new ApiError("invalid", ["The file was refused, and nothing of it written.", ...told, ...more].join(" "));
}

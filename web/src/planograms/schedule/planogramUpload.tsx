/** The uploads of planogram updates and new planograms (docs/requirements/planning.md, PLN-1 to PLN-3). */
import { formatCount } from "../../lib/formats";
import { graphql } from "../../api/graphql";
import type { PlanogramUpdateInput } from "../../api/schema";
import { fetchNames } from "../../locations/names";
import type { CheckedLine } from "../../uploads/rules/checked";
import { combineResults, type Chunk, type ChunkOutcome, type PartResult } from "../../uploads/rules/chunk";
import type { UploadKind } from "../../uploads/kind";
import { chunksDone, type Sending, type SendingStatus } from "../../uploads/rules/sending";
import { parseLayoutKey, type KnownPlanograms } from "../check/planogramCheck";
import { FORMATS, REQUEST_LABELS, type RequestType } from "../formats";
import { schedulePlanogramUpdateDocument, type SchedulePlanogramUpdateMutation } from "../operations.generated";
import { entriesOf, readPlanogram, refreshPlanograms } from "../planograms";
import type { Entry } from "../rules/effective";
import type { PlanogramRow } from "../rules/updates";
import { BatchResult, FileError, FileFeedback } from "./feedbackViews";
import { FileGrid } from "./FileGrid";

/** Maximum number of rows in a batch of updates. */
export const BATCH_SIZE = 100;
/** Maximum number of layouts read at once. */
const CONCURRENCY = 6;

export type Batch = readonly PlanogramRow[];
type Result = SchedulePlanogramUpdateMutation["schedulePlanogramUpdate"];
export type PlanogramUpload = UploadKind<KnownPlanograms, PlanogramRow, Batch>;

const DESCRIPTIONS: Readonly<Record<RequestType, string>> = {
  UPDATE: "Sets the item of each slot from an hour on. Slots that are not in the file do not change.",
  CREATE: "Creates layouts that locations can choose. They take effect when you submit the file.",
};

export function planogramUpload(type: RequestType): PlanogramUpload {
  async function send(batch: Batch): Promise<ChunkOutcome<Batch>> {
    const result = await sendBatch(type, batch).catch((error: unknown) => {
      // Logged for diagnosis. The user can retry the batch.
      console.error("A batch of planogram rows failed", error);
      throw error;
    });
    return outcomeOfRows(batch, result);
  }

  return {
    name: "planograms",
    wording: {
      title: "Planogram",
      description: `${REQUEST_LABELS[type]}: ${DESCRIPTIONS[type]}`,
      example: ["LAYOUT_NAME", "1:2", "ITEM", type === "CREATE" ? "6x8" : "12/01/2026 05:00:00"],
      submit: "Submit",
      rejected: () => "Fix the errors and upload the file again",
      checking: {
        reading: "Reading the file…",
        loading: "Loading planograms…",
        comparing: "Comparing with saved planograms…",
      },
      sending: {
        label: "Submitting",
        progress: "Batches done",
        countsChunks: true,
        headline: headlineOf,
        advice: ({ failed }) => (failed.length > 0 ? "Retry sends only the rows that were not saved." : null),
        failure: (reasons, lines) =>
          reasons.length > 0 ? `${formatCount(lines, "row")} not saved. See the errors above.` : undefined,
      },
    },
    format: FORMATS[type],
    rules: {
      startWorker: () =>
        type === "CREATE"
          ? new Worker(new URL("../check/creations.worker.ts", import.meta.url), { type: "module" })
          : new Worker(new URL("../check/updates.worker.ts", import.meta.url), { type: "module" }),
    },
    comparison: {
      load: (keysToLoad, signal) => loadKnown(type, keysToLoad, signal),
      failureMessage: "Unable to load planograms, Please check your internet and your permissions",
    },
    operation: {
      requiredActions: ["SchedulePlanogram", "GetUniqueLayoutNames"],
      plan: type === "CREATE" ? planCreations : planUpdates,
      send,
      failureMessage: "Unable to schedule planograms, Please check your internet and your permissions",
      refreshQueries: refreshPlanograms,
    },
    history: { kind: "planograms", stores: "before" },
    preview: { searchPlaceholder: "Layout, slot, item", noteLabel: "Reason or saved item" },
    views: {
      FileError,
      Notice: FileFeedback,
      Effect: ({ lines }) => <FileGrid type={type} lines={lines} />,
      Result: BatchResult,
    },
  };
}

function headlineOf(status: SendingStatus, sending: Sending): string {
  const batches = `${chunksDone(sending)} of ${formatCount(sending.sizes.length, "batch", "batches")}`;
  return status === "sending" || status === "halting" ? `Submitting… ${batches}` : `${batches} done`;
}

/** Checks which layouts exist and, for updates, reads their planograms. */
async function loadKnown(
  type: RequestType,
  keysToLoad: readonly string[],
  signal: AbortSignal,
): Promise<KnownPlanograms> {
  const existing = new Set(await fetchNames("layoutName", signal));
  const layouts = keysToLoad.map(parseLayoutKey);
  const known = new Map<string, readonly Entry[] | null>(
    layouts.map(({ layoutName }) => [layoutName, existing.has(layoutName) ? [] : null]),
  );
  const toRead = type === "CREATE" ? [] : layouts.filter(({ layoutName }) => existing.has(layoutName));
  for (let first = 0; first < toRead.length; first += CONCURRENCY) {
    const reads = toRead.slice(first, first + CONCURRENCY).map(async ({ layoutName, from }) => {
      const planogram = await readPlanogram(layoutName, from, signal);
      known.set(layoutName, planogram && entriesOf(planogram));
    });
    await Promise.all(reads);
  }
  return known;
}

const rowsOf = (lines: readonly CheckedLine<PlanogramRow>[]) => lines.flatMap(({ value }) => (value ? [value] : []));

/** Splits updates into batches of 100 rows, in the order of the file. */
export function planUpdates(lines: readonly CheckedLine<PlanogramRow>[]): readonly Chunk<Batch>[] {
  const rows = rowsOf(lines);
  return Array.from({ length: Math.ceil(rows.length / BATCH_SIZE) }, (_, index) => {
    const payload = rows.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE);
    const first = index * BATCH_SIZE + 1;
    return { label: `Rows ${first} to ${first + payload.length - 1}`, lines: payload.length, payload };
  });
}

/** Groups new planograms by layoutName. */
export function planCreations(lines: readonly CheckedLine<PlanogramRow>[]): readonly Chunk<Batch>[] {
  const layouts = new Map<string, PlanogramRow[]>();
  for (const row of rowsOf(lines)) {
    const rows = layouts.get(row.layoutName);
    if (rows) rows.push(row);
    else layouts.set(row.layoutName, [row]);
  }
  return [...layouts].map(([label, payload]) => ({ label, lines: payload.length, payload }));
}

/** Combines the results of the rows of a batch. */
function outcomeOfRows(batch: Batch, { rows }: Result): ChunkOutcome<Batch> {
  return combineResults(batch.map((item, index) => ({ item, lines: 1, result: resultOf(item, rows[index]) })));
}

function resultOf({ layoutName, slot }: PlanogramRow, result: Result["rows"][number] | undefined): PartResult {
  switch (result?.outcome) {
    case "WRITTEN":
      return "written";
    case "UNCHANGED":
      return "unchanged";
    default:
      return { failed: `${layoutName} ${slot}: ${result?.errors.join(" ") ?? "The server returned no result"}` };
  }
}

async function sendBatch(requestType: RequestType, batch: Batch): Promise<Result> {
  const now = new Date().toISOString();
  const input = batch.map((row): PlanogramUpdateInput => ({ requestType, activeHour: now, ...row }));
  return (await graphql(schedulePlanogramUpdateDocument, { input })).schedulePlanogramUpdate;
}

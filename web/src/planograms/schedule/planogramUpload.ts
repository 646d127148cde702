/** The uploads of this area (spec of planning and reporting, sections 5, 7 and 9): how a file's rows are sent. */
import { graphql } from "../../api/graphql";
import type { PlanogramUpdateInput } from "../../api/schema";
import { readNames } from "../../locations/names";
import type { CheckedLine } from "../../uploads/rules/checked";
import { outcomeOfParts, type Chunk, type ChunkOutcome, type PartResult } from "../../uploads/rules/chunk";
import type { Upload } from "../../uploads/upload";
import { needFrom, type KnownPlanograms } from "../check/planogramCheck";
import { FORMATS, REQUEST_LABELS, type RequestType } from "../formats";
import { schedulePlanogramUpdateDocument, type SchedulePlanogramUpdateMutation } from "../operations.generated";
import { entriesOf, readPlanogram, refreshPlanograms } from "../planograms";
import type { Entry } from "../rules/effective";
import type { PlanogramRow } from "../rules/updates";

/** Rows of a batch of updates. */
export const BATCH = 100;
/** Layouts that are read at once. */
const AT_ONCE = 6;

export type Batch = readonly PlanogramRow[];
type Result = SchedulePlanogramUpdateMutation["schedulePlanogramUpdate"];
export type PlanogramUpload = Upload<KnownPlanograms, PlanogramRow, Batch>;

const ABOUT: Readonly<Record<RequestType, string>> = {
  UPDATE:
    "Says which item a slot of a layout shows, from which hour on. Slots that the file does not name stay as they are.",
  CREATE: "Makes layouts that locations can choose then. They show what the file says from the moment of Submit on.",
};

export function planogramUpload(type: RequestType): PlanogramUpload {
  async function send(batch: Batch): Promise<ChunkOutcome<Batch>> {
    const result = await call(type, batch).catch((error: unknown) => {
      // Spec, section 8: batch failures are only logged. Here they can be tried again as well.
      console.error("A batch of planogram rows was not answered", error);
      throw error;
    });
    return outcomeOfRows(batch, result);
  }

  return {
    title: "Planogram",
    button: "Submit",
    kind: "planograms",
    needs: ["SchedulePlanogram", "GetUniqueLayoutNames"],
    format: FORMATS[type],
    about: `${REQUEST_LABELS[type]}: ${ABOUT[type]}`,
    example: ["LAYOUT_NAME", "1:2", "ITEM", type === "CREATE" ? "6x8" : "12/01/2026 05:00:00"],
    startWorker: () =>
      type === "CREATE"
        ? new Worker(new URL("../check/creations.worker.ts", import.meta.url), { type: "module" })
        : new Worker(new URL("../check/updates.worker.ts", import.meta.url), { type: "module" }),
    loadKnown: (needs, signal) => loadKnown(type, needs, signal),
    unableToLoad: "Unable to load planograms, Please check your internet and your permissions",
    plan: type === "CREATE" ? planCreations : planUpdates,
    send,
    unableToSend: "Unable to schedule planograms, Please check your internet and your permissions",
    afterwards: refreshPlanograms,
  };
}

/** Which of the layouts there are, and of those that are to change what they show. */
async function loadKnown(type: RequestType, needs: readonly string[], signal: AbortSignal): Promise<KnownPlanograms> {
  const there = new Set(await readNames("layoutName", signal));
  const layouts = needs.map(needFrom);
  const known = new Map<string, readonly Entry[] | null>(
    layouts.map(({ layoutName }) => [layoutName, there.has(layoutName) ? [] : null]),
  );
  const wanted = type === "CREATE" ? [] : layouts.filter(({ layoutName }) => there.has(layoutName));
  for (let first = 0; first < wanted.length; first += AT_ONCE) {
    const read = wanted.slice(first, first + AT_ONCE).map(async ({ layoutName, from }) => {
      const planogram = await readPlanogram(layoutName, from, signal);
      known.set(layoutName, planogram && entriesOf(planogram));
    });
    await Promise.all(read);
  }
  return known;
}

const rowsOf = (lines: readonly CheckedLine<PlanogramRow>[]) => lines.flatMap(({ value }) => (value ? [value] : []));

/** Update requests are sent in batches of 100, in the order of the file. */
export function planUpdates(lines: readonly CheckedLine<PlanogramRow>[]): readonly Chunk<Batch>[] {
  const rows = rowsOf(lines);
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => {
    const payload = rows.slice(index * BATCH, (index + 1) * BATCH);
    const first = index * BATCH + 1;
    return { label: `Rows ${first} to ${first + payload.length - 1}`, lines: payload.length, payload };
  });
}

/** Create requests are grouped by layoutName. */
export function planCreations(lines: readonly CheckedLine<PlanogramRow>[]): readonly Chunk<Batch>[] {
  const layouts = new Map<string, PlanogramRow[]>();
  for (const row of rowsOf(lines)) {
    const rows = layouts.get(row.layoutName);
    if (rows) rows.push(row);
    else layouts.set(row.layoutName, [row]);
  }
  return [...layouts].map(([label, payload]) => ({ label, lines: payload.length, payload }));
}

/** The outcome of a batch, by the result of each of its rows. */
function outcomeOfRows(batch: Batch, { rows }: Result): ChunkOutcome<Batch> {
  return outcomeOfParts(batch.map((item, index) => ({ item, lines: 1, result: resultOf(item, rows[index]) })));
}

function resultOf({ layoutName, slot }: PlanogramRow, result: Result["rows"][number] | undefined): PartResult {
  switch (result?.outcome) {
    case "WRITTEN":
      return "written";
    case "UNCHANGED":
      return "unchanged";
    default:
      return { failed: `${layoutName} ${slot}: ${result?.errors.join(" ") ?? "The server reported no result"}` };
  }
}

async function call(requestType: RequestType, batch: Batch): Promise<Result> {
  const now = new Date().toISOString();
  const input = batch.map((row): PlanogramUpdateInput => ({ requestType, activeHour: now, ...row }));
  return (await graphql(schedulePlanogramUpdateDocument, { input })).schedulePlanogramUpdate;
}

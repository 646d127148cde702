/** The upload of pars (docs/requirements/planning.md, PAR-1 to PAR-6). */
import { formatCount } from "../../lib/formats";
import { graphql } from "../../api/graphql";
import { messageOf } from "../../api/errors";
import type { ParMap } from "../../api/schema";
import type { UploadKind } from "../../uploads/kind";
import { parsDocument, uploadParMapsDocument, type ParsQuery } from "../operations.generated";
import { PAR_FORMAT, type ParColumn } from "./format";
import type { KnownPars, ParValue, StoredPars } from "./parCheck";
import { MissingResult, outcomeOfCall, planPars, UPLOAD_ISSUE } from "./parPlan";
import type { ReferenceData } from "./parRules";

/** Maximum number of stockings per call. */
const STOCKINGS_PER_CALL = 500;
/** Maximum number of calls in flight. */
const CONCURRENCY = 6;
const MAX_PREVIEW_ROWS = 1000;

/** @param referenceData the locations and orders that the page loaded before the file picker */
export function parUpload(referenceData: ReferenceData): UploadKind<KnownPars, ParValue, readonly ParMap[]> {
  return {
    name: "pars",
    wording: {
      title: "Pars Upload",
      description:
        "Sets the target stock of each item for a stocking of a location. The file replaces all items of the stockings that it contains. Other stockings do not change.",
      example: ["FRIDGE_ID", "2026-11-23", "2026-11-23", "1", "Harvest Salad", "6", "2", "true", "false"],
      submit: "Upload Pars",
      removed: (count) =>
        `${formatCount(count, "saved item")} will be removed because the file does not contain ${count === 1 ? "it" : "them"}.`,
      sending: { headline: (status) => (status === "complete" ? "Upload Complete" : null) },
    },
    format: PAR_FORMAT,
    rules: { startWorker: () => new Worker(new URL("./pars.worker.ts", import.meta.url), { type: "module" }) },
    comparison: {
      load: async (stockings, signal) => ({ ...referenceData, stored: await readStored(stockings, signal) }),
      failureMessage: "Unable to load pars, Please check your internet and your permissions",
    },
    operation: {
      requiredActions: ["UploadPars"],
      plan: planPars,
      send: async (input) => outcomeOfCall(input, (await graphql(uploadParMapsDocument, { input })).uploadParMaps),
      failureMessage: (error) =>
        error instanceof MissingResult
          ? error.message
          : `Something has failed. Pars were not uploaded. ${messageOf(error, "An error occurred. Please report to the Technology team")}`,
      refreshQueries: (client) => client.invalidateQueries({ queryKey: ["parsOfJitLocations"] }),
    },
    history: { kind: "pars", stores: "after" },
    strict: {
      groupOf: ([location = "", dropOffDate = "", , index = ""]) => `${dropOffDate}#${location}#${index || "1"}`,
      sharedColumns: ["location", "dropOffDate", "deliveryDate", "stockingIndex"] satisfies ParColumn[],
      unreadableMessage: (message) => `${UPLOAD_ISSUE} Error: ${message}`,
    },
    preview: { maxRows: MAX_PREVIEW_ROWS },
  };
}

async function readStored(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, StoredPars>> {
  const batches = Array.from({ length: Math.ceil(ids.length / STOCKINGS_PER_CALL) }, (_, batch) =>
    ids.slice(batch * STOCKINGS_PER_CALL, (batch + 1) * STOCKINGS_PER_CALL),
  );
  const stored = new Map<string, StoredPars>();
  const readBatches = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      let nextToken: string | null = null;
      do {
        const variables: { stockingIds: readonly string[]; nextToken: string | null } = {
          stockingIds: batch,
          nextToken,
        };
        const { pars }: ParsQuery = await graphql(parsDocument, variables, { signal });
        for (const item of pars.items) stored.set(item.stockingId, item);
        nextToken = pars.nextToken;
      } while (nextToken !== null);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readBatches));
  return stored;
}

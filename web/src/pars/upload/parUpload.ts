/** The upload of pars (spec of planning and reporting, sections 2, 4, 5 and 7 to 9). */
import { graphql } from "../../api/graphql";
import { messageOf } from "../../api/errors";
import type { ParMap } from "../../api/schema";
import type { Upload } from "../../uploads/upload";
import { parsDocument, uploadParMapsDocument, type ParsQuery } from "../operations.generated";
import { PAR_FORMAT } from "./format";
import type { KnownPars, ParValue, StoredPars } from "./parCheck";
import { ISSUE, NoResult, outcomeOfCall, planPars } from "./parPlan";
import type { KnownTags } from "./parRules";

/** Stockings of one call. */
const STOCKINGS = 500;
/** Calls that are under way at once. */
const AT_ONCE = 6;
const PREVIEWED = 1000;

/** @param tags what the page loaded before a file was chosen */
export function parUpload(tags: KnownTags): Upload<KnownPars, ParValue, readonly ParMap[]> {
  return {
    title: "Pars Upload",
    button: "Upload Pars",
    kind: "pars",
    needs: ["UploadPars"],
    format: PAR_FORMAT,
    about:
      "Says what a stocking of a location is filled up to. A stocking's items take the place of those stored before; stockings that the file does not name stay as they are.",
    example: ["FRIDGE_ID", "2026-11-23", "2026-11-23", "1", "Harvest Salad", "6", "2", "true", "false"],
    removal: (count) =>
      `${count.toLocaleString("en-US")} ${count === 1 ? "item that is" : "items that are"} stored now of the file's stockings will be removed: the file does not have ${count === 1 ? "it" : "them"}.`,
    startWorker: () => new Worker(new URL("./pars.worker.ts", import.meta.url), { type: "module" }),
    loadKnown: async (stockings, signal) => ({ ...tags, stored: await readStored(stockings, signal) }),
    unableToLoad: "Unable to load pars, Please check your internet and your permissions",
    plan: planPars,
    send: async (input) => outcomeOfCall(input, (await graphql(uploadParMapsDocument, { input })).uploadParMaps),
    unableToSend: ISSUE,
    afterwards: (client) => client.invalidateQueries({ queryKey: ["parsOfJitLocations"] }),
    manner: {
      groupOf: ([location = "", dropOffDate = "", , index = ""]) => `${dropOffDate}#${location}#${index || "1"}`,
      unreadable: (message) => `${ISSUE} Error: ${message}`,
      failed: (error) =>
        error instanceof NoResult
          ? error.message
          : `Something has failed. Pars were not uploaded. ${messageOf(error, "An error occurred. Please report to the Technology team")}`,
      complete: "Upload Complete",
      previewed: PREVIEWED,
    },
  };
}

async function readStored(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, StoredPars>> {
  const parts = Array.from({ length: Math.ceil(ids.length / STOCKINGS) }, (_, part) =>
    ids.slice(part * STOCKINGS, (part + 1) * STOCKINGS),
  );
  const stored = new Map<string, StoredPars>();
  const read = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) {
      let nextToken: string | null = null;
      do {
        const variables: { stockingIds: readonly string[]; nextToken: string | null } = {
          stockingIds: part,
          nextToken,
        };
        const { pars }: ParsQuery = await graphql(parsDocument, variables, { signal });
        for (const item of pars.items) stored.set(item.stockingId, item);
        nextToken = pars.nextToken;
      } while (nextToken !== null);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return stored;
}

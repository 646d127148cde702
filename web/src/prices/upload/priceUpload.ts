/** The upload of item prices (docs/requirements/planning.md, PRC-1 and PRC-3). */
import { graphql } from "../../api/graphql";
import type { RowOutcome } from "../../api/schema";
import type { CheckedLine } from "../../uploads/rules/checked";
import { combineResults, type Chunk, type ChunkOutcome, type PartResult } from "../../uploads/rules/chunk";
import type { Upload } from "../../uploads/upload";
import { PRICE_FORMAT } from "../format";
import { readPrices } from "../itemPrices";
import { updateItemPricesDocument } from "../operations.generated";
import type { ResultsStore } from "./serverResults";
import type { KnownPrices, PriceChange } from "./priceCheck";

/** Maximum number of prices per call. */
const PRICES_PER_CALL = 100;

type Changes = readonly PriceChange[];

export function priceUpload(resultsStore: ResultsStore): Upload<KnownPrices, PriceChange, Changes> {
  return {
    title: "Update Item Prices",
    submitLabel: "Submit",
    kind: "prices",
    requiredActions: ["UpdateItemPrices"],
    format: PRICE_FORMAT,
    description: "Sets item prices. Each line contains a price schema, an item, and its new price in that schema.",
    example: ["PMT_STANDARD", "ITEM_NAME", "9.49"],
    startWorker: () => new Worker(new URL("./prices.worker.ts", import.meta.url), { type: "module" }),
    loadKnown,
    loadFailureMessage: "Failed to fetch current prices for comparison. Please try again.",
    plan: planPrices,
    send: (changes) => sendPrices(changes, resultsStore),
    sendFailureMessage: "The prices could not be updated. Please check your internet and your permissions",
    refreshQueries: (client) =>
      Promise.all(
        ["itemPrices", "itemPriceSchemaIds", "itemPriceHistory", "names"].map((name) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  };
}

async function loadKnown(schemaIds: readonly string[], signal: AbortSignal): Promise<KnownPrices> {
  const known = new Map<string, Map<string, string>>();
  for (const { schemaId, item, price } of await readPrices(schemaIds, { signal })) {
    const schema = known.get(schemaId) ?? new Map<string, string>();
    known.set(schemaId, schema.set(item, price));
  }
  return known;
}

export function planPrices(lines: readonly CheckedLine<PriceChange>[]): readonly Chunk<Changes>[] {
  const changes = lines.flatMap(({ outcome, value }) =>
    value && (outcome === "added" || outcome === "changed") ? [value] : [],
  );
  return Array.from({ length: Math.ceil(changes.length / PRICES_PER_CALL) }, (_, index) => {
    const payload = changes.slice(index * PRICES_PER_CALL, (index + 1) * PRICES_PER_CALL);
    return { label: `Lines ${payload[0]?.line} to ${payload.at(-1)?.line}`, lines: payload.length, payload };
  });
}

/**
 * Records the rejected rows for the preview. A retry sends only the rows that were not stored. New schemas count as
 * confirmed, because the screen requires a confirmation before sending.
 */
async function sendPrices(changes: Changes, resultsStore: ResultsStore): Promise<ChunkOutcome<Changes>> {
  const input = changes.map(({ schemaId, item, price }) => ({ schemaId, item, price }));
  const newSchemas = [...new Set(changes.flatMap(({ schemaId, newSchema }) => (newSchema ? [schemaId] : [])))];
  const { updateItemPrices: response } = await graphql(updateItemPricesDocument, { input, newSchemas });
  resultsStore.record(changes, response);
  const outcome = combineResults(
    changes.map((item, index) => ({ item, lines: 1, result: resultOf(response.rows[index]?.outcome) })),
  );
  return outcome.failedParts
    ? { ...outcome, failedParts: { ...outcome.failedParts, reasons: [response.message] } }
    : outcome;
}

function resultOf(outcome: RowOutcome | undefined): PartResult {
  if (outcome === "WRITTEN") return "written";
  return outcome === "UNCHANGED" ? "unchanged" : { failed: "" };
}
